/**
 * fastgl Figure 12: the throughput of aggregation, forward and backward, beside the device's roofline.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { KernelChoice } from "../../training/executors/kernel_choice.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Fact } from "../metrics.ts";
import { spmmTrial } from "../trials/spmm_trial.ts";
import { PRODUCTS } from "./measured_policies.ts";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy } from "./policies.ts";
import {
  AGGREGATION_SETTINGS,
  aggregationWorkload,
  aggregationWorkloads,
  DIRECTIONS,
  sampledAggregation,
} from "./sampled_aggregation.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import type { TextSuite } from "../text_suite.ts";

const POLICIES: readonly Policy[] = [DGL_POLICY, GNNADVISOR, FASTGL];
const BASELINES = [DGL_POLICY.id, GNNADVISOR.id];

/** As `kernelsOf` chooses them for training; GNNAdvisor's automatic mode groups as many neighbours as a row has on average. */
function kernelFor({ aggregation: id }: Policy, entriesPerRow: number): KernelChoice {
  return id === "neighbor-group"
    ? { id, parameters: { groupSize: Math.max(1, Math.floor(entriesPerRow)) } }
    : { id };
}

/** `throughput(fastgl) > max(throughput(dgl), throughput(gnnadvisor))`, forward and backward. */
function roofline(evidence: SuiteEvidence): ClaimPart[] {
  return DIRECTIONS.flatMap((direction) => {
    const workload = aggregationWorkload(PRODUCTS, direction);
    return BASELINES.map((contender): ClaimPart => {
      const part = evidence.faster({ workload, contender: FASTGL.id }, { workload, contender });
      return { ...part, words: `${direction}: ${part.words}` };
    });
  });
}

/** The suite. */
export const figure12: TextSuite = {
  id: "fastgl/figure-12",
  paper: "fastgl",
  artifact: "Figure 12",
  title: "Roofline of aggregation",
  question:
    "Does Memory-Aware aggregation reach a higher throughput than the baselines' kernels, forward and backward?",
  contenders: POLICIES.map(({ id, label, aggregation }) => ({ id, label, factors: { kernel: aggregation } })),
  baseline: DGL_POLICY.id,
  workloads: (profile) => aggregationWorkloads(profile, { graphs: [PRODUCTS] }),
  settings: { ...SAMPLING_SETTINGS, ...AGGREGATION_SETTINGS },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, { id }) => {
      const product = await sampledAggregation(lab, dataset, workload);
      const { matrix } = product;
      const policy = POLICIES.find((each) => each.id === id)!;
      const { id: kernel, parameters = {} } = kernelFor(policy, nnz(matrix) / Math.max(1, matrix.rows));
      const { multiplyAdds, compulsoryBytes, bytesWithoutReuse } = spmm.work(product);
      const intensity = (metric: string, bytes: number): Fact => ({
        ...{ metric, unit: "FLOP/byte", value: 2 * multiplyAdds / bytes },
      });
      return spmmTrial(lab, {
        ...product,
        ...{ kernel, parameters },
        facts: [
          intensity("intensity_compulsory", compulsoryBytes),
          intensity("intensity_no_reuse", bytesWithoutReuse),
        ],
      });
    },
  },
  metrics: [
    { id: "gflops", label: "throughput", unit: "GFLOP/s", better: "higher" },
    { id: "speedup", label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
    { id: "time", label: "time", unit: "ms", better: "lower" },
    {
      ...{ id: "intensity_compulsory", label: "intensity, every byte moved once" },
      ...{ unit: "FLOP/byte", better: "neither" },
    },
    {
      ...{ id: "intensity_no_reuse", label: "intensity without reuse" },
      ...{ unit: "FLOP/byte", better: "neither" },
    },
  ],
  plots: [{ metric: "gflops", x: "workload" }, { metric: "speedup", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Neither the block nor the width of the figure is printed. Arithmetic intensity needs counters of traffic, which are not at " +
    "hand: its two bounds, with every byte moved once and with none used twice, are the same for all kernels.",
    "What GNNAdvisor's kernel takes to group neighbours is not part of a kernel's throughput (Figure 11 has it).",
    "A CPU's caches do by themselves what Memory-Aware does with a GPU's shared memory: staging can only cost there.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === FASTGL.id && metric === "speedup"
      ? {
        ...{ metric: "achieved_performance_ratio", dataset: PAPER_NAMES[PRODUCTS], model: "GCN" },
        ...{ system: "FastGL vs DGL", config: { phase: "aggregation forward and backward" } },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.roofline", decide: roofline }],
};
