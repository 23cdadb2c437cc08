import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * What a person may do on this instance. Writing includes reading and administering includes both, which the
 * database holds too, so that a row can never say something the code has no answer for.
 */
export const personRights = pgTable(
  "person_rights",
  {
    /** A person of accounts; that module has its own tables, so this is an id and no foreign key. */
    person: uuid("person").primaryKey(),
    mayRead: boolean("may_read").notNull(),
    mayWrite: boolean("may_write").notNull(),
    mayAdminister: boolean("may_administer").notNull(),
    /** Who set them last; null where they came with joining. */
    setBy: uuid("set_by"),
    setAt: timestamp("set_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    check("person_rights_write_reads", sql`${table.mayRead} or not ${table.mayWrite}`),
    check("person_rights_administer_writes", sql`${table.mayWrite} or not ${table.mayAdminister}`),
  ],
);
