/**
 * Quantities that premises of several papers bound.
 *
 * @module
 */
import { drawnCounts, parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { medianOf } from "../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import type { PremiseCondition, Quantity } from "./condition.ts";

/** Readings of a metric in these cells, named by contender and dataset. */
export function metricOf(metric: string, cells: readonly CellKey[]): Quantity["readings"] {
  return (evidence) =>
    cells.map((cell) => {
      const row = evidence.row(cell, metric);
      return {
        of: `${cell.contender} on ${row.dataset === "" ? cell.workload : row.dataset}`,
        value: medianOf(row),
      };
    });
}

/** Readings of a metric on these workloads, by a contender that has the same value there as the others. */
export function workloadMetric(
  metric: string,
  workloads: readonly string[],
  contender: string,
): Quantity["readings"] {
  return (evidence) =>
    workloads.map((workload) => {
      const row = evidence.row({ workload, contender }, metric);
      return { of: row.dataset === "" ? workload : row.dataset, value: medianOf(row) };
    });
}

/** Readings of the size of these cells' graphs over the printed one: 1/8 of a stand-in at 1/8. */
export function scaleOf(cells: readonly CellKey[], metric: string): Quantity["readings"] {
  return (evidence) =>
    [...new Set(cells.map((cell) => evidence.row(cell, metric).dataset))].map((dataset) => {
      return { of: dataset, value: 1 / (parseDatasetName(dataset).standIn?.scale ?? 1) };
    });
}

/** CPU threads, or 0 on a GPU: readings of one value. */
export function threadsOf(evidence: SuiteEvidence): ReturnType<Quantity["readings"]> {
  const { backend, threads } = evidence.measuredOn();
  return [{ of: `the ${backend} device`, value: threads }];
}

/** Condition that the rows come from a GPU and not from its emulation or from CPU threads. */
export const ON_A_GPU: PremiseCondition = {
  text: "a GPU",
  elsewhere: "--device webgpu on a machine with a GPU",
  find: (evidence) => {
    const { backend, adapterKind, threads } = evidence.measuredOn();
    const met = backend === "webgpu" && adapterKind === "hardware";
    const found = backend === "webgpu" ? "an emulated GPU" : `${threads} CPU threads`;
    return { met, text: met ? "measured on a GPU" : `measured on ${found}, a GPU is wanted` };
  },
};

/** Vertices of a graph that a row names: those of a stand-in, else the published ones. */
export function verticesOf(dataset: string): number {
  const { id, standIn } = parseDatasetName(dataset), { counts } = datasetRecord(id);
  return standIn ? drawnCounts(counts, standIn).vertices : counts.vertices;
}
