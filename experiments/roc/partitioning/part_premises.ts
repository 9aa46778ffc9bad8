/**
 * Regime of claims about balanced partitions: parts near the printed size, in which no vertex weighs much by
 * itself, of the real order of ids or under a sweep of the drift.
 *
 * @module
 */
import { datasetRecord } from "../../../datasets/registry.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import type { CellKey } from "../../claims/suite_evidence.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { atLeast, atMost, type PremiseCondition } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";

/** Counts of a graph's parts, beside those of the paper. */
export const PART_METRICS = {
  part_vertices: { label: "vertices a part", unit: "vertices", shown: false },
  part_scale: { label: "vertices a part over the printed number", unit: "1", shown: false },
  heaviest_vertex: { label: "heaviest vertex over a part's edges", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

/** Counts the parts of a graph of roc's Table 4 that is shared evenly. */
export function partFacts(
  graph: CsrMatrix,
  { id, gpus }: { readonly id: string; readonly gpus: number },
): Facts<typeof PART_METRICS> {
  const printed = datasetRecord(id).printed.find(({ paper }) => paper === "roc")!;
  let heaviest = 0;
  for (let v = 0; v < graph.rows; v++) heaviest = Math.max(heaviest, graph.rowPtr[v + 1] - graph.rowPtr[v]);
  return {
    part_vertices: graph.rows / gpus,
    part_scale: graph.rows / printed.vertices,
    heaviest_vertex: heaviest * gpus / nnz(graph),
  };
}

/** Parts of a comparison: all contenders have them. */
interface Parts {
  readonly workloads: readonly string[];
  readonly contender: string;
}

function evenParts({ workloads, contender }: Parts, elsewhere: string): PremiseCondition {
  return atMost(0.1, {
    name: "heaviest vertex over a part's edges",
    readings: workloadMetric("heaviest_vertex", workloads, contender),
    elsewhere,
  });
}

/** Parts of at least a quarter of the vertices that they have in the paper on as many GPUs. */
export function printedParts(parts: Parts, elsewhere: string): readonly PremiseCondition[] {
  return [
    atLeast(0.25, {
      name: "vertices a part over the printed number",
      readings: workloadMetric("part_scale", parts.workloads, parts.contender),
      elsewhere,
    }),
    evenParts(parts, elsewhere),
  ];
}

/**
 * Parts of 5,000 vertices or more, for Tables 1 and 2, which print no number of GPUs. The smallest parts that
 * the paper times have 14,560 vertices (Reddit on 16 GPUs), of which 5,000 are more than a quarter.
 */
export function largeParts(parts: Parts, elsewhere: string): readonly PremiseCondition[] {
  return [
    atLeast(5000, {
      name: "vertices a part",
      readings: workloadMetric("part_vertices", parts.workloads, parts.contender),
      elsewhere,
    }),
    evenParts(parts, elsewhere),
  ];
}

/**
 * Condition of claims that hang on the order of ids. Where a stand-in's drift is swept, the claim's own parts
 * say where it turns.
 *
 * @param swept Metric of the sweep.
 */
export function realOrder(cells: readonly CellKey[], swept?: string): PremiseCondition {
  return {
    text: "the real order of ids or a sweep of the drift",
    elsewhere: "the publisher's files (--data-dir)",
    find: (evidence) => {
      const drawn = cells.map((cell) => ({ cell, row: evidence.row(cell, "part_vertices") }))
        .filter(({ cell, row }) =>
          row.dataset_kind === "stand-in" &&
          (swept === undefined || evidence.find(cell, swept)?.status !== "ok")
        );
      const unknown = [...new Set(drawn.map(({ row }) => row.dataset))];
      return unknown.length === 0
        ? { met: true, text: "the order of ids is real, or its drift is swept" }
        : { met: false, text: `the order of ids of ${unknown.join(", ")} is drawn with one drift` };
    },
  };
}
