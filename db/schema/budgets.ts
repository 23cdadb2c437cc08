import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * The usage ledger: one row for each response of a model, reserved before it was asked for and settled after it. A row
 * that is not settled belongs to a response that is running, or to a process that died during it.
 */
export const modelResponses = pgTable(
  "model_responses",
  {
    id: uuid("id").primaryKey(),
    person: uuid("person").notNull(),
    via: text("via").notNull(),
    document: uuid("document").notNull(),
    turn: uuid("turn").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    reservedAt: timestamp("reserved_at", { withTimezone: true }).notNull(),
    reservedInputTokens: bigint("reserved_input_tokens", { mode: "number" }).notNull(),
    reservedOutputTokens: bigint("reserved_output_tokens", { mode: "number" }).notNull(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    inputTokens: bigint("input_tokens", { mode: "number" }),
    cachedInputTokens: bigint("cached_input_tokens", { mode: "number" }),
    outputTokens: bigint("output_tokens", { mode: "number" }),
    reasoningTokens: bigint("reasoning_tokens", { mode: "number" }),
    /** The stream was cut, or the provider did not say. */
    estimated: boolean("estimated"),
  },
  (table) => [
    index("model_responses_person").on(table.person, table.reservedAt),
    index("model_responses_turn").on(table.turn),
    check("model_responses_settled", sql`(${table.settledAt} is null) = (${table.inputTokens} is null)`),
  ],
);
