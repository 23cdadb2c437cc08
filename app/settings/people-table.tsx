import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Avatar } from "../ui/mark.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";

type Rights = { read: boolean; write: boolean; administer: boolean };
export type ListedPerson = { id: string; name: string; rights: Rights; logins: number };
type Outcome = { ok: true } | { ok: false; reason: string };

/** What each person may do, for administrators; a change holds at once, everywhere. */
export function PeopleTable({ people, me }: { people: readonly ListedPerson[]; me: string }) {
  const { t } = useTranslation("settings");
  return (
    <ul className="list" aria-label={t("people")}>
      {people.map((person) => (
        <PersonRow key={person.id} person={person} own={person.id === me} />
      ))}
    </ul>
  );
}

function PersonRow({ person, own }: { person: ListedPerson; own: boolean }) {
  const { t } = useTranslation("settings");
  const rights = useFetcher<Outcome>();
  const logins = useFetcher<Outcome>();
  useRefusal(rights.state === "idle" ? rights.data : undefined);
  useRefusal(logins.state === "idle" ? logins.data : undefined);
  const shown = asked(rights.formData) ?? person.rights;
  const names = { read: t("read"), write: t("write"), administer: t("administer") };
  const set = (right: keyof Rights, value: boolean) => {
    const wanted = included({ ...shown, [right]: value }, right);
    const fields = Object.entries(wanted).map(([key, on]) => [key, String(on)]);
    void rights.submit(
      { intent: "set-rights", person: person.id, ...Object.fromEntries(fields) },
      { method: "post", action: "/-/settings" },
    );
  };
  return (
    <li className="li flex-wrap gap-y-2">
      <Avatar name={person.name} own={own} decorative />
      <span className="min-w-0 flex-1 basis-32">
        <span className="block truncate font-medium" dir="auto" title={person.name}>
          {person.name}
          {own ? <span className="ml-2 font-normal text-tertiary">{t("you")}</span> : null}
        </span>
        <span className="block text-12 text-tertiary">{t("loginsOf", { count: person.logins })}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-4">
        {(["read", "write", "administer"] as const).map((right) => (
          <label key={right} className="flex cursor-pointer items-center gap-1.5 max-md:min-h-11">
            <input
              className="chk"
              type="checkbox"
              aria-label={t("rightOf", { right: names[right], name: person.name })}
              checked={shown[right]}
              disabled={rights.state !== "idle"}
              onChange={(event) => set(right, event.target.checked)}
            />
            {names[right]}
          </label>
        ))}
        {own ? null : (
          <logins.Form method="post" action="/-/settings">
            <input type="hidden" name="intent" value="end-logins" />
            <input type="hidden" name="person" value={person.id} />
            <Button
              type="submit"
              size="sm"
              aria-label={t("endAllNamed", { name: person.name })}
              disabled={person.logins === 0 || logins.state !== "idle"}
            >
              {t("endAll")}
            </Button>
          </logins.Form>
        )}
      </span>
    </li>
  );
}

/** Writing includes reading, administering both; taking reading away takes all. */
function included(rights: Rights, changed: keyof Rights): Rights {
  const { read, write, administer } = rights;
  if (rights[changed]) {
    return { read: read || write || administer, write: write || administer, administer };
  }
  if (changed === "read") return { read: false, write: false, administer: false };
  return changed === "write" ? { read, write: false, administer: false } : rights;
}

/** The rights on their way to the server, shown until it answers. */
function asked(form: FormData | undefined): Rights | undefined {
  if (!form) return undefined;
  const on = (right: keyof Rights) => form.get(right) === "true";
  return { read: on("read"), write: on("write"), administer: on("administer") };
}

function useRefusal(outcome: Outcome | undefined): void {
  const { t } = useTranslation("settings");
  useEffect(() => {
    if (!outcome || outcome.ok) return;
    toast(outcome.reason === "last-administrator" ? t("lastAdministrator") : t("forbidden"), {
      kind: "refused",
    });
  }, [outcome, t]);
}
