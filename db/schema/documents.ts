import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/** A shared text. Its words live in commits and snapshots; `version` is the number of its steps. */
export const documents = pgTable(
  "documents",
  {
    id: uuid("id").primaryKey(),
    /** A repository; that module has its own tables, so this is an id and no foreign key. */
    repository: uuid("repository").notNull(),
    /** Children are one level deep. */
    parent: uuid("parent"),
    title: text("title").notNull(),
    /** The title as it is compared: two documents of a repository never share one. */
    titleKey: text("title_key").notNull(),
    slug: text("slug").notNull(),
    version: integer("version").notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** A person; null for the document that Chopin brings itself. */
    createdBy: uuid("created_by"),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    /** A document archived along with its parent carries the same moment, and comes back with it. */
    archivedAt: timestamp("archived_at", { withTimezone: true }),
  },
  (table) => [
    foreignKey({ columns: [table.parent], foreignColumns: [table.id] }).onDelete("cascade"),
    uniqueIndex("documents_title_key").on(table.repository, table.titleKey),
    index("documents_updated").on(table.repository, table.updatedAt),
    index("documents_parent").on(table.parent),
    check("documents_title_length", sql`char_length(${table.title}) between 1 and 120`),
  ],
);

/** Every slug a document has or had, within its parent (`scope`: the parent's id, or empty). */
export const documentSlugs = pgTable(
  "document_slugs",
  {
    repository: uuid("repository").notNull(),
    scope: text("scope").notNull(),
    slug: text("slug").notNull(),
    document: uuid("document")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.repository, table.scope, table.slug] }),
    index("document_slugs_document").on(table.document),
  ],
);

/**
 * One accepted commit: its steps as the authority applied them, from `base` to `version`. The id makes a resend
 * harmless; one commit at a base keeps the order between processes. A commit of which nothing was left has equal
 * numbers and no steps.
 */
export const documentCommits = pgTable(
  "document_commits",
  {
    document: uuid("document")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    commit: uuid("commit").notNull(),
    base: integer("base").notNull(),
    version: integer("version").notNull(),
    person: uuid("person").notNull(),
    via: text("via").notNull(),
    /** json, not jsonb: steps are compared as they were written, and never searched. */
    steps: json("steps").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.document, table.commit] }),
    uniqueIndex("document_commits_base")
      .on(table.document, table.base)
      .where(sql`${table.version} > ${table.base}`),
  ],
);

/** The whole document at a version, so that opening never replays history. Milestones stay; others give way. */
export const documentSnapshots = pgTable(
  "document_snapshots",
  {
    document: uuid("document")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    /** ProseMirror JSON. Text, because it is read whole and may hold what json refuses. */
    doc: text("doc").notNull(),
    milestone: boolean("milestone").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.document, table.version] })],
);
