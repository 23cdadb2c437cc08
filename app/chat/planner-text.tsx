import { lazy, Suspense } from "react";
import { clsx } from "clsx";

// Half of Chat's weight: fetched only when the Planner has said something. Until it is there, the words are.
const Markdown = lazy(() => import("./planner-markdown.tsx"));

/** What the Planner says, as Markdown, with the accent caret while it streams. */
export function PlannerText({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <div className={clsx("md", streaming && "streaming")} dir="auto">
      <Suspense fallback={<p className="said">{text}</p>}>
        <Markdown text={text} streaming={streaming} />
      </Suspense>
    </div>
  );
}
