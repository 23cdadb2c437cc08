import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** The text of the open document. */
const text = (page: Page) => page.getByRole("textbox", { name: "Document", exact: true });

/** Pastes what another program would have put on the clipboard. */
async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await text(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, words] of Object.entries(data)) clipboardData.setData(type, words);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

/** A new document of one person, with the caret in it. */
async function write(page: Page): Promise<void> {
  await expect(text(page)).toHaveAttribute("contenteditable", "true");
  await text(page).click();
  // A caret at the very start within 200 ms of the focus looks to ProseMirror like a browser's slip, which it
  // takes back; nobody's hands are that fast, a test's are.
  await page.waitForTimeout(300);
}

test("Markdown becomes what it means as it is typed", async ({ visit, newDocument }) => {
  const page = await visit("Mira");
  await newDocument(page, "Typed Markdown");
  await write(page);
  await page.keyboard.type(
    "## Where we are\nSome **bold** and `code`.\n- one\ntwo\n\n> said\n\n\n[ ] task\n",
  );
  await expect(text(page).getByRole("heading", { level: 2 })).toHaveText("Where we are");
  await expect(text(page).locator("p > strong")).toHaveText("bold");
  await expect(text(page).locator("p > code")).toHaveText("code");
  await expect(text(page).locator("ul > li:not(.task)")).toHaveText(["one", "two"]);
  await expect(text(page).locator("blockquote")).toHaveText("said");
  await expect(text(page).locator("li.task").first()).toContainText("task");
});

test("lists are nested and left by keys, and a task is ticked by mouse and by keys", async ({
  visit,
  newDocument,
}) => {
  const page = await visit("Mira");
  await newDocument(page, "Lists");
  await write(page);
  await page.keyboard.type("- one\n");
  await page.keyboard.press("Tab");
  await page.keyboard.type("inner\n");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("two\n\nafter\n- [ ] buy\nbring");
  await expect(text(page).locator("ul ul > li")).toHaveText("inner");
  await expect(text(page).locator(":scope > p")).toHaveText("after");
  const boxes = text(page).getByRole("checkbox");
  await boxes.first().click();
  await expect(boxes.first()).toBeChecked();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(boxes.nth(1)).toBeChecked();
  await expect(text(page).locator("li.task.checked")).toHaveCount(2);
});

test("a table is typed, walked with Tab, and grows and shrinks by its buttons", async ({
  visit,
  newDocument,
}) => {
  const page = await visit("Mira");
  await newDocument(page, "Table");
  await write(page);
  await page.keyboard.type("| Stage | Hold |\n");
  await page.keyboard.type("Pilot");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2 days");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Half");
  await expect(text(page).locator("tr")).toHaveCount(3);
  const tools = page.getByRole("toolbar", { name: "Table" });
  await tools.getByRole("button", { name: "Add column after" }).click();
  await expect(text(page).locator("th")).toHaveText(["Stage", "", "Hold"]);
  await page.keyboard.press("Alt+F10");
  await expect(tools.getByRole("button", { name: "Add row above" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(text(page).locator("tr")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await tools.getByRole("button", { name: "Delete row" }).click();
  await tools.getByRole("button", { name: "Delete column" }).click();
  await expect(text(page).locator("tr")).toHaveCount(3);
  await text(page).locator("th").first().click();
  await expect(tools.getByRole("button", { name: "Delete row" })).toBeHidden();
});

test("pasted Markdown, HTML and plain text come out clean", async ({ visit, newDocument }) => {
  const page = await visit("Mira");
  await newDocument(page, "Paste");
  await write(page);
  await paste(page, {
    "text/plain": "# Plan\n\n- [x] done\n- open `x`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend",
  });
  await expect(text(page).getByRole("heading", { level: 1 })).toHaveText("Plan");
  await expect(text(page).getByRole("checkbox").first()).toBeChecked();
  await expect(text(page).locator("td")).toHaveText(["1", "2"]);
  await page.keyboard.press("Enter");
  await paste(page, {
    "text/plain": "x",
    "text/html":
      '<b style="font-weight:normal" id="docs-internal-guid-1"><h2><span style="font-weight:700">Head</span></h2>' +
      '<p onclick="alert(1)">safe <a href="javascript:alert(1)">bad</a> <a href="https://example.org/">good</a>' +
      "<script>alert(1)</script><img src=x onerror=alert(1)></p></b>",
  });
  await expect(text(page).getByRole("heading", { level: 2 })).toHaveText("Head");
  await expect(text(page).locator("h2 strong")).toHaveCount(0);
  await expect(text(page).locator("a")).toHaveText("good");
  await expect(text(page).locator("script, img, [onclick], [onerror]")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await paste(page, { "text/plain": "one\ntwo" });
  await expect(text(page).locator("p:has-text('one') > br")).toHaveCount(1);
});

test("a new document takes what is typed at once", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  await newDocument(mira, "Begun at once");
  const text = mira.getByRole("textbox", { name: "Document", exact: true });
  await expect(text).toBeFocused();
  await mira.keyboard.type("Begun.");
  await expect(text).toHaveText("Begun.");
});

test("what cannot fit a document is refused in words and changes nothing", async ({ visit, newDocument }) => {
  const page = await visit("Mira");
  await newDocument(page, "Too long");
  await write(page);
  await page.keyboard.type("before");
  await paste(page, { "text/plain": "x".repeat(300_000) });
  await expect(page.getByText("too long to paste").first()).toBeVisible();
  await expect(text(page)).toHaveText("before");
});

test("a link is set by keys, and an address that hides or runs something is refused", async ({
  visit,
  newDocument,
}) => {
  const page = await visit("Mira");
  await newDocument(page, "Links");
  await write(page);
  await page.keyboard.type("plan");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("textbox", { name: "Link address" });
  await field.fill("javascript:alert(1)");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("https");
  await field.fill("example.org/plan");
  await field.press("Enter");
  await expect(text(page).locator("a")).toHaveAttribute("href", "https://example.org/plan");
  await expect(text(page)).toBeFocused();
});

test("the text is reached and left by keys alone, from plain text and from a list", async ({
  visit,
  newDocument,
}) => {
  const page = await visit("Mira");
  await newDocument(page, "Keys");
  await write(page);
  await page.keyboard.type("plain");
  await page.keyboard.press("Tab");
  await expect(text(page)).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("\n- item");
  await page.keyboard.press("Tab");
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(text(page)).not.toBeFocused();
});

test("raw HTML, formulas and front matter are shown as their source and never run", async ({
  visit,
  newDocument,
}) => {
  const page = await visit("Mira");
  await newDocument(page, "Source");
  await write(page);
  await paste(page, {
    "text/plain":
      "---\ntitle: x\n---\n\n# A\n\n<details open><summary>s</summary></details>\n\n$$\nx^2\n$$\n",
  });
  await expect(text(page).locator(".source")).toHaveCount(3);
  await expect(text(page).locator("details")).toHaveCount(0);
  await expect(text(page).locator(".source pre").nth(1)).toContainText("<details open>");
});

test("undo takes back my words only, also where another has written inside them", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Undo");
  await write(mira);
  await paste(mira, { "text/plain": "alphaomega" });
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await expect(text(jonas)).toHaveText("alphaomega");
  await write(jonas);
  await jonas.keyboard.press("Home");
  for (let i = 0; i < 5; i++) await jonas.keyboard.press("ArrowRight");
  await jonas.keyboard.type(" THEIRS ");
  await expect(text(mira)).toHaveText("alpha THEIRS omega");
  await text(mira).focus();
  await mira.keyboard.press("ControlOrMeta+z");
  await expect(text(mira)).toHaveText("THEIRS");
  await expect(text(jonas)).toHaveText("THEIRS");
});

test("another's caret carries a name, takes no press, and the arrows pass it on an empty last line", async ({
  visit,
  newDocument,
}) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Carets");
  await write(mira);
  await mira.keyboard.type("one\ntwo\n");
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await write(jonas);
  await jonas.keyboard.press("ControlOrMeta+End");
  const flag = mira.locator(".rc", { hasText: "Jonas" });
  await expect(flag).toHaveCount(1);
  await text(mira).locator("p").first().click();
  for (let i = 0; i < 4; i++) await mira.keyboard.press("ArrowDown");
  await mira.keyboard.type("three");
  await expect(text(mira).locator("p").last()).toHaveText("three");
  await expect(text(mira).locator("p").first()).toHaveText("one");
});

test("a click stays where it was made while another types", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Clicks");
  await write(mira);
  await mira.keyboard.type("first line\nsecond line");
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await write(jonas);
  await jonas.keyboard.press("ControlOrMeta+Home");
  const typing = jonas.keyboard.type("typing on and on and on ", { delay: 40 });
  await text(mira).locator("p").last().click();
  await mira.keyboard.press("End");
  await typing;
  await mira.keyboard.type("!");
  await expect(text(mira).locator("p").last()).toHaveText("second line!");
});

test("what another adds above moves the reader by less than two pixels", async ({ visit, newDocument }) => {
  const mira = await visit("Mira");
  const address = await newDocument(mira, "Reading");
  await write(mira);
  await paste(mira, {
    "text/plain": Array.from({ length: 80 }, (_, i) => `paragraph ${i} end`).join("\n\n"),
  });
  const jonas = await visit("Jonas");
  await jonas.goto(address);
  await write(jonas);
  const seen = text(mira).getByText("paragraph 50 end");
  await seen.scrollIntoViewIfNeeded();
  const before = (await seen.boundingBox())?.y ?? 0;
  await jonas.keyboard.press("ControlOrMeta+Home");
  await paste(jonas, { "text/plain": Array.from({ length: 200 }, (_, i) => `new ${i}`).join("\n\n") });
  await expect(text(mira)).toContainText("new 199");
  await expect(text(mira).locator("p").first()).toHaveText("new 0");
  const after = (await seen.boundingBox())?.y ?? 0;
  expect(Math.abs(after - before)).toBeLessThan(2);
});
