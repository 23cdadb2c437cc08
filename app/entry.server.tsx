import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter } from "react-router";
import type { EntryContext, RouterContextProvider } from "react-router";
import { I18nextProvider } from "react-i18next";
import { visitContext } from "./context.ts";
import { getI18n } from "./locales/i18n.ts";
import { NonceContext } from "./nonce.ts";

/** Milliseconds a deferred value may take before its boundary shows an error. */
export const streamTimeout = 5_000;

/** Renders a page as a stream, every script of it carrying the nonce of its policy. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));
  const { nonce } = context.get(visitContext);
  const wholePage = isbot(request.headers.get("user-agent"));

  return new Promise((resolve, reject) => {
    let sent = false;
    let code = status;
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
    const ready = () => {
      sent = true;
      const body = new PassThrough({
        final(done) {
          clearTimeout(timeout);
          done();
        },
      });
      headers.set("Content-Type", "text/html; charset=utf-8");
      resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <I18nextProvider i18n={getI18n(context)}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </NonceContext>,
      {
        nonce,
        [wholePage ? "onAllReady" : "onShellReady"]: ready,
        onShellError(error: unknown) {
          clearTimeout(timeout);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error: unknown) {
          code = 500;
          // Before the shell is sent the error reaches React Router, which reports it.
          if (sent) console.error(error);
        },
      },
    );
  });
}
