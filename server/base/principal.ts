/** Through which surface a principal acts. */
export type Via = "browser" | "planner" | "agent" | "mcp" | "assistant" | "job";

/**
 * Whoever acts, already authenticated. Every front-door call takes one, and every stored step, message and
 * audit row keeps its person, via and time.
 */
export type Principal = {
  /** Id of the person on whose behalf the call is made. */
  person: string;
  via: Via;
  /** Id of the browser login, when there is one; ending it ends what it opened. */
  login?: string;
  /** The credential a Planner turn is bound to; a newer revision discards the session. */
  credential?: { revision: number; expiresAt: Date };
};
