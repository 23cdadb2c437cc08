type Item = { paragraph: HTMLElement; level: number; ordered: boolean };

/**
 * Word writes a list as paragraphs that say `mso-list: l0 level2` and carry their bullet as text. Runs of them
 * become real, nested lists.
 */
export function wordLists(body: HTMLElement): void {
  const items = new Map(
    [...body.querySelectorAll<HTMLElement>("p[style*=mso-list], p[class*=MsoListParagraph]")].map(
      (paragraph) => [paragraph as Element, itemOf(paragraph)],
    ),
  );
  for (const [paragraph, item] of items) {
    if (!item || items.get(paragraph.previousElementSibling ?? body) || !paragraph.isConnected) continue;
    const run: Item[] = [];
    let next: Element | null = paragraph;
    for (let found = item as Item | null | undefined; next && found; found = items.get(next ?? body)) {
      run.push(found);
      next = next.nextElementSibling;
      if (!next) break;
    }
    const mark = body.ownerDocument.createElement("span");
    paragraph.before(mark);
    mark.replaceWith(build(run, body.ownerDocument));
  }
}

function itemOf(paragraph: HTMLElement): Item | null {
  const style = paragraph.getAttribute("style") ?? "";
  const level = Number(/mso-list:[^;]*level(\d)/i.exec(style)?.[1] ?? 0);
  if (level === 0) return null;
  const marker = [...paragraph.querySelectorAll<HTMLElement>("span")].find((each) =>
    /mso-list:\s*Ignore/i.test(each.getAttribute("style") ?? ""),
  );
  const ordered = /^\s*\(?[\da-z]{1,4}[.)]/i.test(marker?.textContent ?? "");
  marker?.remove();
  return { paragraph, level, ordered };
}

function build(items: readonly Item[], document: Document): HTMLElement {
  const root = listElement(items[0]?.ordered ?? false, document);
  const open: { level: number; list: HTMLElement }[] = [{ level: items[0]?.level ?? 1, list: root }];
  for (const { paragraph, level, ordered } of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    const above = top?.list.lastElementChild;
    if (top && level > top.level && above) {
      top = { level, list: listElement(ordered, document) };
      above.append(top.list);
      open.push(top);
    }
    const item = document.createElement("li");
    const text = document.createElement("p");
    text.append(...paragraph.childNodes);
    item.append(text);
    top?.list.append(item);
    paragraph.remove();
  }
  return root;
}

function listElement(ordered: boolean, document: Document): HTMLElement {
  return document.createElement(ordered ? "ol" : "ul");
}
