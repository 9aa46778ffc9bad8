/**
 * Cache geometry of a graphics card, and its scaling with a graph.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";

/**
 * Bytes that share a tag, four sectors, on all NVIDIA cards from Pascal to Ampere (Nsight Compute
 * documentation).
 */
export const CARD_LINE_BYTES = 128;

/** Geometry: multiprocessors with an L1 cache each, and one L2 cache behind all of them. */
export interface CacheGeometry {
  /** Streaming multiprocessors. */
  readonly sms: number;
  /** Warps of 32 threads that one multiprocessor holds at a time. */
  readonly residentWarps: number;
  /** Bytes of one multiprocessor's L1 cache when a kernel uses no shared memory. */
  readonly l1Bytes: number;
  /** Lines of a set of the L1 cache. */
  readonly l1Ways: number;
  /** Bytes of the L2 cache. */
  readonly l2Bytes: number;
  /** Lines of a set of the L2 cache. */
  readonly l2Ways: number;
}

/** Sets and ways of one cache. */
export interface CacheShape {
  /** Number of sets. */
  readonly sets: number;
  /** Lines of each set. */
  readonly ways: number;
}

/** A geometry as it is simulated. */
export interface ScaledGeometry {
  /** Streaming multiprocessors, the same as of the card. */
  readonly sms: number;
  /** Warps that one multiprocessor holds. */
  readonly residentWarps: number;
  /** One multiprocessor's L1 cache. */
  readonly l1: CacheShape;
  /** The L2 cache. */
  readonly l2: CacheShape;
}

/** Scales a cache down by its sets, below one set by its ways; at least one line remains. */
function scaleCache(bytes: number, ways: number, scale: number): CacheShape {
  const lines = Math.max(1, Math.round(bytes * scale / CARD_LINE_BYTES));
  const kept = Math.min(ways, lines);
  return { sets: Math.round(lines / kept), ways: kept };
}

/**
 * Scales a card down for a graph whose dense operand is `cacheScale` times that of the experiment on the
 * card. Both caches and the number of resident warps shrink: rows in flight and rows in a cache keep their
 * share of the graph, so that warps reuse each other's rows, and evict each other's lines, as often as at
 * full size.
 *
 * @throws {UsageError} if `cacheScale` is not in (0, 1], a size is not a positive integer, or a set has over
 * 65536 ways.
 *
 * @example
 * ```ts
 * import { PUBLISHED_CARDS } from "gnn-repro/hardware";
 * const { l2, residentWarps } = scaleGeometry(PUBLISHED_CARDS["titan-rtx"], 1 / 16);
 * if (l2.sets !== 192 || l2.ways !== 16 || residentWarps !== 2) throw new Error("a sixteenth of the card");
 * ```
 */
export function scaleGeometry(card: CacheGeometry, cacheScale: number): ScaledGeometry {
  const sizes = [card.sms, card.residentWarps, card.l1Bytes, card.l1Ways, card.l2Bytes, card.l2Ways];
  const whole = sizes.every((size) => Number.isInteger(size) && size >= 1);
  // The simulator numbers the ways of a set in 16 bits.
  const narrow = card.l1Ways <= 2 ** 16 && card.l2Ways <= 2 ** 16;
  if (!(cacheScale > 0 && cacheScale <= 1 && whole && narrow)) {
    throw new UsageError({
      action: "shape a card's caches",
      current: `scale ${cacheScale} of ${sizes.join(", ")}`,
      wanted: "a scale in (0, 1], positive whole sizes, at most 65536 ways",
      next: "pass feature bytes here over feature bytes in the paper",
    });
  }
  return {
    sms: card.sms,
    residentWarps: Math.max(1, Math.round(card.residentWarps * cacheScale)),
    l1: scaleCache(card.l1Bytes, card.l1Ways, cacheScale),
    l2: scaleCache(card.l2Bytes, card.l2Ways, cacheScale),
  };
}
