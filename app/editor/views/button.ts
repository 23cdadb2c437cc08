const SVG = "http://www.w3.org/2000/svg";

/** Icons on a 24 grid, in lucide's manner. */
const ICONS = {
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  rowAbove: "M4 14h16v6H4zM12 10V4M9 7h6",
  rowBelow: "M4 4h16v6H4zM12 14v6M9 17h6",
  rowDelete: "M4 4h16v6H4zM9 15l6 6M15 15l-6 6",
  columnBefore: "M14 4h6v16h-6zM4 12h6M7 9v6",
  columnAfter: "M4 4h6v16H4zM14 12h6M17 9v6",
  columnDelete: "M4 4h6v16H4zM15 9l6 6M21 9l-6 6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  open: "M7 17 17 7M9 7h8v8",
  unlink:
    "M9 15l-2 2a3.500 3.500 0 0 1-5-5l2-2M15 9l2-2a3.500 3.500 0 0 1 5 5l-2 2M8 3v3M3 8h3M16 21v-3M21 16h-3",
} as const;

export type Icon = keyof typeof ICONS;

/** A small square button with an icon; its label is spoken, and shown as a title. */
export function button(options: { icon: Icon; label: string }): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "ed-btn";
  made.title = options.label;
  made.setAttribute("aria-label", options.label);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[options.icon]);
  svg.append(path);
  made.append(svg);
  return made;
}

/** A small button with a word on it. */
export function textButton(label: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "ed-btn text";
  made.textContent = label;
  return made;
}
