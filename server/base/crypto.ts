import { createHash } from "node:crypto";

/**
 * What is stored of a token: 64 hexadecimal digits of its SHA-256. Plain SHA-256 is enough because a token has 256
 * random bits; it would not be for a password.
 */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}
