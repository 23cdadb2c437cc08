import { sql } from "drizzle-orm";
import {
  check,
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

/** The durable transcript. `sequence` orders a document's messages from 1. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    /** Made by whoever sends it, so that a resend is recognised. */
    id: uuid("id").primaryKey(),
    document: uuid("document").notNull(),
    sequence: integer("sequence").notNull(),
    author: text("author", { enum: ["person", "planner", "system"] }).notNull(),
    /** Who said it, or on whose behalf the Planner did; null for a system line. */
    person: uuid("person"),
    via: text("via"),
    to: text("to", { enum: ["room", "planner"] }).notNull(),
    text: text("text").notNull(),
    /** A system line is a code with data, so that it translates. */
    code: json("code"),
    /** The turn it asked for, or that it is the entry of. */
    turn: uuid("turn"),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("chat_messages_sequence").on(table.document, table.sequence),
    check("chat_messages_author", sql`(${table.author} = 'system') = (${table.person} is null)`),
  ],
);

/** One instruction to the Planner: queued, then playing in one process, then ended. Never played twice. */
export const chatTurns = pgTable(
  "chat_turns",
  {
    id: uuid("id").primaryKey(),
    document: uuid("document").notNull(),
    /** The repository of the document, which never changes. */
    repository: uuid("repository").notNull(),
    message: uuid("message")
      .notNull()
      .references(() => chatMessages.id, { onDelete: "cascade" }),
    /** Place in the document's order of instructions: the sequence of the message. */
    place: integer("place").notNull(),
    state: text("state", {
      enum: ["queued", "playing", "done", "stopped", "failed", "refused", "interrupted"],
    }).notNull(),
    person: uuid("person").notNull(),
    /** The login it was asked through; the turn ends with it. */
    login: uuid("login"),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    outcome: json("outcome"),
    /** The process that plays it, and until when it says it lives, by the database's clock. */
    lease: uuid("lease"),
    leaseUntil: timestamp("lease_until", { withTimezone: true }),
    /** Name of the person who stopped it while it played: the process that plays it may not hear the event. */
    stoppedBy: text("stopped_by"),
  },
  (table) => [
    index("chat_turns_document").on(table.document, table.place),
    uniqueIndex("chat_turns_playing")
      .on(table.document)
      .where(sql`${table.state} = 'playing'`),
    index("chat_turns_waiting")
      .on(table.state)
      .where(sql`${table.state} in ('queued', 'playing')`),
  ],
);

/** What a turn did, piece by piece. Text grows in place until it is whole. */
export const chatParts = pgTable(
  "chat_parts",
  {
    turn: uuid("turn")
      .notNull()
      .references(() => chatTurns.id, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    /** json, not jsonb: models write characters that jsonb refuses. */
    part: json("part").notNull(),
  },
  (table) => [primaryKey({ columns: [table.turn, table.index] })],
);
