import { expect, test } from "vitest";
import { safeAddress, shownImage, typedAddress } from "./address.ts";

test("ordinary web, mail, repository and in-page addresses may be linked", () => {
  for (const address of [
    "https://example.org/a?b=c#d",
    "http://localhost:8080/x",
    "mailto:mira@example.org",
    "docs/plan.md",
    "../src/a.ts#L10",
    "/README.md",
    "#where-we-are",
    "https://例え.jp/道",
  ]) {
    expect(safeAddress(address), address).toBe(address);
  }
});

test("an address that runs something, hides something or pretends to be another host is refused", () => {
  for (const address of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "java\u200bscript:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "\\\\evil.example",
    "https://good.example\u202e/moc.live",
    "https://good.example@evil.example/",
    "https:evil.example",
    "mailto:",
    "https://a b",
    "",
    `https://example.org/${"a".repeat(3000)}`,
  ]) {
    expect(safeAddress(address), JSON.stringify(address)).toBeNull();
  }
});

test("a host typed without a scheme becomes https, a mail address becomes mailto, a file stays in the repository", () => {
  expect(typedAddress("example.org/x")).toBe("https://example.org/x");
  expect(typedAddress("mira@example.org")).toBe("mailto:mira@example.org");
  expect(typedAddress("README.md")).toBe("README.md");
  expect(typedAddress("docs/a.md")).toBe("docs/a.md");
  expect(typedAddress(" javascript:alert(1) ")).toBeNull();
});

test("only our own images are shown; others would tell a stranger who reads this", () => {
  expect(shownImage("/images/d1/abc.png")).toBe(true);
  for (const src of [
    "https://example.org/a.png",
    "data:image/png;base64,AA",
    "/images/../api/x",
    "/api/sign-out",
    "a.png",
  ]) {
    expect(shownImage(src), src).toBe(false);
  }
});
