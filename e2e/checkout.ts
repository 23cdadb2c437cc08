import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The repository that documents of the browser tests are about: `octo-org/score`, three files, one commit. */
export function makeCheckout(directory: string): string {
  const files = {
    "README.md": "# Score\n\nCharges cards, once.\n",
    "src/charges/create.ts":
      "export async function create(draft: Draft) {\n  const row = await ledger.insert(draft);\n  await processor.charge(row.id);\n  return row;\n}\n",
    "docs/retries.md": "# Retries\n\nWorkers retry three times, two seconds apart.\n",
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const git = (...args: string[]) => execFileSync("git", ["-C", directory, ...args], { stdio: "ignore" });
  git("init", "--initial-branch=main");
  git("remote", "add", "origin", "https://github.com/octo-org/score.git");
  git("add", ".");
  git("-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "-m", "Charge cards");
  return directory;
}
