import type { NodeViewConstructor } from "prosemirror-view";
import { button } from "./button.ts";
import { languageName } from "./spec.ts";
import type { EditorWords } from "../words.ts";
import { render } from "./render.ts";

const COPIED_SHOWN_MS = 1_500;

/** Code with its language above, which can be written there, and a button that copies the code. */
export function codeBlockView(words: EditorWords): NodeViewConstructor {
  return (first, view, getPos) => {
    let node = first;
    // Its caption has stops of its own.
    const { dom, contentDOM } = render(node, words, { editable: true });
    const cap = dom.querySelector<HTMLElement>(".code-cap");
    if (!contentDOM || !cap) throw new Error("code is drawn without its caption");
    const language = languageField(words);
    const show = () => {
      language.readOnly = !view.editable;
      if (document.activeElement !== language) language.value = languageName(node.attrs.language) ?? "";
    };
    language.addEventListener("focus", () => {
      language.value = node.attrs.language ?? "";
    });
    language.addEventListener("blur", () => {
      const typed = language.value.trim().split(/\s/)[0] ?? "";
      const pos = getPos();
      if (view.editable && pos !== undefined && typed !== (node.attrs.language ?? ""))
        view.dispatch(view.state.tr.setNodeAttribute(pos, "language", typed === "" ? null : typed));
      show();
    });
    language.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") language.value = node.attrs.language ?? "";
      view.focus();
    });
    cap.replaceChildren(
      language,
      copyButton(words, () => node.textContent),
    );
    show();
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type) return false;
        node = next;
        show();
        return true;
      },
      stopEvent: (event) => event.target instanceof Node && cap.contains(event.target),
      ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
    };
  };
}

function languageField(words: EditorWords): HTMLInputElement {
  const field = document.createElement("input");
  field.className = "code-language";
  field.placeholder = words.codePlain;
  field.maxLength = 40;
  field.spellcheck = false;
  field.autocapitalize = "off";
  field.setAttribute("aria-label", words.codeLanguage);
  return field;
}

function copyButton(words: EditorWords, text: () => string): HTMLElement {
  const copy = button({ icon: "copy", label: words.copyCode });
  const say = (label: string) => {
    copy.setAttribute("aria-label", label);
    copy.title = label;
  };
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    say(words.copied);
    setTimeout(() => say(words.copyCode), COPIED_SHOWN_MS);
  });
  return copy;
}
