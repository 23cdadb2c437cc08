import { schema } from "@chopin/document/schema";
import { history, undo } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import type { EditorState, Transaction } from "prosemirror-state";
import { expect, test } from "vitest";
import { run, stateOf } from "../testing.ts";
import { markdownRules } from "./input-rules.ts";

/** What an EditorView does with typed characters: the plugin first, the character itself where it declines. */
function type(state: EditorState, text: string): EditorState {
  let now = state;
  const view = {
    get state() {
      return now;
    },
    dispatch: (tr: Transaction) => {
      now = now.apply(tr);
    },
    composing: false,
  };
  for (const char of text) {
    const { from, to } = now.selection;
    const insert = () => now.tr.insertText(char, from, to);
    const taken = now.plugins.some((plugin) => {
      const handle = plugin.props.handleTextInput as
        | ((view: unknown, from: number, to: number, text: string, insert: () => Transaction) => boolean)
        | undefined;
      return handle?.call(plugin, view, from, to, char, insert) ?? false;
    });
    if (!taken) now = now.apply(insert());
  }
  return now;
}

const empty = (text = "¦") =>
  stateOf({
    blocks: [schema.node("paragraph", null, [schema.text(text)])],
    plugins: [markdownRules(), history()],
  });
const shown = (typed: string, before = "¦") => type(empty(before), typed).doc.toString();

test("block marks become blocks once the space is typed", () => {
  expect(type(empty(), "### Hold").doc.firstChild?.attrs.level).toBe(3);
  expect(shown("- a")).toBe('doc(bullet_list(list_item(paragraph("a"))))');
  expect(type(empty(), "3. a").doc.firstChild?.attrs.start).toBe(3);
  expect(shown("> a")).toBe('doc(blockquote(paragraph("a")))');
  expect(shown("---")).toBe("doc(horizontal_rule, paragraph)");
  expect(type(empty(), "```ts x").doc.firstChild?.attrs.language).toBe("ts");
});

test("a task is typed on a line of its own, in an item, and ticked", () => {
  for (const [typed, checked] of [
    ["[ ] a", false],
    ["[] a", false],
    ["- [x] a", true],
  ] as const) {
    const item = type(empty(), typed).doc.firstChild!.firstChild!;
    expect([item.type.name, item.attrs.checked, item.textContent], typed).toEqual([
      "list_item",
      checked,
      "a",
    ]);
  }
});

test("a quote whose first line names a kind is a callout", () => {
  const callout = type(empty(), "> [!WARNING]mind").doc.firstChild!;
  expect([callout.type.name, callout.attrs.kind, callout.textContent]).toEqual([
    "callout",
    "warning",
    "mind",
  ]);
});

test("inline marks close over what they enclose, and only there", () => {
  expect(shown("a **b** c")).toBe('doc(paragraph("a ", strong("b"), " c"))');
  expect(shown("a *b* c")).toBe('doc(paragraph("a ", emphasis("b"), " c"))');
  expect(shown("a ~~b~~ c")).toBe('doc(paragraph("a ", strike("b"), " c"))');
  expect(shown("a `b*c*` d")).toBe('doc(paragraph("a ", code("b*c*"), " d"))');
  expect(shown("2 * 3 * 4")).toBe('doc(paragraph("2 * 3 * 4"))');
  expect(shown("snake_case_name")).toBe('doc(paragraph("snake_case_name"))');
  expect(shown("\\*b*")).toBe('doc(paragraph("\\*b*"))'.replace("\\", "\\\\"));
});

test("a link is made of its Markdown when its address may be linked", () => {
  expect(shown("see [plan](docs/plan.md) now")).toBe('doc(paragraph("see ", link("plan"), " now"))');
  expect(shown("[x](javascript:alert)")).toBe('doc(paragraph("[x](javascript:alert)"))');
});

test("nothing is turned into anything inside code", () => {
  const code = stateOf({
    blocks: [schema.node("code_block", null, [schema.text("¦")])],
    plugins: [markdownRules()],
  });
  expect(type(code, "# **a** `b`").doc.toString()).toBe('doc(code_block("# **a** `b`"))');
});

test("Backspace right after a rule gives the typed characters back, and undo as well", () => {
  const heading = type(empty(), "# ");
  expect(run(heading, undoInputRule)?.doc.toString()).toBe('doc(paragraph("# "))');
  expect(run(type(empty(), "**b**"), undo)?.doc.toString()).not.toContain("strong");
});
