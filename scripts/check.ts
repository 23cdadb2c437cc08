import { spawn } from "node:child_process";
import path from "node:path";
import { checkBoundaries } from "./boundaries.ts";
import { checkLocales } from "./locales.ts";

/** `npm run check`: form, lint, boundaries, dead code, translations and types. Every step runs; all faults are told. */

type Outcome = { name: string; ok: boolean; said: string };

const root = path.resolve(import.meta.dirname, "..");

const outcomes = [
  await tool("format", "oxfmt", ["--check", "."]),
  await tool("lint", "oxlint", ["."]),
  await boundaries(),
  locales(),
  await types(),
  // After the types, which are generated for the routes first.
  await tool("dead code", "knip", ["--no-progress"]),
];
for (const { name, ok, said } of outcomes) {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (!ok) console.log(said);
}
process.exitCode = outcomes.every((outcome) => outcome.ok) ? 0 : 1;

async function types(): Promise<Outcome> {
  const generated = await tool("types", "react-router", ["typegen"]);
  return generated.ok ? await tool("types", "tsc", ["--noEmit", "-p", "."]) : generated;
}

async function boundaries(): Promise<Outcome> {
  const { modules, offences } = await checkBoundaries();
  const said = [
    ...(modules === 0 ? ["no module was read: the check itself is broken"] : []),
    ...offences.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
  ];
  return { name: "boundaries", ok: said.length === 0, said: said.join("\n") };
}

function locales(): Outcome {
  const said = checkLocales(root);
  return { name: "translations", ok: said.length === 0, said: said.join("\n") };
}

function tool(name: string, command: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, "node_modules/.bin", command), args, { cwd: root });
    let said = "";
    child.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()));
    child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
    child.on("close", (code) => resolve({ name, ok: code === 0, said }));
  });
}
