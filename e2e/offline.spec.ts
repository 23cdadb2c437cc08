import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { steerLine } from "./line.ts";

/** What is not saved, through everything that can happen to a page. */

const text = (page: Page) => page.getByRole("textbox", { name: "Document", exact: true });
const saving = (page: Page) => page.locator("[data-saving]").filter({ visible: true });

/** Types at the end of the text, and takes the browser's question about leaving as answered with yes. */
async function write(page: Page, words: string): Promise<void> {
  await expect(text(page)).toHaveAttribute("contenteditable", "true");
  await text(page).press("ControlOrMeta+End");
  await page.keyboard.type(words);
}

test("what is typed offline is counted, outlives the page, and is saved once", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Typed offline");
  const line = await steerLine(mira);
  await mira.goto(address);
  await write(mira, "Before. ");
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "Kept while away.");
  await expect(saving(mira)).toHaveText(/Offline, \d+ changes? kept here/);

  const asked: string[] = [];
  mira.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await mira.reload();
  expect(asked).toEqual(["beforeunload"]);
  // Nothing gets through: what was saved last can be read, and nothing written into it.
  await expect(mira.getByText("Before.")).toBeVisible();
  await expect(
    mira.getByText(/kept in this browser and (is|are) sent when the server answers/),
  ).toBeVisible();
  await expect(text(mira)).toHaveAttribute("contenteditable", "false");
  await expect(saving(mira)).toHaveText(/Offline, \d+ changes? kept here/);

  line.mend();
  await expect(text(mira)).toContainText("Before. Kept while away.", { timeout: 30_000 });
  await expect(saving(mira)).toHaveText("Saved");
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await expect(text(jonas)).toHaveText(/^Before\. Kept while away\.$/);
  await mira.reload();
  await expect(text(mira)).toHaveText(/^Before\. Kept while away\.$/);
  expect(asked).toHaveLength(1);
});

test("a tab that is closed offline leaves its text to the next one", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Closed offline");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await expect(saving(mira)).toHaveText("Offline");
  await write(mira, "Left to the next tab.");
  const next = await mira.context().newPage();
  await next.goto(address);
  await expect(saving(next)).toHaveText("Saved");
  await expect(text(next)).not.toContainText("Left to");
  await mira.close();
  await expect(text(next)).toHaveText("Left to the next tab.", { timeout: 40_000 });
  await expect(saving(next)).toHaveText("Saved");
});

test("a tab that crashes in the middle of a word loses nothing", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Crashed");
  const line = await steerLine(mira);
  await mira.goto(address);
  await write(mira, "Sent. ");
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "Unsent.");
  const devtools = await mira.context().newCDPSession(mira);
  const crashed = mira.waitForEvent("crash");
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  const next = await mira.context().newPage();
  await next.goto(address);
  await expect(text(next)).toHaveText("Sent. Unsent.");
  await expect(saving(next)).toHaveText("Saved");
});

test("leaving right after typing loses nothing", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Left at once");
  await write(mira, "Typed and gone.");
  await mira.getByRole("link", { name: "Home" }).first().click();
  await expect(mira).toHaveURL(/\/$/);
  await mira.goto(address);
  await expect(text(mira)).toHaveText("Typed and gone.");
  mira.on("dialog", (dialog) => void dialog.accept());
  await write(mira, " And again.");
  await mira.goto("/-/settings");
  await mira.goto(address);
  await expect(text(mira)).toHaveText("Typed and gone. And again.");
});

test("a server that is killed in the middle of a word and started again loses and doubles nothing", async ({
  visit,
  newDocument,
  instance,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas");
  await jonas.goto(await newDocument(mira, "Killed server"));
  await write(mira, "Once ");
  const words = "upon a time there was a server that was killed while somebody wrote.";
  const typing = mira.keyboard.type(words, { delay: 25 });
  await instance.restart("SIGKILL");
  await typing;
  await expect(saving(mira)).toHaveText("Saved", { timeout: 20_000 });
  for (const page of [mira, jonas]) await expect(text(page)).toHaveText(`Once ${words}`);
});

test("within Chopin one is asked before leaving what is not saved, and may stay", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira", { viewport: { width: 600, height: 800 } });
  const address = await newDocument(mira, "Asked before leaving");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "Not saved.");
  await expect(saving(mira)).toHaveText(/Offline, \d+ changes? kept here/);
  const home = mira.getByRole("link", { name: "Back" });
  await home.click();
  const question = mira.getByRole("dialog", { name: "Leave with unsaved changes?" });
  await expect(question).toContainText("stay in this browser");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(mira).toHaveURL(address);
  await home.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(mira).not.toHaveURL(address);
  // The tab sends it from wherever it is.
  line.mend();
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await expect(text(jonas)).toHaveText("Not saved.", { timeout: 20_000 });
});

test("text that may not be saved any more stays to be copied, and is saved when it may be", async ({
  visit,
  operate,
  newDocument,
}) => {
  const operator = await operate();
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Right withdrawn");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "Written too late.");
  await operator.goto("/-/settings");
  const row = operator.getByRole("listitem").filter({ hasText: "Mira" }).last();
  await row.getByRole("checkbox", { name: "Write" }).click();
  await expect(row.getByRole("checkbox", { name: "Write" })).not.toBeChecked();
  mira.on("dialog", (dialog) => void dialog.accept());
  line.mend();
  await expect(mira.getByText("You can read but not write").first()).toBeVisible({ timeout: 30_000 });
  await expect(mira.getByRole("button", { name: "Copy what is not saved" })).toBeVisible();
  await mira.reload();
  const notice = mira.getByText(/changes? from before (was|were) not saved/);
  await expect(notice).toBeVisible();
  await expect(mira.getByText("You may not write in this document now.")).toBeVisible();
  await expect(text(mira)).not.toContainText("too late");
  await row.getByRole("checkbox", { name: "Write" }).click();
  await expect(text(mira)).toHaveText("Written too late.");
  await expect(notice).toBeHidden();
});

test("the saving state is on screen at every width", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "At every width");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "Somewhere.");
  for (const width of [1440, 1024, 768, 600, 360]) {
    await mira.setViewportSize({ width, height: 800 });
    await expect(saving(mira)).toHaveCount(1);
    await expect(saving(mira)).toHaveText(/Offline, \d+ changes? kept here/);
    await expect(saving(mira)).toBeInViewport({ ratio: 1 });
  }
});

test("a tab of one person sends nothing under the login of another who signs in beside it", async ({
  visit,
  newDocument,
  instance,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Two people, one browser");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await write(mira, "These are Mira's words.");
  const mine = await mira.context().cookies();
  const other = await mira.context().newPage();
  await mira.context().clearCookies();
  await other.goto(`${instance.origin}/-/welcome`);
  await other.getByLabel("Name").fill("Somebody else");
  await other.getByRole("button", { name: "Start writing" }).click();
  await other.waitForURL(`${instance.origin}/`);
  line.mend();
  await expect(mira.getByText("This login was ended").first()).toBeVisible({ timeout: 30_000 });
  await other.goto(address);
  await expect(saving(other)).toHaveText("Saved");
  await expect(text(other)).toHaveText("");
  // Mira comes back: her words are saved, as hers.
  await mira.context().addCookies(mine);
  await mira.goto("about:blank").catch(() => undefined);
  mira.on("dialog", (dialog) => void dialog.accept());
  await mira.goto(address);
  await expect(text(mira)).toHaveText("These are Mira's words.");
});

test("a message that could not be sent is there again after leaving the page and after loading it anew", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Not sent");
  const line = await steerLine(mira);
  await mira.goto(address);
  await expect(saving(mira)).toHaveText("Saved");
  line.cut();
  await expect(saving(mira)).toHaveText("Offline");
  const message = mira.getByRole("textbox", { name: "Message" });
  await message.fill("Is https://example.com/plan the newest?");
  await expect(mira.getByText("Offline. You can write, and send")).toBeVisible();
  await message.press("Enter");
  await expect(mira.getByText(/Not sent: there is no connection/)).toBeVisible();
  await mira.getByRole("link", { name: "Home" }).first().click();
  await mira.getByRole("link", { name: /Not sent/ }).click();
  await expect(message).toHaveValue(/newest/);
  line.mend();
  await mira.reload();
  await expect(saving(mira)).toHaveText("Saved");
  await expect(message).toHaveValue(/newest/);
  await message.press("Enter");
  await expect(mira.getByRole("link", { name: "https://example.com/plan" })).toBeVisible();
  await mira.reload();
  await expect(message).toHaveValue("");
});

test("the notice that comes and goes with the connection does not move what is read", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Read on");
  const line = await steerLine(mira);
  await mira.goto(address);
  await write(mira, Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join("\n"));
  await expect(saving(mira)).toHaveText("Saved");
  const read = text(mira).getByText("Line 40.");
  await read.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = async () => (await read.boundingBox())?.y ?? 0;
  const before = await place();
  const moved = async () => Math.abs((await place()) - before);
  line.cut();
  await expect(mira.getByText(/^Offline since/)).toBeVisible();
  await expect.poll(moved).toBeLessThan(2);
  line.mend();
  await expect(saving(mira)).toHaveText("Saved", { timeout: 30_000 });
  await expect(mira.getByText(/^Offline since/)).toHaveCount(0);
  await expect.poll(moved).toBeLessThan(2);
});
