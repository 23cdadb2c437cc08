import type { ServerResponse } from "node:http";

/** Milliseconds the database may take to answer before this process calls itself not ready. */
const ANSWER_WITHIN_MS = 2_000;

/** Answers those who watch the process. They come by any host name, so no Host is asked for and nothing is told. */
export type Health = {
  /** True where the address was one of health's and is being answered. */
  handle(request: { url?: string | undefined }, response: ServerResponse): boolean;
  /** From now on nobody new should be sent here. */
  leaving(): void;
};

/** `/healthz`: the process runs. `/readyz`: it takes requests, and its database answers (else 503). */
export function openHealth({ ready }: { ready(): Promise<boolean> }): Health {
  let leaves = false;
  return {
    handle({ url }, response) {
      if (url === "/healthz") say(response, 200);
      else if (url === "/readyz") void within(ready).then((ok) => say(response, ok && !leaves ? 200 : 503));
      else return false;
      return true;
    },
    leaving() {
      leaves = true;
    },
  };
}

function say(response: ServerResponse, status: 200 | 503): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(status === 200 ? "ok\n" : "not ready\n");
}

function within(ready: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
  });
  return Promise.race([ready().catch(() => false), late]).finally(() => clearTimeout(timer));
}
