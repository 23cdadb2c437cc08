import { pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/** What documents are about. The external key (a real path, a GitHub node id) stays when the name changes. */
export const repositories = pgTable(
  "repositories",
  {
    id: uuid("id").primaryKey(),
    provider: text("provider").notNull(),
    externalKey: text("external_key").notNull(),
    /** `owner/name`, case kept. */
    name: text("name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex("repositories_external_key").on(table.provider, table.externalKey)],
);
