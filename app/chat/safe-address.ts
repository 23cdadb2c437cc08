/** The address when its scheme is one a reader expects, else none: a model may have read what a stranger wrote. */
export function safeAddress(address: string): string {
  return /^(https?:\/\/|mailto:)/i.test(address) ? address : "";
}
