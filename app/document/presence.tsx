import { useTranslation } from "react-i18next";
import { Avatar } from "../ui/mark.tsx";

export type Present = { person: string; name: string; colour: number };

/** Marks shown before the rest becomes a number. */
const SHOWN = 5;

/** Who is here: one mark a person, the reader last and in accent. */
export function Presence({ people, me, fewer }: { people: readonly Present[]; me: string; fewer?: boolean }) {
  const { t } = useTranslation("document");
  const others = people.filter(({ person }) => person !== me);
  const own = people.find(({ person }) => person === me);
  const room = fewer ? 2 : SHOWN - 1;
  const shown = others.slice(0, room);
  const more = others.length - shown.length;
  const names = [...others.map(({ name }) => name), ...(own ? [t("you")] : [])].join(", ");
  if (people.length === 0) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-[3px]"
      role="group"
      aria-label={others.length > 0 ? t("here", { names }) : t("hereAlone")}
    >
      {shown.map(({ person, name, colour }) => (
        <Avatar key={person} name={name} colour={colour} />
      ))}
      {more > 0 ? (
        <span
          className="text-12 text-tertiary tabular-nums"
          title={others
            .slice(room)
            .map(({ name }) => name)
            .join(", ")}
        >
          {`+${more}`}
        </span>
      ) : null}
      {own && !(fewer && others.length > 0) ? <Avatar name={own.name} own /> : null}
    </span>
  );
}

/** The colour of a person: theirs in this document while they are here, else one that their id always gives. */
export function colourOf(person: string, people: readonly Present[]): number {
  const here = people.find((one) => one.person === person);
  if (here) return here.colour;
  let sum = 0;
  for (const char of person) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return (sum % 8) + 1;
}
