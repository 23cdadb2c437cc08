import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures.ts";

const PAGES = ["/", "/octo-org/score", "/octo-org/score/welcome-to-chopin", "/-/settings", "/-/nowhere"];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 360]) {
    test(`no page breaks a WCAG A or AA rule, ${colorScheme}, ${width} px wide`, async ({ visit }) => {
      const page = await visit("Lena", { colorScheme, viewport: { width, height: 900 } });
      for (const address of PAGES) {
        await page.goto(address);
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
          .analyze();
        const found = violations.map(
          ({ id, nodes }) => `${address} ${id}: ${nodes.map((node) => node.target).join(" ")}`,
        );
        expect(found).toEqual([]);
      }
    });
  }
}
