/**
 * Work items that add up to rows: divided into chunks that a device can bind and dispatch, with a list of the
 * targets that several items add to. The target of an item is the row, or the row of tiles, that its sum
 * belongs to.
 *
 * @module
 */

/** Bit of an item's target word: no other item adds to the target, so the sum is stored there directly. */
export const ALONE = 0x8000_0000;

/** Words of a {@link ItemChunk.shared} record. */
export const SHARED_WORDS = 4;

/** Flag of a shared target: items of earlier chunks have added to the target. */
export const CONTINUES = 1;

/** Flag of a shared target: items of later chunks will add to the target. */
export const UNFINISHED = 2;

/** Work items in the order of their targets. */
export interface WorkItems {
  /** Number of items. */
  readonly count: number;
  /** Target of each item, ascending; below 2^31. */
  readonly targetOf: Uint32Array;
}

/** Resource that items use, and the amount of it that one chunk may use. */
export interface Resource {
  /** Running sums of the resource, `count + 1` ascending numbers: items `[a, b)` use `sums[b] - sums[a]`. */
  readonly sums: Uint32Array | Float64Array;
  /** Largest amount that a chunk of several items may use. */
  readonly limit: number;
}

/** Limits of a chunk, each at least 1; a single item may exceed them. */
export interface ItemLimits {
  /** Largest number of items. */
  readonly items: number;
  /** Largest number of items whose target is shared. */
  readonly partials: number;
  /** Further resources. */
  readonly resources: readonly Resource[];
}

/** Range of work items. */
export interface ItemChunk {
  /** First item. */
  readonly first: number;
  /** Number of items. */
  readonly count: number;
  /** Number of items whose target is shared. */
  readonly partials: number;
  /**
   * Records of shared targets, ascending, four words each: the target, its first partial sum, the one after
   * its last, and {@link CONTINUES} and {@link UNFINISHED}. Partial sums are numbered from 0 in the order of
   * their items.
   */
  readonly shared: Uint32Array;
}

/** Whether an item is the only one of its target. */
export function isAlone({ targetOf, count }: WorkItems, item: number): boolean {
  const target = targetOf[item];
  return (item === 0 || targetOf[item - 1] !== target) &&
    (item + 1 === count || targetOf[item + 1] !== target);
}

/**
 * Divides items into chunks within the limits, in order.
 *
 * @example
 * ```ts
 * const items = { count: 3, targetOf: Uint32Array.of(0, 1, 1) };
 * const [{ shared }] = cutItems(items, { items: 8, partials: 8, resources: [] });
 * if (shared.join() !== "1,0,2,0") throw new Error("target 1 is partials 0 and 1");
 * ```
 */
export function cutItems(items: WorkItems, limits: ItemLimits): ItemChunk[] {
  const { count, targetOf } = items;
  const chunks: ItemChunk[] = [];
  for (let first = 0; first < count;) {
    const shared: number[] = [];
    let item = first, partials = 0;
    for (; item < count; item++) {
      const full = item - first >= limits.items ||
        limits.resources.some(({ sums, limit }) => sums[item + 1] - sums[first] > limit);
      if (item > first && full) break;
      if (isAlone(items, item)) continue;
      if (partials === limits.partials) break;
      const target = targetOf[item];
      if (shared.at(-SHARED_WORDS) !== target) {
        shared.push(target, partials, partials, item > 0 && targetOf[item - 1] === target ? CONTINUES : 0);
      }
      shared[shared.length - 2] = ++partials;
    }
    if (partials > 0 && item < count && shared.at(-SHARED_WORDS) === targetOf[item]) {
      shared[shared.length - 1] |= UNFINISHED;
    }
    chunks.push({ first, count: item - first, partials, shared: Uint32Array.from(shared) });
    first = item;
  }
  return chunks;
}
