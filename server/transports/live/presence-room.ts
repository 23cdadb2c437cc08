import type { Caret, PresenceFrame, PresentPerson } from "@chopin/protocol/document";

/** One tab as its process knows it; `since` orders people by when they came, in milliseconds. */
export type Tab = { tab: string; person: string; name: string; since: number; caret: Caret | null };

/** What a frame says, without its document. */
export type PresenceChange = Omit<PresenceFrame, "document">;

const COLOURS = 8;

/**
 * The tabs at one document, over all processes. Every change costs the same however many people are there; what has
 * changed is gathered until it is asked for.
 */
export class PresenceRoom {
  readonly #tabs = new Map<string, Tab>();
  /** Tabs by person. */
  readonly #people = new Map<string, Set<string>>();
  /** Stays a person's while the room has anybody. */
  readonly #colours = new Map<string, number>();
  readonly #uses = Array.from({ length: COLOURS }, () => 0);
  readonly #came = new Set<string>();
  readonly #left = new Set<string>();
  /** Whose caret moved, by tab. */
  readonly #moved = new Map<string, string>();

  get size(): number {
    return this.#tabs.size;
  }

  tab(id: string): Tab | undefined {
    return this.#tabs.get(id);
  }

  put(tab: Tab): void {
    const before = this.#tabs.get(tab.tab);
    if (before && before.person !== tab.person) this.remove(tab.tab);
    this.#tabs.set(tab.tab, tab);
    const tabs = this.#people.get(tab.person);
    if (tabs) tabs.add(tab.tab);
    else this.#enter(tab);
    if (!sameCaret(before?.caret ?? null, tab.caret)) this.#moved.set(tab.tab, tab.person);
  }

  remove(id: string): void {
    const tab = this.#tabs.get(id);
    if (!tab) return;
    this.#tabs.delete(id);
    const tabs = this.#people.get(tab.person);
    tabs?.delete(id);
    if (tab.caret) this.#moved.set(id, tab.person);
    if (tabs && tabs.size > 0) return;
    this.#people.delete(tab.person);
    this.#came.delete(tab.person);
    this.#left.add(tab.person);
  }

  /** Everybody, in the order in which they came. */
  people(): PresentPerson[] {
    const people = new Map<string, PresentPerson>();
    for (const { tab, person, name, caret } of [...this.#tabs.values()].toSorted(
      (a, b) => a.since - b.since,
    )) {
      const entry = people.get(person) ?? {
        person,
        name,
        colour: this.#colours.get(person) ?? 1,
        carets: [],
      };
      if (caret) entry.carets.push({ tab, ...caret });
      people.set(person, entry);
    }
    return [...people.values()];
  }

  /** What changed since this was last asked, as it is now; null when nothing did. */
  takeChange(): PresenceChange | null {
    const came = [...this.#came].map((person) => this.#named(person));
    const left = [...this.#left];
    const carets = [...this.#moved].flatMap(([tab, person]) =>
      this.#people.has(person) ? [{ person, tab, at: this.#tabs.get(tab)?.caret ?? null }] : [],
    );
    this.#came.clear();
    this.#left.clear();
    this.#moved.clear();
    return came.length + left.length + carets.length > 0 ? { came, left, carets } : null;
  }

  #enter({ tab, person }: Tab): void {
    this.#people.set(person, new Set([tab]));
    // Somebody who was away for less than a frame was never gone.
    if (!this.#left.delete(person)) this.#came.add(person);
    if (this.#colours.has(person)) return;
    // The least used colour goes to the next who comes.
    const least = this.#uses.indexOf(Math.min(...this.#uses));
    this.#uses[least] = (this.#uses[least] ?? 0) + 1;
    this.#colours.set(person, least + 1);
  }

  #named(person: string): Omit<PresentPerson, "carets"> {
    const [tab = ""] = this.#people.get(person) ?? [];
    return { person, name: this.#tabs.get(tab)?.name ?? "", colour: this.#colours.get(person) ?? 1 };
  }
}

function sameCaret(a: Caret | null, b: Caret | null): boolean {
  return a?.version === b?.version && a?.anchor === b?.anchor && a?.head === b?.head;
}
