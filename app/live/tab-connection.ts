import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";

let connection: Connection | undefined;

/** The tab's one connection, opened by the first page that needs it and kept for the next. */
export function tabConnection(): Connection {
  connection ??= connect();
  return connection;
}

/** Tries the connection again at once, instead of when its time comes. */
export function reconnectTab(): void {
  connection?.retry();
}
