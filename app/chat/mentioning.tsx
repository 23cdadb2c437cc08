import type { ReactNode } from "react";
import { splitMentions } from "./addressee.ts";
import { splitAddresses } from "./split-addresses.ts";

/** Text with its mentions of the Planner in accent and, where it has been said, its web addresses as links. */
export function Mentioning({ text, links = false }: { text: string; links?: boolean }) {
  return splitMentions(text).map((piece) =>
    piece.mention ? (
      <span key={piece.at} className="at">
        {piece.text}
      </span>
    ) : links ? (
      linked(piece.text, piece.at)
    ) : (
      piece.text
    ),
  );
}

function linked(text: string, at: number): ReactNode[] {
  return splitAddresses(text).map((piece) =>
    piece.address ? (
      <a key={at + piece.at} href={piece.text} target="_blank" rel="noopener noreferrer">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
}
