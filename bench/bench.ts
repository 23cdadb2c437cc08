import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Bench, Row } from "./measure.ts";

/**
 * `npm run bench -- <name>` runs `bench/<name>.bench.ts`, prints its table and writes `bench/out/<name>.json`;
 * without a name all of them run, and the end lists what does not hold.
 */

const here = fileURLToPath(new URL(".", import.meta.url));

async function main(wanted: string[]): Promise<void> {
  const all = readdirSync(here).flatMap((file) => (file.endsWith(".bench.ts") ? [file.slice(0, -9)] : []));
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown) throw new Error(`There is no bench "${unknown}"; there are: ${all.join(", ")}`);
  const failing: string[] = [];
  for (const name of wanted.length > 0 ? wanted : all) {
    const { bench } = (await import(pathToFileURL(`${here}${name}.bench.ts`).href)) as { bench: Bench };
    const rows = await bench.rows();
    report(bench.name, rows);
    failing.push(...rows.filter((row) => !row.holds).map((row) => `${name}: ${row.measure} (${row.bound})`));
  }
  console.log(failing.length === 0 ? "\nEverything holds." : `\nDoes not hold:\n  ${failing.join("\n  ")}`);
  process.exitCode = failing.length === 0 ? 0 : 1;
}

function report(name: string, rows: Row[]): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: here,
    encoding: "utf8",
  }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "cpu"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  mkdirSync(`${here}out`, { recursive: true });
  writeFileSync(`${here}out/${name}.json`, `${JSON.stringify({ name, commit, machine, rows }, null, 2)}\n`);
  console.log(`\n${name} · ${commit} · ${machine}`);
  console.table(
    rows.map(({ measure, unit, ours, peer, ratio, bound, holds }) => ({
      measure,
      unit,
      ours: rounded(ours),
      peer: rounded(peer),
      ratio: rounded(ratio),
      bound,
      holds: holds ? "yes" : "NO",
    })),
  );
  for (const how of new Set(rows.map((row) => row.how).filter(Boolean))) console.log(how);
}

function rounded(value: number | null): number | string {
  return value === null ? "–" : Number(value.toPrecision(3));
}

await main(process.argv.slice(2));
