import type { PresenceFrame, PresentPerson } from "@chopin/protocol/document";

/** Who is here after a presence frame; whoever it does not name stays the same object. */
export function withPresence(
  people: readonly PresentPerson[],
  { came, left, carets }: Omit<PresenceFrame, "document">,
): PresentPerson[] {
  const known = new Map(people.map((one) => [one.person, one]));
  for (const person of left) known.delete(person);
  for (const one of came) known.set(one.person, { carets: [], ...known.get(one.person), ...one });
  for (const { person, tab, at } of carets) {
    const one = known.get(person);
    if (!one) continue;
    const others = one.carets.filter((caret) => caret.tab !== tab);
    known.set(person, { ...one, carets: at ? [...others, { tab, ...at }] : others });
  }
  return [...known.values()];
}
