/**
 * fastgl Figure 12: the throughput of aggregation, forward and backward, beside the device's roofline.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { KernelChoice } from "../../../training/executors/kernel_choice.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { PRODUCTS } from "../training/training_workloads.ts";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy } from "../policies.ts";
import {
  AGGREGATION_SETTINGS,
  aggregationWorkload,
  type DirectedWorkload,
  directedWorkloads,
  DIRECTIONS,
  tenAggregations,
} from "./sampled_aggregation.ts";
import {
  filledDevice,
  KERNEL_REGIME,
  SAMPLED_REGIME,
  sampledBatches,
  sampledRegime,
} from "../sampled_premises.ts";
import { LEAST_BATCHES } from "../sampled_epoch.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

/** Kernel by which a policy aggregates. */
interface KernelContender extends Contender {
  readonly policy: Policy;
}

const BASELINES = [DGL_POLICY, GNNADVISOR];
const CONTENDERS = [...BASELINES, FASTGL].map((policy): KernelContender => ({
  id: policy.id,
  label: policy.label,
  policy,
  factors: { kernel: policy.aggregation },
}));

const METRICS = {
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
  speedup: { label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
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

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch, direction }: DirectedWorkload,
  { policy }: KernelContender,
): Promise<Trial<typeof METRICS>> {
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

/** `throughput(fastgl) > max(throughput(dgl), throughput(gnnadvisor))`, forward and backward. */
function roofline(evidence: SuiteEvidence): ClaimPart[] {
  return DIRECTIONS.flatMap((direction) => {
    const workload = aggregationWorkload(PRODUCTS, direction);
    return BASELINES.map(({ id: contender }): ClaimPart => {
      const part = evidence.faster({ workload, contender: FASTGL.id }, { workload, contender });
      return { ...part, words: `${direction}: ${part.words}` };
    });
  });
}

const WORKLOADS = DIRECTIONS.map((direction) => aggregationWorkload(PRODUCTS, direction));
const PREMISE = [
  ...sampledBatches(WORKLOADS, FASTGL.id),
  ...filledDevice(
    WORKLOADS.flatMap((workload) => CONTENDERS.map(({ id: contender }) => ({ workload, contender }))),
  ),
];

/** Throughput of aggregation by kernel. */
export const figure12: Suite<DirectedWorkload, KernelContender, typeof METRICS> = {
  id: "fastgl/figure-12",
  artifact: "Figure 12",
  title: "Roofline of aggregation",
  question:
    "Does Memory-Aware aggregation reach a higher throughput than the baselines' kernels, forward and backward?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => directedWorkloads(profile, { graphs: [PRODUCTS] }),
  settings: {
    ...SAMPLING_SETTINGS,
    ...AGGREGATION_SETTINGS,
    "sample": "the blocks of ten mini-batches in one product, each with features of its own",
  },
  measurement: { kind: "timed", decides: true, trial },
  metrics: METRICS,
  plots: [{ metric: "gflops", x: "workload" }, { metric: "speedup", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Neither the block nor the width of the figure is printed. Arithmetic intensity needs counters of traffic, which are not at " +
    "hand: its two bounds, with every byte moved once and with none used twice, are the same for all kernels.",
    "What GNNAdvisor's kernel takes to group neighbours is not part of a kernel's throughput (Figure 11 has it).",
    "A CPU's caches do by themselves what Memory-Aware does with a GPU's shared memory: staging can only cost there.",
  ],
  publishedAs: (_workload, { policy }, metric) =>
    policy === FASTGL && metric === "speedup"
      ? {
        metric: "achieved_performance_ratio",
        dataset: PAPER_NAMES[PRODUCTS],
        model: "GCN",
        system: "FastGL vs DGL",
        config: { phase: "aggregation forward and backward" },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.roofline", premise: PREMISE, decide: roofline }],
};
