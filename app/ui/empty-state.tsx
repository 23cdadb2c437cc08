import type { ReactNode } from "react";

/** What a list shows while it has nothing: a sentence that teaches and the way to begin. */
export function EmptyState(props: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="rounded-md border border-hairline px-8 py-10 max-md:px-5">
      <h2 className="text-16 font-semibold tracking-[-0.011em]">{props.title}</h2>
      <div className="mt-1 text-pretty text-secondary">{props.children}</div>
      {props.actions ? <div className="mt-4 flex flex-wrap gap-2">{props.actions}</div> : null}
    </div>
  );
}
