import { setTimeout as pause } from "node:timers/promises";
import type { Ledger } from "./ledger.ts";

/** Somebody who types at the end of a paragraph of their own. */
export type Typist = {
  /** Which of the documents this one writes in. */
  document: number;
  type(letter: string): void;
  /** Whether everything typed is acknowledged and has come back. */
  idle(): boolean;
  /** What has come by, for a comparison at the end; equal words of two typists of a document mean equal texts. */
  text(): Promise<string>;
  /** What it shows in the end; null where it applied nothing. */
  readonly shown: string | null;
  close(): void;
};

/** A server under load: its process, and the people who type. */
export type Side = {
  pid: number;
  /** Connects everybody and lets them join, one after the other, or so many milliseconds apart whether or not. */
  connect(apartMs?: number): Promise<Typist[]>;
  /** The text of each document as the server has it now. */
  served(): Promise<string[]>;
  /** Ends the server and reads each document from the database. */
  stop(): Promise<{ stored: string[] }>;
};

export type Load = {
  documents: number;
  typistsPerDocument: number;
  ledger: Ledger;
  /** Whether every typist applies everything; then the process that types is measured as well. */
  full?: boolean;
  /** Round trip in milliseconds that typist `index` has to the server; 0 for none. */
  roundTrip?: (index: number) => number;
};

/** Typists of a document that apply everything they receive, as a page does; the others only pass it on. */
export function fullTypists({ documents, typistsPerDocument, full }: Load): number {
  if (full) return typistsPerDocument;
  return documents === 1 ? Math.min(3, typistsPerDocument) : 1;
}

/** How `Side.connect` goes about it. */
export async function joinAll<One extends Typist>(
  count: number,
  join: (index: number) => Promise<One>,
  apartMs?: number,
): Promise<One[]> {
  const indices = Array.from({ length: count }, (_, index) => index);
  if (apartMs !== undefined)
    return await Promise.all(indices.map(async (index) => await join(await pause(index * apartMs, index))));
  const typists: One[] = [];
  for (const index of indices) typists.push(await join(index));
  return typists;
}
