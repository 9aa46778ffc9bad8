/**
 * Lower bound of an SpMM's time on a card: the roofline over simulated memory traffic.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { CardLimits } from "./published_cards.ts";
import { plural } from "../../platform/text/plural.ts";

/** A product y = A x and the traffic that it causes. */
export interface SpmmTraffic {
  /** Stored entries of A. */
  readonly nnz: number;
  /** f: columns of x. */
  readonly width: number;
  /** Bytes between memory and the card, both directions: `CacheCounts.dramBytes`. */
  readonly dramBytes: number;
  /** The card's limits. */
  readonly card: CardLimits;
}

/** A modelled SpMM. */
export interface SpmmRoofline {
  /** Time of the SpMM, the longer of the two below. */
  readonly seconds: number;
  /** Time of the arithmetic alone. */
  readonly computeSeconds: number;
  /** Time of the traffic alone. */
  readonly memorySeconds: number;
  /** Limit that decides the time. */
  readonly bound: "compute" | "memory";
  /** Resulting rate in 1e9 float32 operations a second; 0 without operations. */
  readonly gflops: number;
  /** Operations a byte of memory traffic; infinite where there is no traffic. */
  readonly intensity: number;
}

/**
 * Models `t = max(2 nnz f / peak, dramBytes / bandwidth)`: arithmetic and traffic overlap completely, and
 * nothing else takes time.
 *
 * @throws {UsageError} unless counts are not negative and limits positive.
 *
 * @example
 * ```ts
 * import { PUBLISHED_CARDS, spmmRoofline } from "gnn-repro/hardware";
 * const card = PUBLISHED_CARDS["rtx-3090"];
 * const { bound } = spmmRoofline({ nnz: 1e6, width: 128, dramBytes: 5e8, card });
 * if (bound !== "memory") throw new Error("half a gigabyte takes longer than 0.256 GFLOP");
 * ```
 */
export function spmmRoofline({ nnz, width, dramBytes, card }: SpmmTraffic): SpmmRoofline {
  const counts = [nnz, width, dramBytes], limits = [card.peakGflops, card.dramGBs];
  if (!counts.every((count) => count >= 0 && count < Infinity) || !limits.every((limit) => limit > 0)) {
    throw new UsageError({
      action: "model an SpMM's time",
      current: `nnz ${nnz}, width ${width}, ${plural(dramBytes, "byte")} at ${
        limits.join(" GFLOP/s and ")
      } GB/s`,
      wanted: "counts from 0 and positive limits",
      next: "take the bytes from simulateSpmm and a card from PUBLISHED_CARDS",
    });
  }
  const operations = 2 * nnz * width;
  const computeSeconds = operations / (card.peakGflops * 1e9);
  const memorySeconds = dramBytes / (card.dramGBs * 1e9);
  const seconds = Math.max(computeSeconds, memorySeconds);
  return {
    seconds,
    computeSeconds,
    memorySeconds,
    bound: computeSeconds > memorySeconds ? "compute" : "memory",
    gflops: operations === 0 ? 0 : operations / seconds / 1e9,
    intensity: operations === 0 ? 0 : operations / dramBytes,
  };
}
