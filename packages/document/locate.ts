import type { Block } from "./blocks.ts";

type Name = { index: number; digest: string };

/**
 * Finds a block by the index and digest it was read with: the one block with that digest; among equal ones the same of
 * them in order as when they were read, or else the one that stands where it stood. null when it changed or is gone. `changed()` lists
 * what is not as it was read: without `read`, what stands where the blocks that were not found had been.
 */
export function locate(blocks: readonly Block[], read?: readonly Block[]) {
  const places = placesOf(blocks);
  const before = read ? placesOf(read) : null;
  const lost = new Set<number>();
  const find = (name: Name): number | null => {
    const now = places.get(name.digest) ?? [];
    if (now.length === 1) return now[0] ?? null;
    const then = before?.get(name.digest) ?? [];
    if (now.length > 0 && now.length === then.length) return now[then.indexOf(name.index)] ?? null;
    if (blocks[name.index]?.digest === name.digest) return name.index;
    lost.add(name.index);
    return null;
  };
  const changed = () =>
    blocks.filter((block) => (before ? !before.has(block.digest) : lost.has(block.index)));
  return Object.assign(find, { changed });
}

function placesOf(blocks: readonly Block[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { digest, index } of blocks) {
    const at = places.get(digest);
    if (at) at.push(index);
    else places.set(digest, [index]);
  }
  return places;
}
