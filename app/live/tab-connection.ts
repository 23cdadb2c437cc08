import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";

let connection: Connection | undefined;
let person: string | undefined;

/** The tab's one connection, opened by the first page that needs it and kept for the next. */
export function tabConnection(): Connection {
  connection ??= connect({ person: () => person });
  return connection;
}

/**
 * Whose pages this tab shows. When somebody else signs in in another tab, the next connection would carry their login:
 * it is turned away instead, and what this person wrote stays theirs.
 */
export function showFor(id: string): void {
  person = id;
}

/** Tries the connection again at once, instead of when its time comes. */
export function reconnectTab(): void {
  connection?.retry();
}
