import type { Node } from "prosemirror-model";

const URL = /^https?:\/\/[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d+)?(?:[/?#][^\s<()\\`&\]]*)?$/i;
const WWW = /^www\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:[/?#][^\s<()\\`&\]]*)?$/i;
const EMAIL = /^[A-Za-z0-9][A-Za-z0-9.+_-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z0-9-]*[A-Za-z]$/;

/**
 * Whether this text, standing bare between its neighbours, is read as a link to where its link mark points (GFM
 * 0.29, "Autolinks (extension)"). Stricter than the rule: a no only means that the link is written out.
 */
export function bareHolds(
  node: Node,
  around: { before: Node | undefined; after: Node | undefined; cell: boolean },
): boolean {
  const text = node.text ?? "";
  const link = node.marks.find((mark) => mark.type.name === "link");
  if (!link || link.attrs.title !== null || node.marks.length !== 1) return false;
  const kind = URL.test(text) ? "" : WWW.test(text) ? "http://" : EMAIL.test(text) ? "mailto:" : null;
  if (kind === null || link.attrs.href !== kind + text || !/[A-Za-z0-9/=#%+-]$/.test(text)) return false;
  if (around.cell && text.includes("|")) return false;
  return beginsAfter(around.before) && endsBefore(around.after);
}

function beginsAfter(before: Node | undefined): boolean {
  if (!before || isBreak(before)) return true;
  return before.isText && before.marks.length === 0 && /[\s(<]$/.test(before.text ?? "");
}

function endsBefore(after: Node | undefined): boolean {
  if (!after || isBreak(after)) return true;
  return after.isText && after.marks.length === 0 && /^[!"'),.:;?]*(?:\s|$)/.test(after.text ?? "");
}

function isBreak(node: Node): boolean {
  return node.type.name === "soft_break" || node.type.name === "hard_break";
}
