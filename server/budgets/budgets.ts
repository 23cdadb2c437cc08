import type { Usage } from "@chopin/protocol/parts";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { modelResponses } from "../../db/schema/budgets.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Principal } from "../base/principal.ts";

/** What a response of a model is asked for. */
export type ResponseAsked = {
  document: string;
  turn: string;
  provider: string;
  model: string;
  /** Tokens it may take at most. */
  estimate: { inputTokens: number; outputTokens: number };
};

export type Reserved = { ok: true; reservation: string } | { ok: false; reason: "budget" };

export type Budgets = ReturnType<typeof createBudgets>;

/** The ledger of what models took, response by response. A person may use what they like: there are no ceilings. */
export function createBudgets({ db, clock, ids }: { db: Db; clock: Clock; ids: Ids }) {
  return {
    /** Sets aside what one response may take, on the person's account, before it is asked for. */
    async reserve(
      principal: Principal,
      { document, turn, provider, model, estimate }: ResponseAsked,
    ): Promise<Reserved> {
      const reservation = ids.uuid();
      await db.insert(modelResponses).values({
        id: reservation,
        person: principal.person,
        via: principal.via,
        document,
        turn,
        provider,
        model,
        reservedAt: clock.now(),
        reservedInputTokens: estimate.inputTokens,
        reservedOutputTokens: estimate.outputTokens,
      });
      return { ok: true, reservation };
    },

    /** Writes down what the response took. Settling twice changes nothing. */
    async settle(reservation: string, usage: Usage): Promise<void> {
      await db
        .update(modelResponses)
        .set({ ...usage, settledAt: clock.now() })
        .where(and(eq(modelResponses.id, reservation), isNull(modelResponses.settledAt)));
    },
  };
}
