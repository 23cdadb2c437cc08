import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { messageOf } from "./errors.ts";
import type { Log } from "./log.ts";

/** Carries events between the processes on one Redis. */
export type RedisBridge = {
  /**
   * Sends without waiting. While Redis is away the event is dropped; the others are told so once it is back, and read
   * from the database what they missed.
   */
  send(name: string, payload: unknown): void;
  close(): Promise<void>;
};

const channel = "chopin:events";
/** Milliseconds between looks whether a connection is alive, and that an answer may take. */
const LOOK_EVERY = 2_000;
const ANSWER_WITHIN = 3_000;

/**
 * Publishes and subscribes on one channel and reconnects for ever, waiting at most two seconds between attempts. A
 * message carries the sender's mark, by which it leaves out its own. `gap` is called after each reconnection, and when
 * another process says that it could not send.
 */
export function openRedisBridge({
  redisUrl,
  log,
  deliver,
  gap,
}: {
  redisUrl: string;
  log: Log;
  deliver: (name: string, payload: unknown) => void;
  gap: () => void;
}): RedisBridge {
  const own = randomUUID();
  const options = {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    connectTimeout: 5000,
    retryStrategy: (attempt: number) => Math.min(2000, 50 * 2 ** Math.min(attempt, 6)),
  };
  const sender = new Redis(redisUrl, options);
  const listener = new Redis(redisUrl, { ...options, autoResubscribe: false });
  let away = false;
  let wasReady = false;
  /** Whether something was dropped that the others do not know of. */
  let dropped = false;

  for (const connection of [sender, listener]) {
    connection.on("error", (error: Error) => {
      if (!away) log.warn("redis is away, events stay within this process", { reason: messageOf(error) });
      away = true;
    });
  }
  listener.on("ready", () => {
    subscribe().catch((error: unknown) =>
      log.warn("redis refused the subscription", { reason: messageOf(error) }),
    );
  });
  listener.on("message", (_channel: string, text: string) => {
    const message = parseMessage(text);
    if (message === null) log.warn("a foreign message on the event channel was left out");
    else if (message.from === own) return;
    else if (message.name === DROPPED) gap();
    else deliver(message.name, message.payload);
  });
  sender.on("ready", tellDropped);
  const looking = setInterval(() => {
    for (const connection of [sender, listener]) void look(connection);
  }, LOOK_EVERY).unref();

  async function subscribe(): Promise<void> {
    await listener.subscribe(channel);
    if (away) log.info("redis is back");
    away = false;
    if (wasReady) gap();
    wasReady = true;
  }

  function tellDropped(): void {
    if (!dropped) return;
    dropped = false;
    send(DROPPED, null);
  }

  function send(name: string, payload: unknown): void {
    if (sender.status !== "ready") {
      dropped = true;
      return;
    }
    sender.publish(channel, JSON.stringify({ from: own, name, payload })).catch((error: unknown) => {
      dropped = true;
      log.warn("an event did not reach redis", { event: name, reason: messageOf(error) });
      if (sender.status === "ready") setTimeout(tellDropped, LOOK_EVERY).unref();
    });
  }

  return {
    send,
    async close() {
      clearInterval(looking);
      sender.disconnect();
      listener.disconnect();
    },
  };
}

/** Says in the place of an event's name that the sender had to drop some. */
const DROPPED = "";

/** A network that goes away tells nobody: a connection that does not answer is given up and made anew. */
async function look(connection: Redis): Promise<void> {
  if (connection.status !== "ready") return;
  const late = setTimeout(() => connection.stream.destroy(), ANSWER_WITHIN).unref();
  await connection.ping().catch(() => undefined);
  clearTimeout(late);
}

type Message = { from: string; name: string; payload: unknown };

function parseMessage(text: string): Message | null {
  try {
    const value = JSON.parse(text) as Partial<Message> | null;
    if (typeof value?.from !== "string" || typeof value.name !== "string") return null;
    return { from: value.from, name: value.name, payload: value.payload };
  } catch {
    return null;
  }
}
