import type { Caret, PresentPerson } from "@chopin/protocol/document";
import { defineEvent } from "../../base/events.ts";
import type { Events } from "../../base/events.ts";
import { PresenceRoom } from "./presence-room.ts";
import type { PresenceChange, Tab } from "./presence-room.ts";

/**
 * What one process says of the tabs it has at a document: now and then all of them, in between those that came or
 * moved, and which left.
 */
type Attendance = { process: string; document: string; whole: boolean; tabs: Tab[]; left: string[] };

export const attendance = defineEvent<Attendance>("live.attendance");

/** Shows a change to the pages of a document; `but` is the one tab whose own it is, and that need not hear it. */
type Show = (document: string, change: PresenceChange, but: string | null) => void;

/** Milliseconds between two frames of one document: carets move often, and a frame costs a message a page. */
const TICK_MS = 50;
const TICK_A_PAGE_MS = 1;
const LONGEST_TICK_MS = 500;
/** How often a process repeats who is there, and after how long silence means that it is gone. */
const REPEAT_MS = 10_000;
const GONE_AFTER_MS = 30_000;

type Place = {
  room: PresenceRoom;
  /** Tabs of this process. */
  own: Set<string>;
  /** Of those, the ones the other processes have not heard of yet. */
  untold: Set<string>;
  /** Tabs of the other processes, by process. */
  others: Map<string, { tabs: Set<string>; heardAt: number }>;
  timer: NodeJS.Timeout | undefined;
};

/** Who is at which document, over all processes: kept in memory, never stored; one entry a person, one caret a tab. */
export class Presence {
  readonly #places = new Map<string, Place>();
  readonly #events: Events;
  readonly #process: string;
  readonly #show: Show;
  readonly #unsubscribe: () => void;
  readonly #repeating: NodeJS.Timeout;

  constructor(options: { events: Events; process: string; show: Show }) {
    this.#events = options.events;
    this.#process = options.process;
    this.#show = options.show;
    this.#unsubscribe = this.#events.on(attendance, (said) => this.#hear(said));
    this.#repeating = setInterval(() => this.#repeat(), REPEAT_MS).unref();
  }

  join(document: string, tab: { tab: string; person: string; name: string }): void {
    const place = this.#placeOf(document);
    const since = place.room.tab(tab.tab)?.since ?? Date.now();
    place.own.add(tab.tab);
    place.room.put({ ...tab, since, caret: null });
    this.#changed(document, place, tab.tab);
  }

  move(document: string, { tab, caret }: { tab: string; caret: Caret | null }): void {
    const place = this.#places.get(document);
    const known = place?.own.has(tab) ? place.room.tab(tab) : undefined;
    if (!place || !known) return;
    place.room.put({ ...known, caret });
    this.#changed(document, place, tab);
  }

  leave(document: string, { tab }: { tab: string }): void {
    const place = this.#places.get(document);
    if (!place?.own.delete(tab)) return;
    place.room.remove(tab);
    this.#changed(document, place, tab);
  }

  people(document: string): PresentPerson[] {
    return this.#places.get(document)?.room.people() ?? [];
  }

  /** Documents that are known to have people. */
  get size(): number {
    return this.#places.size;
  }

  close(): void {
    this.#unsubscribe();
    clearInterval(this.#repeating);
    for (const { timer } of this.#places.values()) clearTimeout(timer);
    this.#places.clear();
  }

  #placeOf(document: string): Place {
    const place = this.#places.get(document) ?? {
      room: new PresenceRoom(),
      own: new Set(),
      untold: new Set(),
      others: new Map(),
      timer: undefined,
    };
    this.#places.set(document, place);
    return place;
  }

  #changed(document: string, place: Place, tab?: string): void {
    if (tab !== undefined) place.untold.add(tab);
    const wait = Math.min(LONGEST_TICK_MS, Math.max(TICK_MS, place.own.size * TICK_A_PAGE_MS));
    place.timer ??= setTimeout(() => this.#tick(document, place), wait);
  }

  #tick(document: string, place: Place): void {
    place.timer = undefined;
    if (place.untold.size > 0) {
      const untold = [...place.untold];
      place.untold.clear();
      const tabs = untold.flatMap((id) => place.room.tab(id) ?? []);
      this.#say(document, { whole: false, tabs, left: untold.filter((id) => !place.room.tab(id)) });
    }
    const change = place.room.takeChange();
    if (change && place.own.size > 0) this.#tell(document, place, change);
    if (place.room.size === 0) this.#places.delete(document);
  }

  #tell(document: string, { own }: Place, change: PresenceChange): void {
    const [only, ...more] = change.came.length + change.left.length > 0 ? [] : change.carets;
    const but = only && more.length === 0 && own.has(only.tab) ? only.tab : null;
    if (but === null || own.size > 1) this.#show(document, change, but);
  }

  #hear({ process, document, whole, tabs, left }: Attendance): void {
    if (process === this.#process) return;
    if (tabs.length === 0 && !this.#places.has(document)) return;
    const place = this.#placeOf(document);
    const known = place.others.get(process);
    const theirs = known?.tabs ?? new Set();
    const named = new Set(tabs.map(({ tab }) => tab));
    const gone = whole ? [...theirs].filter((id) => !named.has(id)) : left;
    for (const id of gone) if (theirs.delete(id)) place.room.remove(id);
    for (const tab of tabs) {
      theirs.add(tab.tab);
      place.room.put(tab);
    }
    if (theirs.size > 0) place.others.set(process, { tabs: theirs, heardAt: Date.now() });
    else place.others.delete(process);
    // A process that arrives does not know yet who is here. It is told once: an answer to each answer never ends.
    if (!known && theirs.size > 0 && place.own.size > 0) this.#sayAll(document, place);
    this.#changed(document, place);
  }

  #repeat(): void {
    const now = Date.now();
    for (const [document, place] of this.#places) {
      if (place.own.size > 0) this.#sayAll(document, place);
      for (const [process, { tabs, heardAt }] of place.others) {
        if (now - heardAt <= GONE_AFTER_MS) continue;
        place.others.delete(process);
        for (const id of tabs) place.room.remove(id);
        this.#changed(document, place);
      }
    }
  }

  #sayAll(document: string, { room, own }: Place): void {
    this.#say(document, { whole: true, tabs: [...own].flatMap((id) => room.tab(id) ?? []), left: [] });
  }

  #say(document: string, said: Pick<Attendance, "whole" | "tabs" | "left">): void {
    this.#events.publish(attendance, { process: this.#process, document, ...said });
  }
}
