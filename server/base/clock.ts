/** Where the time comes from; a test passes one it can turn by hand. */
export type Clock = { now(): Date };

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
