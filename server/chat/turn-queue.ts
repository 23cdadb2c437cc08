import type { StoredPart } from "@chopin/protocol/chat";
import type { Db } from "../../db/client.ts";
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Events } from "../base/events.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { transcriptBounds, type Planner, type TranscriptEntry } from "../planner/planner.ts";
import { chatMessage, chatParts, chatTurn, turnStopped } from "./chat-events.ts";
import {
  appendMessage,
  findMessage,
  lockTranscript,
  plannerEntry,
  saidBefore,
  type NewMessage,
} from "./message-store.ts";
import { interruptedAfter, playTurn, spokenText, type Ending } from "./play-turn.ts";
import { Recorder } from "./recorder.ts";
import type { MessageRow, Transcriber, TurnRow } from "./transcript.ts";
import * as turns from "./turn-store.ts";

/** Milliseconds between looks at what waits, what was stopped, and what is left by processes that died. */
const sweepMs = 1_000;

type Playing = {
  row: TurnRow;
  recorder: Recorder;
  stop: AbortController;
  ending: Ending | null;
  done: Promise<void>;
};

/** Plays the turns of this process: one a document at a time, in the order in which they were asked for. */
export class TurnQueue {
  readonly #deps: TurnQueueDeps;
  readonly #lease: string;
  readonly #playing = new Map<string, Playing>();
  readonly #unsubscribe: (() => void)[];
  #sweeping: NodeJS.Timeout | null = null;
  readonly #early = new Map<string, Ending>();
  readonly #claiming = new Set<Promise<void>>();
  #closed = false;

  constructor(deps: TurnQueueDeps) {
    this.#deps = deps;
    this.#lease = deps.ids.uuid();
    this.#unsubscribe = [
      deps.events.on(turnStopped, ({ turn, by }) => this.#end(turn, { kind: "stopped", by })),
      deps.events.onGap(() => {
        this.#look().catch((error: unknown) =>
          deps.log.error("stops were not looked for", { reason: messageOf(error) }),
        );
      }),
    ];
  }

  /** Interrupts what died with its process, plays what waits, and goes on looking for both. */
  async recover({ alone }: { alone: boolean }): Promise<void> {
    await this.#sweep({ alone });
    const again = (): void => {
      this.#sweeping = setTimeout(() => {
        void this.#sweep({ alone: false })
          .catch((error: unknown) =>
            this.#deps.log.error("turns were not looked after", { reason: messageOf(error) }),
          )
          .finally(() => {
            if (!this.#closed) again();
          });
      }, sweepMs);
      this.#sweeping.unref();
    };
    if (!this.#closed) again();
  }

  /** Plays the next turn of a document unless one plays. Never rejects: what waits is looked for again. */
  async pump(document: string): Promise<void> {
    if (this.#closed) return;
    const claiming = this.#claim(document);
    this.#claiming.add(claiming);
    await claiming.finally(() => this.#claiming.delete(claiming));
  }

  async #claim(document: string): Promise<void> {
    const { db, clock, log } = this.#deps;
    try {
      const row = await turns.claimNext(db, { document, lease: this.#lease, now: clock.now() });
      if (row === null) return;
      this.#start(row);
      if (this.#closed) this.#end(row.id, { kind: "closing" });
    } catch (error) {
      log.error("a turn could not be started", { document, reason: messageOf(error) });
    }
  }

  /** The parts of a turn that plays here, newer than those in the database; null for any other. */
  live(turn: string): StoredPart[] | null {
    return this.#playing.get(turn)?.recorder.from(0) ?? null;
  }

  /** Ends every turn of a document that plays here. */
  endAllOf(document: string): void {
    for (const { row } of this.#playing.values()) {
      if (row.document === document) this.#end(row.id, { kind: "closing" });
    }
  }

  /** Interrupts what plays here, stores it, and plays nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#unsubscribe) stop();
    if (this.#sweeping !== null) clearTimeout(this.#sweeping);
    await Promise.all(this.#claiming);
    for (const id of this.#playing.keys()) this.#end(id, { kind: "closing" });
    await Promise.all([...this.#playing.values()].map(({ done }) => done));
  }

  #end(turn: string, ending: Ending): void {
    const playing = this.#playing.get(turn);
    if (playing === undefined) {
      // It may just have been taken to be played here; kept for a few of the newest.
      if (this.#early.size > 100) this.#early.clear();
      this.#early.set(turn, ending);
      return;
    }
    if (playing.ending !== null) return;
    playing.ending = ending;
    playing.stop.abort();
  }

  #start(row: TurnRow): void {
    const { db, events, log } = this.#deps;
    const recorder = new Recorder({
      publish: (parts) => events.publish(chatParts, { document: row.document, turn: row.id, parts }),
      store: (parts) => turns.storeParts(db, row.id, parts),
    });
    const playing: Playing = {
      row,
      recorder,
      stop: new AbortController(),
      ending: null,
      done: Promise.resolve(),
    };
    this.#playing.set(row.id, playing);
    const early = this.#early.get(row.id);
    if (early !== undefined) this.#end(row.id, early);
    playing.done = this.#play(playing)
      .catch((error: unknown) =>
        log.error("a turn was not stored", { turn: row.id, reason: messageOf(error) }),
      )
      .finally(async () => {
        this.#playing.delete(row.id);
        await this.pump(row.document);
      });
  }

  async #play(playing: Playing): Promise<void> {
    const { db, events, clock, transcriber } = this.#deps;
    const { row, recorder, stop } = playing;
    events.publish(chatTurn, await transcriber.turn(row));
    const outcome = await playTurn({
      parts: () => this.#parts(row, stop.signal),
      recorder,
      ending: () => playing.ending,
      startedAt: row.startedAt ?? clock.now(),
      now: clock.now,
    });
    recorder.take({ type: "end", outcome });
    const unstored = await recorder.end();
    if (playing.ending?.kind === "lost") return;
    const stored = await db.transaction(async (tx) => {
      await lockTranscript(tx, row.document);
      const ended = await turns.endTurn(tx, {
        id: row.id,
        from: "playing",
        lease: this.#lease,
        outcome,
        now: clock.now(),
      });
      if (ended === null) return null;
      await turns.storeParts(tx, row.id, unstored);
      return { ended, message: await appendMessage(tx, this.#entry(row, spokenText(recorder.from(0)))) };
    });
    if (stored !== null) await this.#announce(stored);
  }

  /** The turn as its maker yields it; a fault before it begins fails the turn like one within it. */
  async *#parts(row: TurnRow, signal: AbortSignal) {
    const { db, planner, transcriber } = this.#deps;
    const [message, before, said] = await Promise.all([
      findMessage(db, row.message),
      turns.previousTurn(db, row),
      saidBefore(db, { document: row.document, place: row.place, limit: transcriptBounds.entries }),
    ]);
    const messages: TranscriptEntry[] = [];
    for (const entry of said) {
      messages.push({
        from: await transcriber.nameOf(entry.person ?? ""),
        own: entry.author === "planner",
        text: entry.text,
        fresh: entry.sequence > (before?.place ?? 0),
      });
    }
    yield* planner.turn(principalOf(row), {
      document: row.document,
      repository: row.repository,
      turn: row.id,
      previousTurn: before?.id ?? null,
      instruction: message?.text ?? "",
      from: await transcriber.nameOf(row.person),
      messages,
      signal,
    });
  }

  async #sweep({ alone }: { alone: boolean }): Promise<void> {
    const { db } = this.#deps;
    await this.#look();
    for (const row of await turns.deadTurns(db, { lease: this.#lease, alone })) await this.#interrupt(row);
    for (const document of await turns.waitingDocuments(db)) await this.pump(document);
  }

  /** Whether what plays here is still ours, and whether somebody stopped it elsewhere. */
  async #look(): Promise<void> {
    // A turn that begins while the database is asked is not in its answer.
    const asked = [...this.#playing.keys()];
    if (asked.length === 0) return;
    const ours = await turns.renewLeases(this.#deps.db, this.#lease);
    for (const id of asked) {
      if (!this.#playing.has(id)) continue;
      const by = ours.get(id);
      if (by === undefined) this.#end(id, { kind: "lost" });
      else if (by !== null) this.#end(id, { kind: "stopped", by });
    }
  }

  async #interrupt(row: TurnRow): Promise<void> {
    const { db, clock } = this.#deps;
    const stored = await db.transaction(async (tx) => {
      await lockTranscript(tx, row.document);
      const parts = (await turns.loadParts(tx, { turns: [row.id] })).get(row.id) ?? [];
      const { outcome, end } = interruptedAfter(parts);
      const ended = await turns.endTurn(tx, {
        id: row.id,
        from: "playing",
        lease: row.lease,
        outcome,
        now: clock.now(),
      });
      if (ended === null) return null;
      await turns.storeParts(tx, row.id, [end]);
      return { ended, message: await appendMessage(tx, this.#entry(row, spokenText(parts))) };
    });
    if (stored !== null) await this.#announce(stored);
  }

  #entry(row: TurnRow, text: string): NewMessage {
    return plannerEntry(row, { id: this.#deps.ids.uuid(), text, at: this.#deps.clock.now() });
  }

  async #announce({ ended, message }: { ended: TurnRow; message: MessageRow }): Promise<void> {
    const { events, transcriber } = this.#deps;
    events.publish(chatTurn, await transcriber.turn(ended));
    events.publish(chatMessage, await transcriber.message(message));
  }
}

export type TurnQueueDeps = {
  db: Db;
  events: Events;
  clock: Clock;
  ids: Ids;
  log: Log;
  planner: Pick<Planner, "turn">;
  transcriber: Transcriber;
};

function principalOf({ person, login }: TurnRow): Principal {
  return { person, via: "planner", ...(login === null ? {} : { login }) };
}
