import { messageOf } from "./errors.ts";
import type { Log } from "./log.ts";
import { openRedisBridge } from "./redis-bridge.ts";

/** A kind of event with the type of what it carries. Payloads are plain JSON: they may cross processes. */
export type EventKind<Payload> = { name: string; payload?: Payload };

/** Declares a kind of event. The module that publishes it owns and exports it. */
export function defineEvent<Payload>(name: string): EventKind<Payload> {
  return { name };
}

export type Unsubscribe = () => void;

/**
 * Tells every process what has just become true. A module commits first and publishes afterwards, so an event
 * may be missed (a crash in between) but never lies; whatever was missed is found again from the database.
 */
export interface Events {
  publish<Payload>(kind: EventKind<Payload>, payload: Payload): void;
  /** As `publish`, within this process only: what the others know, and this one had missed. */
  publishHere<Payload>(kind: EventKind<Payload>, payload: Payload): void;
  /** Handlers run in publishing order; one that throws is logged and disturbs no other. */
  on<Payload>(kind: EventKind<Payload>, handler: (payload: Payload) => void): Unsubscribe;
  /** Called when events of other processes may have been missed (the connection to them came back). */
  onGap(handler: () => void): Unsubscribe;
  close(): Promise<void>;
}

/**
 * Events within this process, and with `redisUrl` between all processes on that Redis. Local delivery happens at
 * once, inside `publish`, and never waits for Redis: while Redis is away each process still hears itself.
 */
export function createEvents({ redisUrl, log }: { redisUrl?: string | undefined; log: Log }): Events {
  const handlers = new Map<string, Set<(payload: never) => void>>();
  const gapHandlers = new Set<() => void>();

  function guard(name: string, run: () => unknown): void {
    const failed = (error: unknown): void =>
      log.error("an event handler failed", { event: name, reason: messageOf(error), error });
    try {
      const result = run();
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  function deliver(name: string, payload: unknown): void {
    // A copy, so that a handler which subscribes another does not see this event delivered to it.
    const current = Array.from(handlers.get(name) ?? []);
    for (const handler of current) guard(name, () => handler(payload as never));
  }

  const bridge =
    redisUrl === undefined
      ? null
      : openRedisBridge({
          redisUrl,
          log,
          deliver,
          gap: () => {
            for (const handler of gapHandlers) guard("gap", handler);
          },
        });

  return {
    publish(kind, payload) {
      bridge?.send(kind.name, payload);
      deliver(kind.name, payload);
    },
    publishHere(kind, payload) {
      deliver(kind.name, payload);
    },
    on(kind, handler) {
      const set = handlers.get(kind.name) ?? new Set();
      handlers.set(kind.name, set.add(handler));
      return () => {
        set.delete(handler);
      };
    },
    onGap(handler) {
      gapHandlers.add(handler);
      return () => {
        gapHandlers.delete(handler);
      };
    },
    async close() {
      handlers.clear();
      gapHandlers.clear();
      await bridge?.close();
    },
  };
}
