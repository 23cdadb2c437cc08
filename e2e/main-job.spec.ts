import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** The text of the open document. */
const text = (page: Page) => page.getByRole("textbox", { name: "Document", exact: true });
const chat = (page: Page) => page.getByRole("complementary", { name: "Chat of this document" });

/** Waits until the page says that everything written is stored. */
async function saved(page: Page): Promise<void> {
  await expect(page.locator("[data-saving]").filter({ visible: true })).toHaveText("Saved");
}

async function tell(page: Page, message: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Puts the caret at the end of the text, when it can be written. */
async function write(page: Page): Promise<void> {
  await expect(text(page)).toHaveAttribute("contenteditable", "true");
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+End");
}

test("two people type at once, see each other, and end with one text that is saved", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas");
  const address = await newDocument(mira, "Typed by two");
  await jonas.goto(address);
  await write(mira);
  await mira.keyboard.type("The plan begins here.\n");
  await expect(text(jonas)).toContainText("The plan begins here.");
  await write(jonas);
  await Promise.all([
    mira.keyboard.type("Mira writes this sentence while another is written. ", { delay: 20 }),
    jonas.keyboard.type("Jonas writes that one at the very same time. ", { delay: 20 }),
  ]);
  for (const page of [mira, jonas]) {
    await saved(page);
    const here = page.getByLabel(/Here now: (Mira|Jonas)/).filter({ visible: true });
    await expect(here).toHaveCount(1);
  }
  await expect
    .poll(async () => (await text(mira).innerText()) === (await text(jonas).innerText()))
    .toBe(true);
  const letters = (await text(mira).innerText()).replace(/\s/g, "");
  for (const letter of ["M", "J"]) expect(letters).toContain(letter);
  await mira.reload();
  await expect(text(mira)).toContainText("The plan begins here.");
  expect((await text(mira).innerText()).replace(/\s/g, "").length).toBe(letters.length);
});

test("the Planner reads the repository and edits the text while somebody types, and everyone watches", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas");
  const address = await newDocument(mira, "Edited by the Planner");
  await jonas.goto(address);
  await write(mira);
  await mira.keyboard.type("Introduction.\nThe end.");
  await expect(text(jonas)).toContainText("The end.");
  await tell(jonas, "@chopin say what the code says about this");
  await expect(chat(mira)).toContainText(/for Jonas/);
  await write(mira);
  await mira.keyboard.type(" And I go on writing while it works.", { delay: 30 });
  for (const page of [mira, jonas]) {
    await expect(chat(page)).toContainText("I read the document and README.md");
    await expect(text(page)).toContainText("The repository already says something about this in README.md");
    await expect(text(page)).toContainText("And I go on writing while it works.");
    await expect(chat(page)).toContainText(/4 steps in/);
  }
});

test("Stop by anyone ends a turn within a second and leaves what was said and edited", async ({
  visit,
  newDocument,
  instance,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas");
  await jonas.goto(await newDocument(mira, "Stopped"));
  await tell(mira, "@chopin slowly tell us about retries");
  await expect(chat(jonas)).toContainText("I will read");
  const before = instance.model.aborts.length;
  await chat(jonas).getByRole("button", { name: /Stop/ }).click();
  for (const page of [mira, jonas]) await expect(chat(page)).toContainText(/Stopped by Jonas \d+ after/);
  await expect.poll(() => instance.model.aborts.length).toBe(before + 1);
  const said = await chat(mira).innerText();
  await mira.waitForTimeout(1_500);
  expect(await chat(mira).innerText()).toBe(said);
  await mira.reload();
  await expect(chat(mira)).toContainText(/Stopped by Jonas/);
  await expect(chat(mira).getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a turn cut by a crash is shown interrupted, is not played again, and loses nobody's text", async ({
  visit,
  newDocument,
  instance,
}) => {
  const mira = await visit("Mira");
  await newDocument(mira, "Interrupted");
  await write(mira);
  await mira.keyboard.type("Kept through the crash.");
  await saved(mira);
  await tell(mira, "@chopin slowly tell us about retries");
  await expect(chat(mira)).toContainText("I will read");
  await instance.restart("SIGKILL");
  const asked = instance.model.requests.length;
  await expect(chat(mira)).toContainText("Interrupted when the server restarted", { timeout: 30_000 });
  await write(mira);
  await mira.keyboard.type(" And written on.");
  await saved(mira);
  expect(instance.model.requests.length).toBe(asked);
  await mira.reload();
  await expect(text(mira)).toContainText("Kept through the crash. And written on.");
});

test("on a phone everything has its place and nothing is clipped", async ({ visit, newDocument }) => {
  const page = await visit("Aiko", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await newDocument(page, "On a phone with a title that is longer than the screen is wide");
  const fits = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  await write(page);
  await page.keyboard.type("Written with a thumb.");
  await saved(page);
  expect(await fits()).toBe(true);
  await page.getByRole("navigation", { name: "Views" }).getByText("Chat").click();
  await tell(page, "@chopin only answer");
  await expect(chat(page)).toContainText("Chopin keeps one text for everybody");
  expect(await fits()).toBe(true);
  for (const address of ["/", "/octo-org/score", "/-/settings"]) {
    await page.goto(address);
    expect(await fits()).toBe(true);
  }
});
