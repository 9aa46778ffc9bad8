/**
 * fastgl Section 4.2: whether Memory-Aware aggregation computes what naive aggregation does, from as many
 * accesses, without synchronisation, and within a thread block's limits.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { aggregationAccesses } from "./aggregation_accesses.ts";
import { AWARE, BLOCK, blockNeeds, type ComparedKernel, NAIVE } from "./aggregation_kernels.ts";
import { OUTPUT_METRICS, outputCounts } from "./aggregation_output.ts";
import {
  AGGREGATION_SETTINGS,
  type DirectedWorkload,
  directedWorkloads,
  firstAggregation,
  tenAggregations,
} from "./sampled_aggregation.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import { LEAST_BATCHES } from "../sampled_epoch.ts";
import { FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { CLAIMS } from "./section_4_2_claims.ts";
import { blockBytes, writersOfSums } from "./block_grid.ts";

const METRICS = {
  accesses: { label: "accesses", unit: "count", better: "lower" },
  global_accesses: { label: "accesses of global memory", unit: "count", better: "lower" },
  near_accesses: { label: "accesses of shared memory or registers", unit: "count" },
  ...OUTPUT_METRICS,
  ...SAMPLED_REGIME,
  least_writers: { label: "threads that write a sum, at least", unit: "threads" },
  most_writers: { label: "threads that write a sum, at most", unit: "threads", better: "lower" },
  block_threads: { label: "threads of a block", unit: "threads" },
  longest_list: { label: "longest list of neighbours", unit: "neighbours" },
  block_bytes_printed: { label: "shared memory of a block as printed", unit: "bytes", better: "lower" },
  block_bytes: { label: "shared memory of a block as the kernel takes it", unit: "bytes", better: "lower" },
} as const satisfies Metrics;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch, direction }: DirectedWorkload,
  { id: kernel }: ComparedKernel,
): Promise<Facts<typeof METRICS>> {
  const product = await lab.once(firstAggregation, dataset, { ...epoch, direction });
  const { matrix, width } = product;
  const { global, near } = aggregationAccesses(kernel, matrix, width);
  const facts: Facts<typeof METRICS> = {
    ...await outputCounts(lab.device, product, { kernel, seed: lab.seed }),
    accesses: modelled(global + near),
    global_accesses: modelled(global),
    near_accesses: modelled(near),
  };
  if (kernel !== AWARE.id) return facts;
  const { least, most } = writersOfSums({ rows: matrix.rows, width, ...BLOCK });
  const { matrix: ten } = await lab.once(tenAggregations, dataset, { ...epoch, direction });
  const { longest, printed } = blockBytes(ten, BLOCK);
  const { threads, bytes } = blockNeeds(width);
  return {
    ...facts,
    least_writers: modelled(least),
    most_writers: modelled(most),
    block_threads: modelled(threads),
    longest_list: modelled(longest),
    block_bytes_printed: modelled(printed),
    block_bytes: modelled(bytes),
    ...sampledRegime({
      graph: epoch.graph.id,
      vertices: dataset.graph.rows,
      seeds: epoch.batchSize,
      distinct: LEAST_BATCHES,
    }),
  };
}

/** Outputs and accesses of three kernels, on sampled blocks. */
export const section42: Suite<DirectedWorkload, ComparedKernel, typeof METRICS> = {
  id: "fastgl/section-4-2",
  artifact: "Section 4.2",
  title: "Memory-Aware aggregation beside naive aggregation",
  question:
    "Does Memory-Aware aggregation give the same result from the same accesses, without synchronisation?",
  contenders: [...NAIVE, AWARE],
  baseline: NAIVE[0].id,
  workloads: (profile) => directedWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    ...AGGREGATION_SETTINGS,
    "block": `X = ${BLOCK.targets} targets, Y = ${BLOCK.features} features`,
  },
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [{ metric: "global_accesses", x: "workload", facet: "direction", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Accesses are counted by the formulas behind equations 3 and 4, target by target, on the sampled blocks: each neighbour's " +
    "feature once, its weight once a feature, the sum once for each neighbour but one. Memory-Aware reads a weight from global " +
    "memory once; a kernel whose blocks have 32 features does so once for each 32.",
    "The printed block holds as many weights as the longest list has neighbours. That is bounded by the fan-out forward, and by " +
    "nothing backward, where a vertex has as many targets as drew it, 8000 of them at 256 KB: the kernel stages weights in chunks " +
    "instead. The claim is judged by the formula in both directions, over the lists of ten mini-batches, and by what the kernel " +
    "takes.",
    "Staging weights together needs barriers. No sum is written by two threads, and nothing is atomic.",
  ],
  claims: CLAIMS,
};
