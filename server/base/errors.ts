/**
 * Something that should not have happened, as opposed to a refusal, which is a value. Compare `code`, never
 * `instanceof`: the page and the server load separate copies of a module.
 */
export class Fault extends Error {
  readonly code: string;

  /** `data` goes to the log and never to a person. */
  readonly data: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    { cause, data = {} }: { cause?: unknown; data?: Record<string, unknown> } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Fault";
    this.code = code;
    this.data = data;
  }
}

/** The code of an error, or "unknown" where it carries none. */
export function codeOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return "unknown";
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
