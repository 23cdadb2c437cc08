import type { z } from "zod";
import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { nestsDeeper } from "./depth.ts";
import type { LiveSocket } from "./socket.ts";

/** Requests of one socket that may be under way at once; a page needs a handful. */
const MAX_UNDER_WAY = 64;

/** How deep a request nests at most. Blocks nest 20 deep, a level of them is up to six of JSON. */
const MAX_DEPTH = 200;

type Refusal = { ok: false; reason: "malformed" | "unavailable"; detail?: string };

/** Parse, call, reply: how every request of a socket is answered. */
export class Answering {
  readonly #log: Log;
  readonly #underWay = new WeakMap<LiveSocket, number>();
  readonly #answers = new Set<Promise<void>>();
  #stopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Answers `event` with what `work` makes of the parsed payload. A payload of another shape is refused as
   * "malformed", a fault as "unavailable": it is logged and the socket goes on.
   */
  request<Shape extends z.ZodType>(
    socket: LiveSocket,
    event: string,
    shape: Shape,
    work: (payload: z.output<Shape>) => Promise<object>,
  ): void {
    on(socket, event, async (payload, reply) => {
      if (typeof reply !== "function") return;
      const answer = this.#answer(socket, { event, shape, work, payload }).then((said) => void reply(said));
      this.#answers.add(answer);
      await answer.finally(() => this.#answers.delete(answer));
    });
  }

  /** Takes nothing more, and resolves when what was taken is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#answers);
  }

  /** Takes `event` without an answer; one of another shape is dropped. */
  notice<Shape extends z.ZodType>(
    socket: LiveSocket,
    event: string,
    shape: Shape,
    work: (payload: z.output<Shape>) => void,
  ): void {
    on(socket, event, (payload) => {
      if (nestsDeeper(payload, MAX_DEPTH)) return;
      const parsed = shape.safeParse(payload);
      if (parsed.success) work(parsed.data);
    });
  }

  async #answer<Shape extends z.ZodType>(
    socket: LiveSocket,
    asked: {
      event: string;
      shape: Shape;
      work: (payload: z.output<Shape>) => Promise<object>;
      payload: unknown;
    },
  ): Promise<object> {
    const { event, shape, work, payload } = asked;
    if (this.#stopped) return refused("unavailable", "the server is stopping");
    if (nestsDeeper(payload, MAX_DEPTH)) return refused("malformed", "it nests too deep");
    const parsed = shape.safeParse(payload);
    if (!parsed.success) return refused("malformed", parsed.error.issues[0]?.path.join(".") ?? "");
    const underWay = this.#underWay.get(socket) ?? 0;
    if (underWay >= MAX_UNDER_WAY) return refused("unavailable", "too many requests at once");
    this.#underWay.set(socket, underWay + 1);
    try {
      return await work(parsed.data);
    } catch (error) {
      this.#log.error("a request of a page failed", { event, error: messageOf(error) });
      return refused("unavailable");
    } finally {
      this.#underWay.set(socket, (this.#underWay.get(socket) ?? 1) - 1);
    }
  }
}

function refused(reason: Refusal["reason"], detail?: string): Refusal {
  return detail ? { ok: false, reason, detail } : { ok: false, reason };
}

/** socket.io types events one by one; what arrives is unknown until it is parsed. */
function on(socket: LiveSocket, event: string, handler: (payload: unknown, reply: unknown) => void): void {
  (socket as { on(event: string, handler: (payload: unknown, reply: unknown) => void): unknown }).on(
    event,
    handler,
  );
}
