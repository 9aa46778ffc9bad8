/**
 * Cuts of a graph into contiguous ranges of vertices: of equal numbers of vertices or edges, of equal
 * predicted cost, and of equal time by what the ranges before took.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { CsrMatrix } from "../csr.ts";
import type { CostModel } from "./cost_model.ts";
import type { FeaturePrefixes } from "./vertex_costs.ts";
import { plural } from "../../platform/text/plural.ts";

/** Contiguous ranges that cover every vertex once. */
export interface RangeCut {
  /**
   * Boundaries: range i is `[offsets[i], offsets[i + 1])`; one more than there are ranges, from 0 to the
   * number of vertices, ascending.
   */
  readonly offsets: Uint32Array;
  /** Number of lookups of a prefix's cost during the search. */
  readonly probes: number;
}

/** Request for a search of boundaries. */
export interface RangeSearch {
  /** Number of vertices. */
  readonly vertices: number;
  /** Number of ranges; some are empty where there are more than vertices. */
  readonly parts: number;
  /** Cost of the vertices `0 .. v - 1`: 0 at 0, and never less for a greater v. */
  readonly costBefore: (v: number) => number;
  /** Shift of each inner boundary in shares of a range, from -1/2 to 1/2; 0 by default. */
  readonly shift?: number;
}

/**
 * Cuts at boundaries where boundary i is the smallest v whose vertices before cost at least i/N of the total
 * (roc, Section 4.2). So a range costs at most one vertex more than the mean. N - 1 binary searches of at
 * most `ceil(log2 V) + 1` probes each, and one for the total.
 *
 * @throws {UsageError} unless `parts` is an integer from 1.
 *
 * @example
 * ```ts
 * import { balancedRanges } from "gnn-repro/graph";
 * const { offsets } = balancedRanges({ vertices: 10, parts: 2, costBefore: (v) => v * v });
 * if (offsets.join() !== "0,8,10") throw new Error("64 of 100 are the first half or more, 49 are less");
 * ```
 */
export function balancedRanges({ vertices, parts, costBefore, shift = 0 }: RangeSearch): RangeCut {
  assertParts(parts);
  const offsets = new Uint32Array(parts + 1).fill(vertices, parts);
  if (parts === 1) return { offsets, probes: 0 };
  const total = costBefore(vertices);
  let probes = 1;
  // Without a cost every cut is as even as any other.
  if (total === 0) return { offsets: equalVertexRanges(vertices, parts).offsets, probes };
  for (let i = 1; i < parts; i++) {
    const wanted = (i + shift) / parts * total;
    let low = offsets[i - 1], high = vertices;
    while (low < high) {
      const middle = low + Math.floor((high - low) / 2);
      probes++;
      if (costBefore(middle) >= wanted) high = middle;
      else low = middle + 1;
    }
    offsets[i] = low;
  }
  return { offsets, probes };
}

/**
 * Cuts into equal numbers of vertices: boundary i is `floor(i V / N)`.
 *
 * @throws {UsageError} unless `parts` is an integer from 1.
 */
export function equalVertexRanges(vertices: number, parts: number): RangeCut {
  assertParts(parts);
  return {
    offsets: Uint32Array.from({ length: parts + 1 }, (_, i) => Math.floor(i * vertices / parts)),
    probes: 0,
  };
}

/**
 * Cuts into equal numbers of in-edges, as near as whole vertices allow. A `shift` other than 0 moves all
 * inner boundaries by a share of a range: another cut, almost as even.
 *
 * @throws {UsageError} unless `parts` is an integer from 1.
 */
export function equalEdgeRanges({ rows, rowPtr }: CsrMatrix, parts: number, shift = 0): RangeCut {
  return balancedRanges({ vertices: rows, parts, shift, costBefore: (v) => rowPtr[v] });
}

/**
 * Cuts into equal predicted cost, summed over all layers (roc, Section 4.2).
 *
 * @throws {UsageError} for a model that is not ready yet, features without a width of its layers, or a number
 * of parts that is not an integer from 1.
 */
export function learnedRanges(model: CostModel, features: FeaturePrefixes, parts: number): RangeCut {
  return balancedRanges({ vertices: features.vertices, parts, costBefore: model.costBefore(features) });
}

/**
 * Cuts into equal time by the times of the previous iteration's ranges, without a model: dynamic
 * repartitioning as in Lux (Jia et al., VLDB 2018) and Presto (Venkataraman et al., EuroSys 2013). The time
 * of each range is spread evenly over its edges, or over its vertices where it has none; that choice is ours.
 * It says nothing about a graph that has not been run on.
 *
 * @param before Boundaries of the previous ranges, and the time of each, in any unit.
 * @throws {UsageError} where the numbers of times and ranges differ, or a time is negative.
 */
export function rebalancedRanges(
  { rows, rowPtr }: CsrMatrix,
  before: { readonly offsets: Uint32Array; readonly times: readonly number[] },
): RangeCut {
  const { offsets, times } = before, parts = times.length;
  assertParts(parts);
  if (offsets.length !== parts + 1 || offsets[parts] !== rows || times.some((time) => !(time >= 0))) {
    throw new UsageError({
      action: "balance ranges by their times",
      current: `${parts} times of ${offsets.length - 1} ranges up to vertex ${offsets[offsets.length - 1]}`,
      wanted: `a time from 0 for each, and ranges up to ${rows}`,
      next: "pass the cut that was measured with what it took",
    });
  }
  const timeBefore = [0];
  for (const time of times) timeBefore.push(timeBefore[timeBefore.length - 1] + time);
  const costBefore = (v: number): number => {
    let range = 0;
    while (range < parts - 1 && offsets[range + 1] <= v) range++;
    const begin = offsets[range], end = offsets[range + 1], edges = rowPtr[end] - rowPtr[begin];
    if (end === begin) return timeBefore[range + 1];
    const share = edges > 0 ? (rowPtr[v] - rowPtr[begin]) / edges : (v - begin) / (end - begin);
    return timeBefore[range] + share * times[range];
  };
  return balancedRanges({ vertices: rows, parts, costBefore });
}

/** Ratio of the largest to the mean cost: 1 is perfect, and 1 where all costs are 0. */
export function imbalance(costs: readonly number[]): number {
  const total = sumOf(costs);
  return total === 0 ? 1 : Math.max(...costs) * costs.length / total;
}

function assertParts(parts: number): void {
  if (Number.isInteger(parts) && parts >= 1 && parts <= 2 ** 24) return;
  throw new UsageError({
    action: "cut a graph into ranges",
    current: plural(parts, "part"),
    wanted: "a whole number from 1 to 2^24",
    next: "pass the number of devices",
  });
}
