import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

test("a browser is named by what it adds to what all of them say", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  expect(deviceOf(chrome)).toEqual({ browser: "Chrome", system: "Linux" });
  expect(deviceOf(`${chrome} Edg/140.0.0.0`)?.browser).toBe("Edge");
  expect(
    deviceOf(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
    ),
  ).toEqual({ browser: "Safari", system: "iPhone" });
});

test("what says neither is unknown", () => {
  expect(deviceOf("curl/8")).toBeNull();
  expect(deviceOf("")).toBeNull();
});
