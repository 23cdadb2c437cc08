import { test } from "vitest";
import { expectRoundTrip } from "../round_trip.ts";

test("maths comes back, in blocks and in lines", () => {
  expectRoundTrip("$$\n\\frac{a}{b} \\\\\n\n  c\n$$\n");
  expectRoundTrip("a $x_1 * y_2$ and $$z$$ b\n", "a $x_1 * y_2$ and $z$ b\n");
  expectRoundTrip("$$$\na $$ b\n$$$\n");
});
