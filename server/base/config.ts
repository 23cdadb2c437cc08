import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isLoopback } from "./origins.ts";
import type { LogFormat, LogLevel } from "./log.ts";
import { variables, type Variable } from "./variables.ts";

/** How this process runs, read once from the environment. */
export type Config = {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** What APP_ORIGIN names, the one for links first; empty when it is derived from host and port. */
  origins: readonly string[];
  /** Absolute. */
  dataDir: string;
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
  authMode: "open";
  /** Absolute paths of local checkouts. */
  repositories: readonly string[];
  log: { level: LogLevel; format: LogFormat };
  mode: "production" | "development" | "test";
  /** Whether the Planner and background work run at all. */
  agent: "on" | "off";
  models: ModelSettings;
};

/** The model sources the environment names; each is used when its key, or for `custom` its address, is given. */
export type ModelSettings = {
  model?: string | undefined;
  custom?: { baseUrl: string; apiKey?: string | undefined } | undefined;
  anthropic?: { apiKey: string; baseUrl: string } | undefined;
  openai?: { apiKey: string; baseUrl: string } | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** A wrong setting. The message is one line: the variable, what was given and what is accepted. */
export class ConfigError extends Error {
  readonly code = "config";
  readonly variable: string;

  constructor(variable: string, message: string) {
    super(message);
    this.name = "ConfigError";
    this.variable = variable;
  }
}

/** Reads the environment. Throws a `ConfigError` for the first value that is wrong or contradicts another. */
export function loadConfig(env: Environment = process.env): Config {
  const values = readValues(env);
  refuseContradictions(values);
  return {
    host: values.SERVER_HOST,
    port: values.PORT,
    origins: values.APP_ORIGIN ?? [],
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    authMode: values.AUTH_MODE,
    repositories: (values.REPOSITORIES ?? ownCheckout()).map((item) => path.resolve(item)),
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT },
    mode: values.NODE_ENV,
    agent: values.AGENT,
    models: modelsOf(values),
  };
}

/** Where the tests open their databases: a PostgreSQL server with CHOPIN_TEST_DB=postgres, else undefined. */
export function testDatabaseUrl(env: Environment = process.env): string | undefined {
  if (env["CHOPIN_TEST_DB"] !== "postgres") return undefined;
  const url = env["TEST_DATABASE_URL"];
  if (url === undefined || url === "") {
    throw new ConfigError("TEST_DATABASE_URL", "CHOPIN_TEST_DB=postgres needs TEST_DATABASE_URL.");
  }
  return url;
}

/** The Redis server that tests of several processes use, when there is one. */
export function testRedisUrl(env: Environment = process.env): string | undefined {
  return env["TEST_REDIS_URL"] || undefined;
}

type Values = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]["schema"]> };

function readValues(env: Environment): Values {
  const entries = Object.entries(variables as Record<string, Variable>).map(([name, variable]) => {
    const given = env[name]?.trim() || undefined;
    const parsed = variable.schema.safeParse(given);
    if (!parsed.success) throw wrong({ name, variable, given: given ?? "" });
    return [name, parsed.data];
  });
  return Object.fromEntries(entries) as Values;
}

function modelsOf(values: Values): ModelSettings {
  return {
    model: values.MODEL,
    custom:
      values.MODEL_BASE_URL === undefined
        ? undefined
        : { baseUrl: values.MODEL_BASE_URL, apiKey: values.MODEL_API_KEY },
    anthropic:
      values.ANTHROPIC_API_KEY === undefined
        ? undefined
        : { apiKey: values.ANTHROPIC_API_KEY, baseUrl: values.ANTHROPIC_BASE_URL },
    openai:
      values.OPENAI_API_KEY === undefined
        ? undefined
        : { apiKey: values.OPENAI_API_KEY, baseUrl: values.OPENAI_BASE_URL },
  };
}

function wrong({ name, variable, given }: { name: string; variable: Variable; given: string }): ConfigError {
  const shown = variable.secret ? "a value that is not shown here" : JSON.stringify(shortened(given));
  return new ConfigError(name, `${name} is ${shown}; accepted: ${variable.accepted}.`);
}

function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

function refuseContradictions(values: Values): void {
  if (values.AUTH_MODE === "open" && !isLoopback(values.SERVER_HOST)) {
    throw new ConfigError(
      "SERVER_HOST",
      `SERVER_HOST is "${values.SERVER_HOST}" while AUTH_MODE is "open", where whoever reaches the server is let in; accepted: 127.0.0.1, ::1, localhost.`,
    );
  }
  if (values.MODEL_BASE_URL !== undefined && values.MODEL === undefined) {
    throw new ConfigError(
      "MODEL",
      "MODEL is unset while MODEL_BASE_URL is set; accepted: the name of a model it serves.",
    );
  }
  if (values.MODEL_API_KEY !== undefined && values.MODEL_BASE_URL === undefined) {
    throw new ConfigError(
      "MODEL_BASE_URL",
      "MODEL_BASE_URL is unset while MODEL_API_KEY is set; accepted: the http or https address the key is for.",
    );
  }
}

/** The checkout Chopin runs from, when it is one. */
function ownCheckout(): string[] {
  return existsSync(path.resolve(".git")) ? ["."] : [];
}

/** Where executables are found, for programs that are started with an otherwise empty environment. */
export function executablePath(env: Environment = process.env): string {
  return env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
}
