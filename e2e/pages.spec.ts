import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test("a document that somebody makes or renames appears on everyone's Home by itself", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas");
  await jonas.goto("/");
  const listed = (title: string) => jonas.getByRole("main").getByRole("link", { name: title });
  await newDocument(mira, "Made while another looks");
  await expect(listed("Made while another looks")).toBeVisible();
  await mira.getByRole("button", { name: "Document menu" }).filter({ visible: true }).click();
  await mira.getByRole("menuitem", { name: "Rename" }).click();
  await mira.getByRole("textbox", { name: "Title" }).fill("Renamed while another looks");
  await mira.getByRole("button", { name: "Save" }).click();
  await expect(listed("Renamed while another looks")).toBeVisible();
});

test("a right taken away while somebody types makes the page read-only within a second, and back", async ({
  visit,
  operate,
  newDocument,
}) => {
  const operator = await operate();
  const jonas = await visit("Jonas");
  await newDocument(jonas, "Rights while typing");
  const text = jonas.getByRole("textbox", { name: "Document", exact: true });
  await expect(text).toHaveAttribute("contenteditable", "true");
  await operator.goto("/-/settings");
  const write = operator
    .getByRole("listitem")
    .filter({ hasText: "Jonas" })
    .last()
    .getByRole("checkbox", { name: "Write" });
  await write.click();
  await expect(text).toHaveAttribute("contenteditable", "false", { timeout: 2_000 });
  await expect(jonas.getByText("You can read but not write").first()).toBeVisible();
  await write.click();
  await expect(text).toHaveAttribute("contenteditable", "true", { timeout: 5_000 });
});

test("a right to read that is given back brings text and Chat back to life", async ({
  visit,
  operate,
  newDocument,
}) => {
  const operator = await operate();
  const jonas = await visit("Jonas");
  const mira = await visit("Mira");
  const address = await newDocument(jonas, "Read and read again");
  const text = jonas.getByRole("textbox", { name: "Document", exact: true });
  await operator.goto("/-/settings");
  const row = operator.getByRole("listitem").filter({ hasText: "Jonas" }).last();
  await row.getByRole("checkbox", { name: "Read" }).click();
  await expect(jonas.getByText("You may not read this any more")).toBeVisible({ timeout: 2_000 });
  await mira.goto(address);
  const chat = mira.getByRole("textbox", { name: "Message" });
  await chat.fill("said while Jonas could not hear");
  await chat.press("Enter");
  const said = (page: Page) =>
    page.getByRole("log", { name: "Transcript" }).getByText("said while Jonas could not hear");
  await expect(said(mira)).toBeVisible();
  await expect(said(jonas)).toHaveCount(0);
  await row.getByRole("checkbox", { name: "Write" }).click();
  await expect(text).toHaveAttribute("contenteditable", "true", { timeout: 2_000 });
  await expect(said(jonas)).toBeVisible();
});

test("a login that another ends leaves the text to read, says so, and leads to sign in", async ({
  visit,
  operate,
  newDocument,
}) => {
  const operator = await operate();
  const jonas = await visit("Jonas");
  await newDocument(jonas, "Signed in for a while");
  await operator.goto("/-/settings");
  await operator
    .getByRole("button", { name: /End logins of Jonas/ })
    .last()
    .click();
  await expect(jonas.getByText("This login was ended")).toBeVisible({ timeout: 2_000 });
  await jonas.getByRole("button", { name: "Reload" }).click();
  await expect(jonas).toHaveURL(/-\/welcome/);
});

test("a change beyond 256 KiB is kept here until it is taken back", async ({ visit, newDocument }) => {
  const mira = await visit("Mira", { permissions: ["clipboard-read", "clipboard-write"] });
  await newDocument(mira, "Nearly full");
  const text = mira.getByRole("textbox", { name: "Document", exact: true });
  await text.click();
  const paste = async (words: string) => {
    await mira.evaluate((copied) => navigator.clipboard.writeText(copied), words);
    await mira.keyboard.press("Control+V");
  };
  await paste("first ".repeat(30_000));
  await expect(mira.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
  await paste("second ".repeat(20_000));
  await expect(mira.getByText("Your last change was refused")).toBeVisible();
  // Another tab knows of it as well, and says so before this one can no longer be reached.
  const settings = await mira.context().newPage();
  await settings.goto("/-/settings");
  await settings.getByRole("button", { name: "Sign out" }).click();
  await expect(settings.getByRole("dialog")).toContainText(/\d+ changes? (is|are) not saved/);
  await settings.close();
  await mira.getByRole("button", { name: "Copy it" }).click();
  await expect.poll(() => mira.evaluate(() => navigator.clipboard.readText())).toContain("second second");
  await mira.getByRole("button", { name: "Take it back" }).click();
  await expect(text).not.toContainText("second");
  await mira.keyboard.type("third");
  await expect(mira.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
  await mira.reload();
  await expect(text).toContainText("third");
});

test("a Markdown file becomes a document that shows its title once; what is no text is refused", async ({
  visit,
}) => {
  const mira = await visit("Mira");
  await mira.goto("/octo-org/score");
  await mira.getByRole("button", { name: "Import" }).first().click();
  const dialog = mira.getByRole("dialog");
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel("Markdown file").setInputFiles({ name, mimeType: "text/markdown", buffer });
  await choose("large.md", Buffer.alloc(300_000, "a "));
  await expect(dialog.getByRole("alert")).toHaveText(/larger than 256 KiB/);
  await choose("image.md", Buffer.from([0xff, 0xd8, 0]));
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/not UTF-8 text/);
  await choose("score.md", Buffer.from("# Scores *today*\n\nSome text.\n"));
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(mira).toHaveURL(/\/scores-today$/);
  const heading = mira.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(["Scores today"]);
  await mira.getByRole("textbox", { name: "Document", exact: true }).getByRole("heading").click();
  await mira.keyboard.press("End");
  await mira.keyboard.type(" and tomorrow");
  await expect(heading).toHaveText(["Scores today", "Scores today and tomorrow"]);
});

test("a document is archived, restored by another, and deleted in two stages; old addresses lead to it", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const jonas = await visit("Jonas", { permissions: ["clipboard-read", "clipboard-write"] });
  const choose = async (page: typeof mira, item: string) => {
    await page.getByRole("button", { name: "Document menu" }).filter({ visible: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const old = await newDocument(mira, "A short life");
  await choose(mira, "Rename");
  await mira.getByRole("textbox", { name: "Title" }).fill("A life");
  await mira.getByRole("button", { name: "Save" }).click();
  await expect(mira).toHaveURL(/\/a-life$/);
  await jonas.goto(old);
  await expect(jonas).toHaveURL(/\/a-life$/);
  await choose(jonas, "Copy link");
  await jonas.goto(await jonas.evaluate(() => navigator.clipboard.readText()));
  await expect(jonas).toHaveURL(/\/a-life$/);
  await choose(mira, "Archive");
  await expect(jonas.getByText("This document is archived")).toBeVisible();
  await jonas.getByRole("button", { name: "Restore" }).click();
  await expect(mira.getByRole("textbox", { name: "Document", exact: true })).toHaveAttribute(
    "contenteditable",
    "true",
  );
  await choose(mira, "Archive");
  await choose(mira, "Delete…");
  await mira.getByRole("button", { name: "Delete", exact: true }).click();
  await mira.getByRole("button", { name: "Delete for good" }).click();
  await expect(mira).toHaveURL(/\/$/);
  await expect(jonas.getByText("This document was deleted")).toBeVisible();
});
