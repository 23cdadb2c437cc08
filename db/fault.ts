/** Why the database could not be opened or brought up to date. The message is written for whoever runs the server. */
export type DatabaseFaultCode =
  | "database-in-use"
  | "database-directory"
  | "database-unreachable"
  | "database-too-old"
  | "migration-unknown"
  | "migration-changed"
  | "migration-failed"
  | "migrations-missing";

/** Stops the start; nothing was changed. */
export class DatabaseFault extends Error {
  readonly code: DatabaseFaultCode;

  constructor(code: DatabaseFaultCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DatabaseFault";
    this.code = code;
  }
}
