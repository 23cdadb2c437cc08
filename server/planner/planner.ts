import type { Access } from "../access/access.ts";
import { loginEnded } from "../accounts/accounts.ts";
import type { Clock } from "../base/clock.ts";
import type { Events } from "../base/events.ts";
import type { Principal } from "../base/principal.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { Documents } from "../documents/documents.ts";
import type { Harness, HarnessPart, HarnessSession } from "../harness/harness.ts";
import type { Providers } from "../providers/providers.ts";
import type { Repositories } from "../repositories/repositories.ts";
import { promptOf, type TranscriptEntry } from "./context.ts";
import { instructionsOf } from "./instructions.ts";
import { createSessions, type SessionKey } from "./sessions.ts";
import type { ToolScope } from "./tool-scope.ts";
import { plannerTools } from "./tools/tools.ts";

export type { TranscriptEntry } from "./context.ts";
export { bootstrap as transcriptBounds } from "./context.ts";

export type PlannerTurn = {
  document: string;
  repository: string;
  turn: string;
  /** The turn before it in this document, whoever asked; null for the first. */
  previousTurn: string | null;
  instruction: string;
  /** Name of the person it works for. */
  from: string;
  /** What was said before, oldest first; at most as many as `transcriptBounds` says are used. */
  messages: readonly TranscriptEntry[];
  signal: AbortSignal;
};

/** Responses of the model in one turn; one that needs more goes in circles. */
const mostResponses = 60;

export type Planner = ReturnType<typeof createPlanner>;

/** The hosted agent of a document: one instruction, and all it does until it stops, as a stream of parts. */
export function createPlanner({
  access,
  documents,
  repositories,
  providers,
  budgets,
  harness,
  events,
  clock,
}: {
  access: Pick<Access, "check">;
  documents: Pick<Documents, "read" | "edit">;
  repositories: Pick<Repositories, "tree" | "file" | "head">;
  providers: Pick<Providers, "readiness" | "route">;
  budgets: Budgets;
  harness: Harness;
  events: Events;
  clock: Clock;
}) {
  const sessions = createSessions({ clock });
  events.on(loginEnded, ({ login }) => sessions.dropLogin(login));

  async function* turn(person: Principal, asked: PlannerTurn): AsyncIterable<HarnessPart> {
    const principal: Principal = { ...person, via: "planner" };
    const { document, repository } = asked;
    const allowed = await access.check(principal, "write", { repository });
    if (!allowed.ok) return yield refused(allowed.reason);
    const routed = providers.route(principal);
    if (!routed.ok) return yield refused(routed.reason);
    const { route } = routed;

    const head = await repositories.head(repository);
    const commit = head.ok ? head.commit : null;
    const scope: ToolScope = { principal, document, repository, commit, access, documents, repositories };
    const tools = plannerTools(scope);
    const key: SessionKey = {
      document,
      person: principal.person,
      login: principal.login ?? "",
      model: `${route.baseUrl} ${route.model}`,
    };
    const kept = sessions.take(key, { lastTurn: asked.previousTurn });
    const session = kept ?? (await harness.open({ instructions: instructionsOf(tools), tools }));
    let finished = false;
    let responses = 0;
    try {
      const parts = session.turn({
        route,
        prompt: promptOf({ ...asked, isNewSession: kept === null }),
        tools,
        reserve: async (estimate) => {
          responses += 1;
          if (responses > mostResponses) return { ok: false, reason: "too-many-steps" };
          const still = await access.check(principal, "write", { repository });
          if (!still.ok) return still;
          return await budgets.reserve(principal, {
            document,
            turn: asked.turn,
            provider: route.provider,
            model: route.model,
            estimate,
          });
        },
        settle: budgets.settle,
        signal: asked.signal,
      });
      for await (const part of parts) {
        finished = part.type === "finish";
        yield part;
      }
    } finally {
      settle({ session, finished, key, turn: asked.turn });
    }
  }

  /** Only a turn that came to its end leaves a memory worth keeping; after any other the transcript is the memory. */
  function settle({
    session,
    finished,
    key,
    turn,
  }: {
    session: HarnessSession;
    finished: boolean;
    key: SessionKey;
    turn: string;
  }): void {
    if (finished) sessions.keep(key, { session, lastTurn: turn });
    else void session.close();
  }

  return {
    /** Whether there is a model to work with, and otherwise what to set. */
    readiness: () => providers.readiness(),
    /**
     * Plays one turn on behalf of a person, who must be signed in and may write; both are asked again before each
     * response of the model and before each tool. Never throws for what a model does.
     */
    turn,
    /** Forgets every session. */
    close: () => sessions.dropAll(),
  };
}

function refused(reason: string): HarnessPart {
  return { type: "error", code: "refused", message: reason };
}
