/**
 * Premises of claims about the balance of blocks: as many vertices as in the paper, none of which outweighs a
 * part, and the order of ids that is claimed to be balanced.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { indices } from "../../../platform/indices.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { atLeast, atMost, type PremiseCondition } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import { printedCounts, type RegimeRows } from "../graph_regime.ts";
import { realIds } from "../orderings/ordering_premises.ts";
import type { GraphId } from "../paper_graphs.ts";

/** Metrics of a graph that is cut into two parts. */
export const BALANCE_METRICS = {
  part_over_printed: { label: "vertices a part over the printed number", unit: "1", shown: false },
  heaviest_vertex: { label: "heaviest vertex over the edges of a part", unit: "1", shown: false },
  drift_at_imbalance: { label: "drift of degrees along the ids at which blocks are unbalanced", unit: "1" },
} as const satisfies Metrics;

/** Parts of Figure 5's partition. */
const PARTS = 2;
/** Step of the sweep of the drift. */
const DRIFT_STEP = 0.01;

/**
 * Most over fewest edges of the four blocks of a matrix cut in half, with ids that follow the rank by degree
 * to the share `drift` and chance to the rest: 0 is a random order, 1 one by falling degree.
 */
export function blockSpread({ rows, rowPtr, colIdx }: CsrMatrix, drift: number, seed: number): number {
  const stream = new RandomStream(seed, "drift of ids");
  const degree = (vertex: number) => rowPtr[vertex + 1] - rowPtr[vertex];
  const byDegree = indices(rows).sort((a, b) => degree(b) - degree(a));
  const place = new Float64Array(rows);
  byDegree.forEach((vertex, rank) => place[vertex] = drift * rank / rows + (1 - drift) * stream.uniform());
  const middle = place.toSorted()[Math.floor(rows / 2)];
  const edges = new Float64Array(PARTS * PARTS);
  for (let row = 0; row < rows; row++) {
    const first = place[row] < middle ? 0 : PARTS;
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) edges[first + (place[colIdx[e]] < middle ? 0 : 1)]++;
  }
  return Math.max(...edges) / Math.min(...edges);
}

/** Least drift at which blocks are further apart than `bound`; 1 where none is. */
function driftAt(adjacency: CsrMatrix, bound: number, seed: number): number {
  for (let step = 0; step * DRIFT_STEP < 1; step++) {
    if (blockSpread(adjacency, step * DRIFT_STEP, seed) >= bound) return step * DRIFT_STEP;
  }
  return 1;
}

/** Counts of an adjacency with self-loops, cut into two parts whose blocks may be `nearly` times apart. */
export function balanceFacts(
  adjacency: CsrMatrix,
  { graph, nearly, seed }: { readonly graph: GraphId; readonly nearly: number; readonly seed: number },
): Facts<typeof BALANCE_METRICS> {
  const { rows, rowPtr } = adjacency;
  let heaviest = 0;
  for (let row = 0; row < rows; row++) heaviest = Math.max(heaviest, rowPtr[row + 1] - rowPtr[row]);
  return {
    part_over_printed: Math.ceil(rows / PARTS) / Math.ceil(printedCounts(graph).vertices / PARTS),
    heaviest_vertex: heaviest / (nnz(adjacency) / PARTS),
    drift_at_imbalance: driftAt(adjacency, nearly, seed),
  };
}

/** Least vertices a part over the printed number. */
const LEAST_PART = 0.25;
/** Most edges of one vertex over those of a part. */
const HEAVIEST = 0.1;

/** Premise of a claim about the balance of parts. */
export function balancePremise(rows: RegimeRows): readonly PremiseCondition[] {
  const workloads = Object.keys(rows.graphs);
  return [
    atLeast(LEAST_PART, {
      name: "vertices a part over the printed number",
      readings: workloadMetric("part_over_printed", workloads, rows.contender),
      elsewhere: [...new Set(Object.values(rows.graphs))].map((graph) => `${graph}@1/4`).join(" and "),
    }),
    atMost(HEAVIEST, {
      name: "heaviest vertex over the edges of a part",
      readings: workloadMetric("heaviest_vertex", workloads, rows.contender),
      elsewhere: "a larger graph (--profile paper)",
    }),
    realIds(rows),
  ];
}
