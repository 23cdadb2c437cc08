import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/** A human account. `nameKey` is the name as it is compared: two people never share one. */
export const people = pgTable(
  "people",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("people_name_key").on(table.nameKey),
    check("people_name_length", sql`char_length(${table.name}) between 1 and 60`),
  ],
);

/** One browser's sign-in. Only the SHA-256 of its token is kept. A login that ended is a row that is gone. */
export const logins = pgTable(
  "logins",
  {
    id: uuid("id").primaryKey(),
    person: uuid("person")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex("logins_token_hash").on(table.tokenHash), index("logins_person").on(table.person)],
);
