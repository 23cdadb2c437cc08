import type { ReactNode } from "react";
import { clsx } from "clsx";

/** A banner that stays until what it says is settled. Icon, sentence in bold, what was kept and what to do. */
export function Notice(props: {
  kind?: "plain" | "warn" | "bad";
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  const { kind = "plain", icon, title, children, actions } = props;
  return (
    <div className={clsx("notice", kind !== "plain" && kind)} role={kind === "bad" ? "alert" : "status"}>
      {icon}
      <div>
        <b className="font-medium">{title}</b>
        {children ? <p>{children}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-1.5 empty:hidden">{actions}</div> : null}
    </div>
  );
}
