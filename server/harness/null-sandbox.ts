import type { HarnessV1NetworkSandboxSession, HarnessV1SandboxProvider } from "@ai-sdk/harness";

const root = "/nowhere";

/**
 * The sandbox the harness contract asks for, with nothing in it: no files, no processes, no ports. Tools run in this
 * process and are ours, so there is nothing a sandbox would hold.
 */
export function createNullSandbox(): HarnessV1SandboxProvider {
  return {
    specificationVersion: "harness-sandbox-v1",
    providerId: "none",
    createSession: (options) => Promise.resolve(session(options?.sessionId ?? "none")),
    resumeSession: ({ sessionId }) => Promise.resolve(session(sessionId)),
  };
}

function session(id: string): HarnessV1NetworkSandboxSession {
  const refuse = (): Promise<never> => Promise.reject(new Error("There is no sandbox here."));
  const nothing = (): Promise<null> => Promise.resolve(null);
  const self: HarnessV1NetworkSandboxSession = {
    id,
    description: "no sandbox",
    defaultWorkingDirectory: root,
    ports: [],
    getPortEndpoint: refuse,
    getPortUrl: refuse,
    stop: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
    restricted: () => self,
    readFile: nothing,
    readBinaryFile: nothing,
    readTextFile: nothing,
    writeFile: refuse,
    writeBinaryFile: refuse,
    writeTextFile: refuse,
    spawn: refuse,
    // The harness makes its working directory before the first turn and asks for nothing else.
    run: ({ command }) =>
      Promise.resolve(
        command.startsWith("mkdir ")
          ? { exitCode: 0, stdout: "", stderr: "" }
          : { exitCode: 127, stdout: "", stderr: "There is no sandbox here." },
      ),
  };
  return self;
}
