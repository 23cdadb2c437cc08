/** One line of a bench. `ours` and `peer` are medians; `bound` says what must hold, in words. */
export type Row = {
  measure: string;
  unit: string;
  ours: number;
  peer: number | null;
  /** ours / peer, or peer / ours where a speed-up is asked: `bound` says which. */
  ratio: number | null;
  bound: string;
  holds: boolean;
  /** How it was measured, where the measure does not say so. */
  how?: string;
};

export type Bench = { name: string; rows: () => Promise<Row[]> };

/** The median of an odd number of measurements. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
