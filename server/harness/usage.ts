import type { Usage } from "@chopin/protocol/parts";

export const noUsage: Usage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  estimated: false,
};

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    estimated: left.estimated || right.estimated,
  };
}

/** A guess where a provider did not say: four characters a token, which errs a little high for English and code. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
