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
