import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isOrigin } from "./origins.ts";
import { logFormats, logLevels } from "./log.ts";

/** One environment variable: how it is read, what to say when it is wrong, and what stands in .env.example. */
export type Variable<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  /** Ends the sentence "accepted: …". */
  accepted: string;
  /** What holds when it is unset, as .env.example shows it; empty where unset means none. */
  default: string;
  /** Its value is never shown. */
  secret?: true;
};

const httpUrl = z.string().refine((text) => hasProtocol(text, ["http:", "https:"]));
const apiKey = z.string().regex(/^[\x21-\x7e]{1,500}$/);
const list = z.string().transform((text) =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const baseUrlAccepted = "an http or https address";

/**
 * Every variable the server reads. `.env.example` documents the same list; a test compares the two. An empty value
 * counts as unset, as `NAME=` in an env file means.
 */
export const variables = {
  SERVER_HOST: {
    schema: z
      .string()
      .regex(/^[\w.:-]{1,253}$/)
      .default("127.0.0.1"),
    accepted: "a host name or IP address to listen on",
    default: "127.0.0.1",
  },
  PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .default("8787")
      .transform(Number)
      .pipe(z.int().min(0).max(65_535)),
    accepted: "a number from 0 to 65535 (0 takes a free port)",
    default: "8787",
  },
  APP_ORIGIN: {
    schema: list.pipe(z.array(z.string().refine(isOrigin)).max(20)).optional(),
    accepted:
      "origins such as https://chopin.example.com, separated by commas, without a path; the first is used in links",
    default: "",
  },
  DATA_DIR: {
    schema: z
      .string()
      .default(".data")
      .transform((text) => path.resolve(text)),
    accepted: "a directory",
    default: ".data",
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine((text) => hasProtocol(text, ["postgres:", "postgresql:"]))
      .optional(),
    accepted: "postgres://user:password@host:5432/database, or unset for the embedded database in DATA_DIR",
    default: "",
    secret: true,
  },
  REDIS_URL: {
    schema: z
      .string()
      .refine((text) => hasProtocol(text, ["redis:", "rediss:"]))
      .optional(),
    accepted: "redis://host:6379 or rediss://…, or unset for a single process",
    default: "",
    secret: true,
  },
  AUTH_MODE: { schema: z.enum(["open"]).default("open"), accepted: "open", default: "open" },
  REPOSITORIES: {
    schema: list.pipe(z.array(z.string().refine(isDirectory)).max(100)).optional(),
    accepted: "paths of existing directories with Git checkouts, separated by commas or line breaks",
    default: "",
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels).default("info"),
    accepted: logLevels.join(", "),
    default: "info",
  },
  LOG_FORMAT: {
    schema: z.enum(logFormats).default("json"),
    accepted: logFormats.join(", "),
    default: "json",
  },
  NODE_ENV: {
    schema: z.enum(["production", "development", "test"]).default("production"),
    accepted: "production, development, test",
    default: "production",
  },
  AGENT: { schema: z.enum(["on", "off"]).default("on"), accepted: "on, off", default: "on" },
  MODEL: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .optional(),
    accepted: "the name of a model as its provider spells it, at most 200 characters",
    default: "",
  },
  MODEL_BASE_URL: { schema: httpUrl.optional(), accepted: baseUrlAccepted, default: "" },
  MODEL_API_KEY: { schema: apiKey.optional(), accepted: "a key without spaces", default: "", secret: true },
  ANTHROPIC_API_KEY: {
    schema: apiKey.optional(),
    accepted: "a key without spaces",
    default: "",
    secret: true,
  },
  ANTHROPIC_BASE_URL: {
    schema: httpUrl.default("https://api.anthropic.com"),
    accepted: baseUrlAccepted,
    default: "https://api.anthropic.com",
  },
  OPENAI_API_KEY: { schema: apiKey.optional(), accepted: "a key without spaces", default: "", secret: true },
  OPENAI_BASE_URL: {
    schema: httpUrl.default("https://api.openai.com/v1"),
    accepted: baseUrlAccepted,
    default: "https://api.openai.com/v1",
  },
} satisfies Record<string, Variable>;

/** The variables that only the tests read. */
export const testVariables = ["TEST_DATABASE_URL", "TEST_REDIS_URL", "CHOPIN_TEST_DB"] as const;

function hasProtocol(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== "";
}

function isDirectory(text: string): boolean {
  return existsSync(text) && statSync(text).isDirectory();
}
