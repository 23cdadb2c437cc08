import { createRequire } from "node:module";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from "dependency-cruiser";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** What holds and what does not; `modules` is how many were read. */
export type Boundaries = { modules: number; offences: { rule: string; from: string; to: string }[] };

const root = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["app", "server", "db", "packages"];

/** Names of all rules there are. */
export function ruleNames(): string[] {
  return configuration().forbidden.map((rule) => rule.name);
}

/** Reads every import below `directory` and holds it against .dependency-cruiser.cjs. */
export async function checkBoundaries(directory = root): Promise<Boundaries> {
  const { forbidden, options } = configuration();
  const settings: ICruiseOptions = { ...options, baseDir: directory, validate: true, ruleSet: { forbidden } };
  const tsConfig = extractTsConfig(path.join(root, "tsconfig.json"));
  const { output } = await cruise(FOLDERS, settings, options.enhancedResolveOptions, { tsConfig });
  if (typeof output === "string") throw new Error("dependency-cruiser gave text where data was asked for");
  const { summary } = output as ICruiseResult;
  return {
    modules: summary.totalCruised,
    offences: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

type Configuration = {
  forbidden: (IForbiddenRuleType & { name: string })[];
  options: ICruiseOptions & { enhancedResolveOptions: object };
};

function configuration(): Configuration {
  return createRequire(import.meta.url)(path.join(root, ".dependency-cruiser.cjs")) as Configuration;
}
