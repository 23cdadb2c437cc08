import { Info } from "lucide-react";
import type { PlannerReadiness } from "@chopin/protocol/chat";
import { useChatWords } from "./turn-words.ts";

/** Why the Planner cannot work and exactly what to set; nothing where it can. */
export function NoModel({ planner }: { planner: PlannerReadiness | null }) {
  const t = useChatWords();
  if (!planner || planner.ready) return null;
  return (
    <aside className="notice mt-4 text-13" aria-label={t("noModelTitle")}>
      <Info size={16} aria-hidden />
      <div>
        <b className="font-medium">{t("noModelTitle")}</b>
        <p>{planner.reason === "off" ? t("plannerOff") : t("noModel")}</p>
        {planner.reason === "no-model" ? (
          <ul className="mt-2 grid gap-1">
            {planner.accepts.map((accepted) => (
              <li key={accepted}>
                <code className="text-12 break-words">{accepted}</code>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </aside>
  );
}
