import { z } from "zod";

/**
 * The socket.io frames of one document's text. Every request is acknowledged with a `Reply`; a refusal is a
 * value with a reason that the page turns into words.
 */

/** Raised whenever steps of an older page cannot be understood any more; a page with another number reloads. */
export const SCHEMA_VERSION = 1;

/** Bytes of UTF-8 a document's Markdown may take. */
export const MAX_SOURCE_BYTES = 256 * 1024;

/** Steps one commit may carry; bytes its JSON may take. */
export const MAX_COMMIT_STEPS = 2_000;
export const MAX_COMMIT_BYTES = 2 * 1024 * 1024;

/** What a version may be at most, and any other number that the database keeps. */
export const MAX_NUMBER = 2 ** 31 - 1;

const id = z.string().min(1).max(64);
const version = z.number().int().min(0).max(MAX_NUMBER);
const place = version.optional();

/** One ProseMirror step as JSON; its inner shape is checked by the schema when it is applied. */
export const stepJson = z.looseObject({
  stepType: z.string().max(40),
  // Half a position would make half positions of everything that is mapped over it, on every page.
  from: place,
  to: place,
  gapFrom: place,
  gapTo: place,
  insert: place,
  pos: place,
  slice: z.looseObject({ openStart: place, openEnd: place }).nullish(),
});
export type StepJson = z.infer<typeof stepJson>;

/** Join a document: `since` is the version this page already has, so that only what it misses is sent. */
export const openRequest = z.object({ document: id, since: version.optional(), schema: z.number().int() });
export type OpenRequest = z.infer<typeof openRequest>;

/** The unconfirmed steps of one page. The id makes a resend harmless. */
export const commitRequest = z.object({
  document: id,
  commit: z.uuid(),
  base: version,
  schema: z.number().int(),
  steps: z.array(stepJson).min(1).max(MAX_COMMIT_STEPS),
  /**
   * Pairs of indices into `steps`: the first takes back the second, an earlier one. When others' steps slide under
   * both, it takes back what that one then did, and nothing if that one is left out.
   */
  undoes: z
    .array(z.tuple([version, version]))
    .max(MAX_COMMIT_STEPS)
    .default([]),
});
export type CommitRequest = z.input<typeof commitRequest>;

export const sinceRequest = z.object({ document: id, since: version });
export type SinceRequest = z.infer<typeof sinceRequest>;

/** The whole document as it was at a version, for text that was written on it and could not be saved then. */
export const atRequest = z.object({ document: id, version });
export type AtRequest = z.infer<typeof atRequest>;

export const closeRequest = z.object({ document: id });

/** A caret or selection in positions of `version`; null when the editor lost focus. */
export const presenceRequest = z.object({
  document: id,
  version,
  selection: z.object({ anchor: version, head: version }).nullable(),
});
export type PresenceRequest = z.infer<typeof presenceRequest>;

/** One commit as everyone receives it: the steps as the authority applied them, after any rebase. */
export type CommittedSteps = {
  commit: string;
  person: string;
  via: "browser" | "planner" | "agent" | "mcp" | "assistant" | "job";
  steps: StepJson[];
};

/**
 * What one tick brought: commits in order, the first on top of `base`. `version` is the version afterwards, and
 * always `base` plus the number of steps inside. A commit without steps only tells its author that it stands.
 */
export type StepsFrame = { document: string; base: number; version: number; commits: CommittedSteps[] };

export type Rights = { read: boolean; write: boolean; administer: boolean };

export type OpenReply =
  | {
      ok: true;
      version: number;
      rights: Rights;
      /** What the page shows of the document besides its text; a page that was away has missed the frames. */
      about: { title: string; path: string; archived: boolean };
      /** Either the whole document as ProseMirror JSON, or the commits after the `since` that was asked for. */
      content: { doc: unknown } | { base: number; commits: CommittedSteps[] };
      people: PresentPerson[];
    }
  | Refused<"not-found" | "forbidden" | "signed-out" | "outdated" | "unavailable">;

export type CommitRefusal =
  | "too-large" // the source would pass MAX_SOURCE_BYTES
  | "invalid" // does not fit the schema
  | "diverged" // cannot be applied to the version it names: the page's text is not the authority's; it fetches that
  | "forbidden"
  | "signed-out"
  | "archived"
  | "not-found"
  | "outdated" // another SCHEMA_VERSION: reload the page
  | "unavailable"; // the database did not answer; kept by the page and sent again

export type CommitReply =
  /**
   * `base`..`version` is where the commit stands; its steps arrive, or arrived, in a StepsFrame, to the sender
   * as well. Equal numbers: others had deleted what the steps were about, and none of them is left.
   */
  { ok: true; base: number; version: number } | Refused<CommitRefusal>;

export type SinceReply =
  | { ok: true; frame: StepsFrame }
  | Refused<"not-found" | "forbidden" | "signed-out" | "unavailable">;

export type AtReply =
  | { ok: true; doc: unknown }
  /** `unknown-version`: the document has not come so far. */
  | Refused<"not-found" | "forbidden" | "signed-out" | "unavailable" | "unknown-version">;

/** `detail` is for a log or a developer, in English; people are shown words chosen by `reason`. */
export type Refused<Reason extends string> = {
  ok: false;
  /** "too-many": more requests than a page has reason for, of which this is one. */
  reason: Reason | "malformed" | "too-many";
  detail?: string;
};

/** One entry a person, however many tabs. `carets` has one selection a tab, keyed by an opaque tab id. */
export type PresentPerson = {
  person: string;
  name: string;
  /** 1–8, by join order in this document. */
  colour: number;
  carets: ({ tab: string } & Caret)[];
};
export type Caret = { version: number; anchor: number; head: number };

/**
 * What changed about who is here since the frame before; the whole stands in the reply to document:open. A frame may
 * repeat what a page knows, its own caret included.
 */
export type PresenceFrame = {
  document: string;
  came: Omit<PresentPerson, "carets">[];
  /** Persons whose last tab left, with all their carets. */
  left: string[];
  /** Where a caret is now; null: that tab shows none any more. */
  carets: { person: string; tab: string; at: Caret | null }[];
};

/** Sent when something about the document other than its text changed. */
export type DocumentChangedFrame = {
  document: string;
  title: string;
  path: string;
  archived: boolean;
  removed: boolean;
};

/** What this page may do has changed; `read: false` closes the document. */
export type RightsFrame = { document: string; rights: Rights };

export type DocumentClientEvents = {
  "document:open": (request: OpenRequest, reply: (r: OpenReply) => void) => void;
  "document:commit": (request: CommitRequest, reply: (r: CommitReply) => void) => void;
  "document:since": (request: SinceRequest, reply: (r: SinceReply) => void) => void;
  "document:at": (request: AtRequest, reply: (r: AtReply) => void) => void;
  "document:presence": (request: PresenceRequest) => void;
  "document:close": (request: z.infer<typeof closeRequest>) => void;
};

export type DocumentServerEvents = {
  "document:steps": (frame: StepsFrame) => void;
  "document:people": (frame: PresenceFrame) => void;
  "document:changed": (frame: DocumentChangedFrame) => void;
  "document:rights": (frame: RightsFrame) => void;
  /** Some document was made, renamed, archived or removed; whoever shows a list asks for it again. */
  "documents:changed": () => void;
};
