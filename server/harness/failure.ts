import type { HarnessPart } from "./harness.ts";

/** Why a model did not answer, as the page puts it into words. */
export type ModelFailure =
  | "provider-auth" // the key was refused
  | "provider-busy" // too many requests, or the quota is used up
  | "provider-failed" // an error on their side
  | "provider-refused" // the request was not accepted
  | "model-unknown" // the provider has no such model
  | "provider-unreachable" // nobody answered at the address
  | "stream-cut"; // the response broke off

/** Classifies a failed response. `status` is that of the last answer, null where there was none. */
function failureOf(status: number | null): ModelFailure {
  if (status === null) return "provider-unreachable";
  if (status < 400) return "stream-cut";
  if (status === 401 || status === 403) return "provider-auth";
  if (status === 404) return "model-unknown";
  if (status === 429 || status === 402) return "provider-busy";
  return status < 500 ? "provider-refused" : "provider-failed";
}

/** The part of a failed response: one line of at most 300 characters, without the key. */
export function errorPart({
  status,
  message,
  apiKey,
}: {
  status: number | null;
  message: string;
  apiKey: string | undefined;
}): HarnessPart {
  const masked = apiKey === undefined || apiKey.length < 8 ? message : message.replaceAll(apiKey, "***");
  const line = masked.replaceAll(/\s+/g, " ").trim();
  return {
    type: "error",
    code: failureOf(status),
    message: line.length <= 300 ? line : `${line.slice(0, 299)}…`,
  };
}
