import type { ReactNode } from "react";

/** A part of Settings: title left, fields right; below one another where it is narrow. */
export function SettingsSection(props: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-hairline py-6 first-of-type:border-t-0 first-of-type:pt-0 md:grid-cols-[180px_minmax(0,1fr)]">
      <div>
        <h2 className="h">{props.title}</h2>
        {props.hint ? <p className="hint text-pretty">{props.hint}</p> : null}
      </div>
      <div className="min-w-0">{props.children}</div>
    </section>
  );
}
