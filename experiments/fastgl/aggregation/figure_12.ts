/**
 * fastgl Figure 12: the throughput of aggregation, forward and backward, beside the device's roofline.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy } from "../policies.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { PRODUCTS } from "../training/training_workloads.ts";
import { batchAggregationTrial, THROUGHPUT_METRICS } from "./aggregation_throughput.ts";
import { BASELINES, FIGURE_12_CLAIMS } from "./figure_12_claims.ts";
import { AGGREGATION_SETTINGS, type DirectedWorkload, directedWorkloads } from "./sampled_aggregation.ts";

/** Kernel by which a policy aggregates. */
interface KernelContender extends Contender {
  readonly policy: Policy;
}

const CONTENDERS = [...BASELINES, FASTGL].map((policy): KernelContender => ({
  id: policy.id,
  label: policy.label,
  policy,
  factors: { kernel: policy.aggregation },
}));

/** Throughput of aggregation by kernel. */
export const figure12: Suite<DirectedWorkload, KernelContender, typeof THROUGHPUT_METRICS> = {
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
  measurement: {
    kind: "timed",
    decides: true,
    ratios: { gnnadvisor_speedup: GNNADVISOR.id },
    trial: (lab, dataset, { epoch, direction }, { policy }) =>
      batchAggregationTrial(lab, dataset, { epoch, direction, policy }),
  },
  metrics: THROUGHPUT_METRICS,
  plots: [{ metric: "gflops", x: "workload" }, { metric: "speedup", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Neither the block nor the width of the figure is printed. Arithmetic intensity needs counters of traffic, which are not at " +
    "hand: its two bounds, with every byte moved once and with none used twice, are the same for all kernels.",
    "What GNNAdvisor's kernel takes to group neighbours is not part of a kernel's throughput (Figure 11 has it).",
    "A CPU's caches do by themselves what Memory-Aware does with a GPU's shared memory: staging can only cost there, and the claim is " +
    "asked on a GPU alone.",
  ],
  publishedAs: (_workload, { policy }, metric) =>
    policy === FASTGL && (metric === "speedup" || metric === "gnnadvisor_speedup")
      ? {
        metric: "achieved_performance_ratio",
        dataset: PAPER_NAMES[PRODUCTS],
        model: "GCN",
        system: "FastGL vs DGL;GNNAdvisor",
        config: { phase: "aggregation forward and backward" },
      }
      : undefined,
  claims: FIGURE_12_CLAIMS,
};
