/** "1:12": minutes and seconds while something goes on. */
export function runningTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export type Spoken =
  | { key: "tenths"; seconds: string }
  | { key: "seconds"; seconds: number }
  | { key: "minutes"; minutes: number; seconds: number };

/** A finished time as data for words: "0.4 s" under ten seconds, "18 s", "3 min 41 s". */
export function spokenTime(ms: number): Spoken {
  if (ms < 9_950) return { key: "tenths", seconds: (Math.max(0, ms) / 1000).toFixed(1) };
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return { key: "seconds", seconds };
  return { key: "minutes", minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
}
