import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { steerLine } from "./line.ts";

/** Networks that let through little, or nothing. */

const text = (page: Page) => page.getByRole("textbox", { name: "Document", exact: true });
const saving = (page: Page) => page.locator("[data-saving]").filter({ visible: true });

async function write(page: Page, words: string): Promise<void> {
  await expect(text(page)).toHaveAttribute("contenteditable", "true", { timeout: 20_000 });
  await text(page).press("ControlOrMeta+End");
  await page.keyboard.type(words, { delay: 10 });
}

/** Every WebSocket of the page fails, as behind a proxy that knows none. */
async function blockWebSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close({ code: 1006 }));
}

/** Every WebSocket of the page opens and is never answered. */
async function swallowWebSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
}

async function expectOnce(pages: readonly Page[], words: readonly string[]): Promise<void> {
  for (const page of pages) {
    await expect(saving(page)).toHaveText("Saved", { timeout: 20_000 });
    for (const word of words) await expect(text(page)).toContainText(word, { timeout: 20_000 });
    const shown = (await text(page).textContent()) ?? "";
    for (const word of words) expect(shown.split(word), word).toHaveLength(2);
  }
}

test("when nothing gets through, what was saved last can be read, and says why it cannot be written", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Nothing gets through");
  await write(mira, "Saved before.");
  await expect(saving(mira)).toHaveText("Saved");
  const line = await steerLine(mira);
  line.cut();
  await mira.reload();
  await expect(text(mira)).toHaveText("Saved before.");
  await expect(saving(mira)).toHaveText("Offline", { timeout: 10_000 });
  await expect(mira.getByText("Writing begins when the server answers.")).toBeVisible();
  await expect(text(mira)).toHaveAttribute("contenteditable", "false");
  await text(mira).click();
  await mira.keyboard.type("lost?");
  await expect(text(mira)).toHaveText("Saved before.");
  line.mend();
  await write(mira, " And after.");
  await expect(text(mira)).toHaveText("Saved before. And after.");
  await expect(saving(mira)).toHaveText("Saved");
  expect(mira.url()).toBe(address);
});

test("one by polling and two by WebSocket write together, and nobody overwrites anybody", async ({
  visit,
  newDocument,
}) => {
  const [polling, ada, bo] = [await visit("Polling"), await visit("Ada"), await visit("Bo")];
  const address = await newDocument(ada, "By every transport");
  await blockWebSocket(polling);
  await Promise.all([polling, bo].map((page) => page.goto(address)));
  await Promise.all([
    write(polling, "from-polling-one from-polling-two "),
    write(ada, "from-ada-one from-ada-two "),
    write(bo, "from-bo-one from-bo-two "),
  ]);
  await expect(polling.getByRole("group", { name: /Ada.*Bo|Bo.*Ada/ })).toBeVisible();
  await polling.context().setOffline(true);
  await expect(saving(polling)).toHaveText(/^Offline/, { timeout: 10_000 });
  await write(polling, "written-offline ");
  await write(ada, "meanwhile ");
  await polling.context().setOffline(false);
  await expect(saving(polling)).toHaveText("Saved", { timeout: 20_000 });
  await expect(text(ada)).toContainText("written-offline");
  for (const page of [polling, ada, bo]) {
    await expect(text(page)).toContainText("meanwhile");
    expect(await text(page).textContent()).toBe(await text(ada).textContent());
    const letters = ((await text(page).textContent()) ?? "").replaceAll(" ", "").length;
    expect(letters).toBe(
      "from-polling-onefrom-polling-twofrom-ada-onefrom-ada-twofrom-bo-onefrom-bo-two".length +
        "written-offlinemeanwhile".length,
    );
  }
});

test("a WebSocket that opens and stays silent is left for polling", async ({ visit, newDocument }) => {
  const [mira, jonas] = [await visit("Mira"), await visit("Jonas")];
  const address = await newDocument(jonas, "A silent socket");
  await swallowWebSocket(mira);
  await mira.goto(address);
  await write(mira, "through-polling");
  await expectOnce([mira, jonas], ["through-polling"]);
});

test("offline and online again goes on where it was, without a click", async ({ visit, newDocument }) => {
  const [mira, jonas] = [await visit("Mira"), await visit("Jonas")];
  const address = await newDocument(mira, "Back online");
  await jonas.goto(address);
  for (const round of ["first", "second"]) {
    await mira.context().setOffline(true);
    await expect(saving(mira)).toHaveText(/^Offline/, { timeout: 10_000 });
    await write(mira, `mine-${round} `);
    await write(jonas, `theirs-${round} `);
    await expect(saving(jonas)).toHaveText("Saved");
    await mira.context().setOffline(false);
    await expect(saving(mira)).toHaveText("Saved", { timeout: 20_000 });
  }
  for (const page of [mira, jonas]) {
    await expect(text(page)).toContainText("mine-second");
    await expect(text(page)).toContainText("theirs-second");
  }
  expect(await text(mira).textContent()).toBe(await text(jonas).textContent());
});
