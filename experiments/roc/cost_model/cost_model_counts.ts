/**
 * Counts of how often a graph contradicts the statements of roc about its cost model and cuts.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { learnedRanges } from "../../../graph/partitions/ranges.ts";
import {
  type FeaturePrefixes,
  type RangeFeatures,
  WARP_SIZE,
} from "../../../graph/partitions/vertex_costs.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { predictedMs } from "../partitioning/partition_learning.ts";

/** Numbers of ranges that graphs are cut into. */
const CUTS: readonly number[] = Array.from({ length: 63 }, (_, i) => i + 2);

/** The five features of one vertex, by the definitions of Table 2 and nothing else. */
export function featuresOfVertex({ rowPtr, colIdx }: CsrMatrix, v: number, width: number): RangeFeatures {
  const neighbors = Array.from(colIdx.subarray(rowPtr[v], rowPtr[v + 1]));
  const runs: number[] = [];
  for (const [at, neighbor] of neighbors.entries()) {
    if (at > 0 && neighbor === neighbors[at - 1] + 1) runs[runs.length - 1]++;
    else runs.push(1);
  }
  const sum = (of: (run: number) => number) => sumOf(runs, of);
  return [
    1,
    neighbors.length,
    runs.length,
    sum((run) => Math.ceil(run / WARP_SIZE)),
    sum((run) => Math.ceil(run * width / WARP_SIZE)),
  ];
}

/** Vertices whose features are others, and those whose features break `x3 <= x4 <= x2`, `x4 <= x5`. */
export function featureCounts(
  matrix: CsrMatrix,
  features: FeaturePrefixes,
): Readonly<Record<"vertices_counted" | "wrong_features" | "wrong_bounds", number>> {
  let counted = 0, wrong = 0, unbounded = 0;
  for (const width of features.activationLoads.keys()) {
    for (let v = 0; v < matrix.rows; v++) {
      const got = features.range(width, v, v + 1), wanted = featuresOfVertex(matrix, v, width);
      const [, x2, x3, x4, x5] = got;
      counted++;
      if (got.some((value, i) => value !== wanted[i])) wrong++;
      if (!(x3 <= x4 && x4 <= x2 && x4 <= x5)) unbounded++;
    }
  }
  return { vertices_counted: counted, wrong_features: wrong, wrong_bounds: unbounded };
}

/** By how much the costs of all vertices together differ from the cost of their sums, relative. */
export function costCounts(
  model: CostModel,
  features: FeaturePrefixes,
): Readonly<Record<"additivity_error", number>> {
  const { vertices } = features;
  let sum = 0;
  for (let v = 0; v < vertices; v++) sum += predictedMs(model, features, [v, v + 1]);
  const whole = predictedMs(model, features, [0, vertices]);
  return { additivity_error: Math.abs(sum - whole) / whole };
}

/**
 * Cuts whose ranges are not contiguous or leave a vertex out; the most that a costliest range lies above
 * the mean, in units of the largest cost of a vertex; the most probes of a cut, over `N (ceil(log2 V) + 1)`.
 */
export function boundaryCounts(
  model: CostModel,
  features: FeaturePrefixes,
): Readonly<Record<"cuts" | "wrong_cuts" | "most_excess" | "most_probes", number>> {
  const { vertices } = features;
  let dearest = 0;
  for (let v = 0; v < vertices; v++) dearest = Math.max(dearest, predictedMs(model, features, [v, v + 1]));
  const mostProbes = Math.ceil(Math.log2(vertices)) + 1;
  let wrong = 0, excess = 0, probed = 0;
  for (const parts of CUTS) {
    const { offsets, probes } = learnedRanges(model, features, parts);
    const isCover = offsets.length === parts + 1 && offsets[0] === 0 && offsets[parts] === vertices &&
      offsets.every((offset, i) => i === 0 || offset >= offsets[i - 1]);
    if (!isCover) wrong++;
    const costs = Array.from(
      offsets.subarray(1),
      (end, i) => predictedMs(model, features, [offsets[i], end]),
    );
    const mean = sumOf(costs) / parts;
    excess = Math.max(excess, (Math.max(...costs) - mean) / dearest);
    probed = Math.max(probed, probes / (parts * mostProbes));
  }
  return { cuts: CUTS.length, wrong_cuts: wrong, most_excess: excess, most_probes: probed };
}
