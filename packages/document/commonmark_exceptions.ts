/** CommonMark 0.31 examples that cannot hold, by number, with the reason. There are none. */
export const EXCEPTIONS: ReadonlyMap<number, string> = new Map();
