import { CALLOUT_KINDS } from "@chopin/document/nodes/callout";
import { safeAddress, shownImage } from "../address.ts";
import { flattenTables } from "./clean-tables.ts";
import { wordLists } from "./word-lists.ts";

const NOISE =
  "script, style, meta, link, title, noscript, template, svg, button, clipboard-copy, object, iframe, " +
  ".anchor, .Apple-interchange-newline, .octicon, .sr-only, [hidden], [aria-hidden=true]";

/**
 * HTML from elsewhere (a word processor, a web page, a code host) brought to the forms the schema reads. The parser's
 * document is inert: nothing in it runs and nothing of it is fetched.
 */
export function cleanHtml(html: string): string {
  // What another editor of ours copied is in the schema's own form already.
  if (html.includes("data-pm-slice")) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const noise of body.querySelectorAll(NOISE)) noise.remove();
  for (const each of body.querySelectorAll<HTMLElement>("[style]")) {
    if (/display:\s*none/i.test(each.getAttribute("style") ?? "")) each.remove();
  }
  comments(body);
  unwrap(body, "b[id^=docs-internal-guid], o\\:p, font, center");
  wordLists(body);
  codeHosts(body);
  tasks(body);
  images(body);
  headings(body);
  flattenTables(body);
  spaces(body);
  return body.innerHTML;
}

function comments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

function unwrap(body: HTMLElement, selector: string): void {
  for (const each of body.querySelectorAll(selector)) each.replaceWith(...each.childNodes);
}

/** Code with its language, code views with line numbers, alerts and titles as GitHub and Word draw them. */
function codeHosts(body: HTMLElement): void {
  for (const pre of body.querySelectorAll("pre")) {
    const holder = pre.closest("[class*=highlight-source-], [class*=language-]") ?? pre;
    const language = /(?:highlight-source-|language-)([\w+#-]+)/.exec(
      holder.getAttribute("class") ?? "",
    )?.[1];
    if (language && !pre.hasAttribute("data-language")) pre.setAttribute("data-language", language);
  }
  for (const table of body.querySelectorAll("table")) {
    const lines = [...table.querySelectorAll(".blob-code, .react-code-line-contents")];
    if (lines.length === 0) continue;
    const pre = body.ownerDocument.createElement("pre");
    pre.textContent = lines.map((line) => line.textContent?.replace(/\n$/, "") ?? "").join("\n");
    table.replaceWith(pre);
  }
  for (const alert of body.querySelectorAll(".markdown-alert")) {
    const kind = CALLOUT_KINDS.find((each) => alert.classList.contains(`markdown-alert-${each}`));
    if (!kind) continue;
    const aside = body.ownerDocument.createElement("aside");
    aside.setAttribute("data-callout", kind);
    alert.querySelector(".markdown-alert-title")?.remove();
    aside.append(...alert.childNodes);
    alert.replaceWith(aside);
  }
  for (const title of body.querySelectorAll("p.MsoTitle")) rename(title, "h1");
}

function tasks(body: HTMLElement): void {
  for (const item of body.querySelectorAll("li")) {
    const box = item.querySelector<HTMLInputElement>(
      ":scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox]",
    );
    if (box) item.setAttribute("data-checked", String(box.checked));
    else if (item.getAttribute("role") === "checkbox")
      item.setAttribute("data-checked", String(item.getAttribute("aria-checked") === "true"));
    box?.remove();
    if (item.hasAttribute("data-checked")) item.querySelector(":scope > img")?.remove();
  }
}

function images(body: HTMLElement): void {
  for (const image of body.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    const named = shownImage(src) || (/^https:/i.test(src) && safeAddress(src) !== null);
    if (!named) image.replaceWith(image.alt);
  }
}

/** A heading's weight is its own and not a mark of its text. */
function headings(body: HTMLElement): void {
  for (const inside of body.querySelectorAll<HTMLElement>("h1 *, h2 *, h3 *, h4 *, h5 *, h6 *")) {
    inside.style.removeProperty("font-weight");
    if (inside.matches("b, strong")) inside.replaceWith(...inside.childNodes);
  }
}

/** Hard spaces are how word processors keep runs of spaces; outside code they are ordinary ones here. */
function spaces(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.parentElement?.closest("pre, code"))
      text.nodeValue = text.nodeValue?.replaceAll("\u00a0", " ") ?? "";
  }
}

function rename(element: Element, name: string): void {
  const made = element.ownerDocument.createElement(name);
  made.append(...element.childNodes);
  element.replaceWith(made);
}
