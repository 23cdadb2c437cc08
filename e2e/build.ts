import path from "node:path";
import { buildIfNeeded } from "../scripts/sources.ts";

/** Builds once before the browser tests. */
export default function build(): void {
  buildIfNeeded(path.resolve(import.meta.dirname, ".."));
}
