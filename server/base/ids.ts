import { randomBytes, randomUUID } from "node:crypto";

/** Where identities and secrets come from; a test may pass predictable ids, never predictable tokens. */
export type Ids = {
  /** A random version 4 UUID. */
  uuid(): string;
  /** A secret with 256 bits of randomness, in 43 characters that need no escaping in a cookie or an address. */
  token(): string;
};

/** Ids and tokens from the operating system's generator. */
export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: () => randomBytes(32).toString("base64url"),
};

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a UUID as we write them. Ask before a query: the database answers anything else with an error. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}
