/**
 * Throughput of the kernel by which a policy aggregates sampled mini-batches.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { KernelChoice } from "../../../training/executors/kernel_choice.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import type { Policy } from "../policies.ts";
import { LEAST_BATCHES } from "../sampled_epoch.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import { type DirectedWorkload, tenAggregations } from "./sampled_aggregation.ts";
import { KERNEL_REGIME } from "../kernel_premises.ts";

/** Times of an aggregation, and the bounds of its arithmetic intensity. */
export const THROUGHPUT_METRICS = {
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
  speedup: { label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
  gnnadvisor_speedup: { label: "speed-up over the policy of GNNAdvisor", unit: "x", better: "higher" },
  time: { label: "time", unit: "ms", better: "lower" },
  intensity_compulsory: { label: "intensity, every byte moved once", unit: "FLOP/byte" },
  intensity_no_reuse: { label: "intensity without reuse", unit: "FLOP/byte" },
  ...SAMPLED_REGIME,
  ...KERNEL_REGIME,
} as const satisfies Metrics;

/** Kernel as in training; GNNAdvisor's automatic mode groups as many neighbours as a row has on average. */
function kernelFor({ aggregation: id }: Policy, entriesPerRow: number): KernelChoice {
  return id === "neighbor-group"
    ? { id, parameters: { groupSize: Math.max(1, Math.floor(entriesPerRow)) } }
    : { id };
}

/** Aggregation of ten mini-batches in one direction by the kernel of a policy, as a trial. */
export async function batchAggregationTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch, direction, policy }: Pick<DirectedWorkload, "epoch" | "direction"> & { readonly policy: Policy },
): Promise<Trial<typeof THROUGHPUT_METRICS>> {
  const product = await lab.once(tenAggregations, dataset, { ...epoch, direction });
  const { matrix } = product;
  const { id: kernel, parameters = {} } = kernelFor(policy, nnz(matrix) / Math.max(1, matrix.rows));
  const { multiplyAdds, compulsoryBytes, bytesWithoutReuse } = spmm.work(product);
  return spmmTrial(lab, {
    ...product,
    kernel,
    parameters,
    facts: {
      intensity_compulsory: 2 * multiplyAdds / compulsoryBytes,
      intensity_no_reuse: 2 * multiplyAdds / bytesWithoutReuse,
      ...sampledRegime({
        graph: epoch.graph.id,
        vertices: dataset.graph.rows,
        seeds: epoch.batchSize,
        distinct: LEAST_BATCHES,
      }),
      work_items: matrix.rows * product.width,
      calls: 1,
    },
  });
}
