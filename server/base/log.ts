import { pino, type DestinationStream } from "pino";

export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ["json", "pretty"] as const;
export type LogFormat = (typeof logFormats)[number];

/** What a line may carry beside its message. */
export type LogData = Record<string, unknown>;

/** Structured log: a message that never varies and data that does. */
export type Log = {
  debug(message: string, data?: LogData): void;
  info(message: string, data?: LogData): void;
  warn(message: string, data?: LogData): void;
  error(message: string, data?: LogData): void;
  /** A log whose every line carries `data` as well. */
  child(data: LogData): Log;
};

/**
 * Writes to standard output, one JSON object a line, or a readable line with `format: "pretty"`. Whatever is named
 * like a secret is masked at any depth, and so are passwords inside addresses: a log is copied into bug reports.
 */
export function createLog({
  level,
  format,
  destination = process.stdout,
}: {
  level: LogLevel;
  format: LogFormat;
  destination?: DestinationStream;
}): Log {
  const stream =
    format === "pretty" ? { write: (line: string) => destination.write(pretty(line)) } : destination;
  const logger = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, stream);
  return wrap(logger);
}

/** A log that says nothing, for tests. */
export const silentLog: Log = createLog({ level: "silent", format: "json" });

type PinoLike = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "child">;

function wrap(logger: PinoLike): Log {
  return {
    debug: (message, data = {}) => logger.debug(masked(data), maskText(message)),
    info: (message, data = {}) => logger.info(masked(data), maskText(message)),
    warn: (message, data = {}) => logger.warn(masked(data), maskText(message)),
    error: (message, data = {}) => logger.error(masked(data), maskText(message)),
    child: (data) => wrap(logger.child(masked(data))),
  };
}

const secretName =
  /^(authorization|cookie|set-cookie|password|passwd|secret|token|credential|api[-_]?key)s?$|[a-z0-9_-](secret|password|token|api[-_]?key)$/i;

function masked(data: LogData): LogData {
  const seen = new WeakSet<object>();
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      secretName.test(name) ? "***" : maskValue(value, seen),
    ]),
  );
}

function maskValue(value: unknown, seen: WeakSet<object>): unknown {
  if (typeof value === "string") return maskText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (seen.has(value)) return "[circular]";
  seen.add(value);
  if (value instanceof Error) return maskError(value, seen);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, seen));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) ? "***" : maskValue(item, seen),
    ]),
  );
}

/** An error's parts are named here because JSON leaves them out; its parameters are left out because they may be text people wrote. */
function maskError(error: Error, seen: WeakSet<object>): LogData {
  const code = "code" in error ? error.code : undefined;
  return {
    name: error.name,
    message: maskText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: maskText(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: maskValue(error.cause, seen) }),
  };
}

/** Masks what looks like a secret inside free text: passwords in addresses, bearer tokens and well-known key shapes. */
function maskText(text: string): string {
  return text
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]+@/gi, "$1:***@")
    .replaceAll(/\b(bearer\s+)[\w.~+/=-]{8,}/gi, "$1***")
    .replaceAll(/\b(sk-|gh[pousr]_|github_pat_)[\w-]{8,}/g, "$1***");
}

function pretty(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as {
    level: string;
    time: number;
    msg: string;
  } & LogData;
  const data = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
  return `${new Date(time).toISOString().slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${msg}${data}\n`;
}
