import { splitMentions } from "./addressee.ts";

/** Text with its mentions of the Planner in accent. */
export function Mentioning({ text }: { text: string }) {
  return splitMentions(text).map((piece) =>
    piece.mention ? (
      <span key={piece.at} className="at">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
