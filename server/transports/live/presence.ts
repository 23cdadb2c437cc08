import type { PresentPerson } from "@chopin/protocol/document";
import { defineEvent } from "../../base/events.ts";
import type { Events } from "../../base/events.ts";

type Caret = { version: number; anchor: number; head: number };

/** One tab as its process knows it. */
type Tab = { tab: string; person: string; name: string; since: number; caret: Caret | null };

/** The tabs that one process has at a document; replaces what it said before. */
type Attendance = { process: string; document: string; tabs: Tab[] };

export const attendance = defineEvent<Attendance>("live.attendance");

/** Milliseconds between two frames of one document: carets move often and are worth little alone. */
const THROTTLE_MS = 50;
/** How often a process repeats who is there, and after how long silence means that it is gone. */
const REPEAT_MS = 10_000;
const GONE_AFTER_MS = 30_000;
const COLOURS = 8;

type Room = {
  /** By process; the tabs of this one stand under its own id. */
  processes: Map<string, { tabs: Tab[]; heardAt: number }>;
  colours: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
};

/** Who is at which document, over all processes: kept in memory, never stored; one entry a person, one caret a tab. */
export class Presence {
  readonly #rooms = new Map<string, Room>();
  readonly #events: Events;
  readonly #process: string;
  readonly #show: (document: string, people: PresentPerson[]) => void;
  readonly #unsubscribe: () => void;
  readonly #repeating: NodeJS.Timeout;

  constructor(options: {
    events: Events;
    process: string;
    show: (document: string, people: PresentPerson[]) => void;
  }) {
    this.#events = options.events;
    this.#process = options.process;
    this.#show = options.show;
    this.#unsubscribe = this.#events.on(attendance, (said) => this.#hear(said));
    this.#repeating = setInterval(() => this.#repeat(), REPEAT_MS).unref();
  }

  join(document: string, tab: { tab: string; person: string; name: string }): void {
    const room = this.#roomOf(document);
    const tabs = this.#own(room).filter((one) => one.tab !== tab.tab);
    this.#change(document, room, [...tabs, { ...tab, since: Date.now(), caret: null }]);
  }

  move(document: string, { tab, caret }: { tab: string; caret: Caret | null }): void {
    const room = this.#rooms.get(document);
    if (!room) return;
    const tabs = this.#own(room).map((one) => (one.tab === tab ? Object.assign({}, one, { caret }) : one));
    this.#change(document, room, tabs);
  }

  leave(document: string, { tab }: { tab: string }): void {
    const room = this.#rooms.get(document);
    if (!room) return;
    const tabs = this.#own(room);
    const left = tabs.filter((one) => one.tab !== tab);
    if (left.length < tabs.length) this.#change(document, room, left);
  }

  people(document: string): PresentPerson[] {
    const room = this.#rooms.get(document);
    if (!room) return [];
    const tabs = [...room.processes.values()]
      .flatMap((one) => one.tabs)
      .toSorted((a, b) => a.since - b.since);
    const people = new Map<string, PresentPerson>();
    for (const { person, name, tab, caret } of tabs) {
      const entry = people.get(person) ?? { person, name, colour: colourIn(room, person), carets: [] };
      if (caret) entry.carets.push({ tab, ...caret });
      people.set(person, entry);
    }
    return [...people.values()];
  }

  /** Documents that are known to have people. */
  get size(): number {
    return this.#rooms.size;
  }

  close(): void {
    this.#unsubscribe();
    clearInterval(this.#repeating);
    for (const room of this.#rooms.values()) clearTimeout(room.timer);
    this.#rooms.clear();
  }

  #roomOf(document: string): Room {
    const room = this.#rooms.get(document) ?? { processes: new Map(), colours: new Map(), timer: undefined };
    this.#rooms.set(document, room);
    return room;
  }

  #own(room: Room): Tab[] {
    return room.processes.get(this.#process)?.tabs ?? [];
  }

  #change(document: string, room: Room, tabs: Tab[]): void {
    place(room, this.#process, tabs);
    room.timer ??= setTimeout(() => {
      room.timer = undefined;
      this.#events.publish(attendance, { process: this.#process, document, tabs: this.#own(room) });
      this.#tell(document, room);
    }, THROTTLE_MS);
  }

  #hear({ process, document, tabs }: Attendance): void {
    if (process === this.#process) return;
    if (tabs.length === 0 && !this.#rooms.has(document)) return;
    const room = this.#roomOf(document);
    const arrives = tabs.length > 0 && !room.processes.has(process);
    place(room, process, tabs);
    this.#tell(document, room);
    // A process that arrives does not know yet who is here. It is told once: an answer to each answer never ends.
    if (arrives && this.#own(room).length > 0)
      this.#events.publish(attendance, { process: this.#process, document, tabs: this.#own(room) });
  }

  #tell(document: string, room: Room): void {
    if (this.#own(room).length > 0) this.#show(document, this.people(document));
    // While its timer runs the others have not heard yet that the last tab of this process left.
    if (room.processes.size === 0 && !room.timer) this.#rooms.delete(document);
  }

  #repeat(): void {
    const now = Date.now();
    for (const [document, room] of this.#rooms) {
      const tabs = this.#own(room);
      if (tabs.length > 0) this.#events.publish(attendance, { process: this.#process, document, tabs });
      const gone = [...room.processes].filter(
        ([id, one]) => id !== this.#process && now - one.heardAt > GONE_AFTER_MS,
      );
      for (const [id] of gone) room.processes.delete(id);
      if (gone.length > 0) this.#tell(document, room);
    }
  }
}

function place(room: Room, process: string, tabs: Tab[]): void {
  if (tabs.length === 0) room.processes.delete(process);
  else room.processes.set(process, { tabs, heardAt: Date.now() });
}

/** A colour stays a person's while the document has anybody; the least used one goes to the next who comes. */
function colourIn({ colours }: Room, person: string): number {
  const known = colours.get(person);
  if (known !== undefined) return known;
  const uses = Array.from(
    { length: COLOURS },
    (_, i) => [...colours.values()].filter((one) => one === i + 1).length,
  );
  const colour = uses.indexOf(Math.min(...uses)) + 1;
  colours.set(person, colour);
  return colour;
}
