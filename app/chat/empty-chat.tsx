import { Trans } from "react-i18next";
import { ArrowUp } from "lucide-react";
import { Mentioning } from "./mentioning.tsx";
import { useChatWords } from "./turn-words.ts";

/** What an empty Chat teaches: one sentence and three instructions that fill the composer. */
export function EmptyChat({ onExample }: { onExample?: ((text: string) => void) | undefined }) {
  const t = useChatWords();
  const examples = [t("example1"), t("example2"), t("example3")];
  return (
    <div className="mt-auto px-1 py-5">
      <p className="text-pretty text-14">
        <b className="font-semibold">{t("emptyLead")}</b>{" "}
        <Trans t={t} i18nKey="empty" components={{ at: <span className="at" /> }} />
      </p>
      {onExample ? (
        <div className="mt-4 grid gap-2">
          {examples.map((example) => (
            <button
              key={example}
              type="button"
              className="ex max-md:min-h-11"
              onClick={() => onExample(example)}
            >
              <span>
                <Mentioning text={example} />
              </span>
              <ArrowUp size={14} aria-hidden />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
