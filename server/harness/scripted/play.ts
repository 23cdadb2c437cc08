import { parseArgs } from "node:util";
import { plannerScript } from "./planner-script.ts";
import { startScriptedModel } from "./server.ts";

/**
 * `npm run model [-- --port 8789]`: a model server without a model, so that Chopin can be tried and worked on
 * without a key. It prints the lines for .env that make Chopin use it.
 */
const { values } = parseArgs({ options: { port: { type: "string", default: "8789" } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`--port is ${JSON.stringify(values.port)}; accepted: a number from 0 to 65535.\n`);
  process.exit(1);
}

const model = await startScriptedModel({ script: plannerScript, port }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.stdout.write(`A scripted model listens on ${model.origin}. Start Chopin with:

MODEL_BASE_URL=${model.origin}/v1
MODEL_API_KEY=scripted
MODEL=scripted

The same over the other two wire formats:

OPENAI_BASE_URL=${model.origin}/v1  OPENAI_API_KEY=scripted
ANTHROPIC_BASE_URL=${model.origin}  ANTHROPIC_API_KEY=scripted

Words in an instruction change what it does: slowly, fail, cut, think, stale, only answer.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void model.close().then(() => process.exit(0)));
}
