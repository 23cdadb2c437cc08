const BLOCKS = "p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre, section, article";

/**
 * Tables as Markdown can say them: one header row at the top, rows of equal length, one paragraph a cell. A table
 * of a single cell is only layout and gives its content away.
 */
export function flattenTables(body: HTMLElement): void {
  // Inner tables come later in document order and must lose their cells to the outer cell first.
  for (const table of [...body.querySelectorAll("table")].toReversed()) flatten(table);
}

function flatten(table: HTMLTableElement): void {
  if (table.parentElement?.closest("td, th")) return void table.replaceWith(table.textContent ?? "");
  const rows = [...table.rows];
  const width = Math.max(0, ...rows.map((row) => row.cells.length));
  if (width === 0) return void table.remove();
  if (width === 1 && rows.length === 1)
    return void table.replaceWith(...(rows[0]?.cells[0]?.childNodes ?? []));
  const tbody = table.ownerDocument.createElement("tbody");
  rows.forEach((row, i) => tbody.append(rowOf(row, { width, name: i === 0 ? "th" : "td" })));
  table.replaceChildren(tbody);
}

function rowOf(row: HTMLTableRowElement, options: { width: number; name: string }): HTMLElement {
  const made = row.ownerDocument.createElement("tr");
  const cells = [...row.cells];
  for (let i = 0; i < options.width; i++) {
    const cell = row.ownerDocument.createElement(options.name);
    const from = cells[i];
    const align = from?.style.textAlign || from?.getAttribute("align");
    if (align) cell.style.textAlign = align;
    if (from) cell.append(...flatContent(from));
    made.append(cell);
  }
  return made;
}

/** The inline content of a cell, a break between what were blocks. */
function flatContent(cell: HTMLTableCellElement): Node[] {
  for (const block of cell.querySelectorAll(BLOCKS)) {
    if (block.textContent?.trim() === "") {
      block.remove();
      continue;
    }
    if (hasTextBefore(block, cell)) block.before(cell.ownerDocument.createElement("br"));
    block.replaceWith(...block.childNodes);
  }
  return [...cell.childNodes];
}

function hasTextBefore(block: Element, cell: Element): boolean {
  const range = cell.ownerDocument.createRange();
  range.setStart(cell, 0);
  range.setEndBefore(block);
  return range.toString().trim() !== "";
}
