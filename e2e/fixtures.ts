import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base } from "@playwright/test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { plannerScript } from "../server/harness/scripted/planner-script.ts";
import { startScriptedModel } from "../server/harness/scripted/server.ts";
import type { ScriptedModel } from "../server/harness/scripted/server.ts";
import { makeCheckout } from "./checkout.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

export { expect };

/** A server with everything around it; `restart` brings it back on the same port and data. */
export type Instance = {
  origin: string;
  model: ScriptedModel;
  /** Login of the first person, who administers. */
  operator: string;
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
};

type Worker = { instance: Instance };
type Each = {
  /** A browser of the person who administers. */
  operate(): Promise<Page>;
  /** A browser of its own in which somebody has chosen this name. */
  visit(name: string, options?: BrowserContextOptions): Promise<Page>;
  /** Makes a document of `octo-org/score` as this person and shows it. Returns its address. */
  newDocument(page: Page, title: string): Promise<string>;
};

export const test = base.extend<Each, Worker>({
  instance: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the first argument
    async ({}, use) => {
      const directory = mkdtempSync(path.join(tmpdir(), "chopin-e2e-"));
      const model = await startScriptedModel({ script: plannerScript });
      const environment = {
        DATA_DIR: path.join(directory, "data"),
        REPOSITORIES: makeCheckout(path.join(directory, "score")),
        MODEL_BASE_URL: `${model.origin}/v1`,
        MODEL: "scripted",
        MODEL_API_KEY: "test-key",
      };
      let server: RunningServer = await startServer(environment);
      const { origin, port } = server;
      await use({
        origin,
        model,
        operator: await joinFirst(origin),
        async restart(signal) {
          await server.stop(signal);
          server = await startServer({ ...environment, PORT: String(port) });
        },
      });
      await server.stop();
      await model.close();
      rmSync(directory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],

  visit: async ({ browser, instance }, use) => {
    const opened: Page[] = [];
    await use(async (name, options = {}) => {
      const page = await join(browser, instance, { name, options });
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },

  operate: async ({ browser, instance }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: instance.origin });
      contexts.push(context);
      await context.addCookies([{ name: "chopin_login", value: instance.operator, url: instance.origin }]);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  newDocument: async ({ instance }, use) => {
    await use(async (page, title) => {
      await page.goto(`${instance.origin}/octo-org/score`);
      await page.getByRole("button", { name: "New document" }).first().click();
      await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
      await page.getByRole("button", { name: "Create" }).click();
      await expect(page.getByRole("textbox", { name: "Document", exact: true })).toBeVisible();
      return page.url();
    });
  },
});

/** As the form does, without a browser: whoever comes first administers. Returns the login. */
async function joinFirst(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/-/welcome`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams({ name: "Operator" }),
  });
  const login = /chopin_login=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
  if (!login) throw new Error(`nobody could join: ${answer.status}`);
  return login;
}

let joined = 0;

/** Names are unique on a server that several tests share: each gets a number that the tests need not know. */
async function join(
  browser: Browser,
  { origin }: Instance,
  { name, options }: { name: string; options: BrowserContextOptions },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const page = await context.newPage();
  await page.goto(`${origin}/-/welcome`);
  joined += 1;
  await page.getByLabel("Name").fill(`${name} ${joined}`);
  await page.getByRole("button", { name: "Start writing" }).click();
  await page.waitForURL(`${origin}/`);
  return page;
}
