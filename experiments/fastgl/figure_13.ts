/**
 * fastgl Figure 13: the sampling phase of an epoch on one host thread, on the device with a three-step ID map, and with
 * Fused-Map.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import {
  LEAST_BATCH_NOTE,
  LEAST_TIMED_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { deviceSamplingTrial, hostSamplingTrial, sampledWork } from "./sampling_trial.ts";
import type { TextSuite } from "../text_suite.ts";

/** The ID maps of the policies that sample on the device. */
const MAPS: Readonly<Record<string, string>> = {
  "policy:dgl": "three-step",
  "policy:fastgl": "fused-map",
};

/** `sample_time(fastgl) < sample_time(dgl) < sample_time(pyg)` on every graph. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(PAPER_NAMES).flatMap((workload) => [
    evidence.faster({ workload, contender: "policy:fastgl" }, { workload, contender: "policy:dgl" }),
    evidence.faster({ workload, contender: "policy:dgl" }, { workload, contender: "policy:pyg" }),
  ]);
}

/** The suite. */
export const figure13: TextSuite = {
  id: "fastgl/figure-13",
  paper: "fastgl",
  artifact: "Figure 13",
  title: "Sampling time",
  question: "How long does sampling take on the host, on the device, and on the device with Fused-Map?",
  contenders: [
    { id: "policy:pyg", label: "policy of PyG (one host thread)", factors: { sampler: "host" } },
    { id: "policy:dgl", label: "policy of DGL (three steps)", factors: { sampler: "device" } },
    { id: "policy:fastgl", label: "policy of FastGL (Fused-Map)", factors: { sampler: "device" } },
  ],
  baseline: "policy:dgl",
  workloads: (profile) => samplingWorkloads(profile, { leastBatch: LEAST_TIMED_BATCH }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample": "the first mini-batches that draw 50,000 edges, scaled to an epoch",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, contender) => {
      const work = await sampledWork(lab, dataset, workload);
      const map = MAPS[contender.id];
      return map === undefined
        ? hostSamplingTrial(dataset, work)
        : deviceSamplingTrial(lab, dataset, { work, map });
    },
  },
  metrics: [
    { id: "time", label: "sampling, an epoch", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
    { id: "speedup_over_host", label: "speed-up over the policy of PyG", unit: "x", better: "higher" },
    { id: "draw_time", label: "drawing", unit: "ms", better: "lower" },
    { id: "id_map_time", label: "ID map", unit: "ms", better: "lower" },
    { id: "sort_time", label: "sorting", unit: "ms", better: "lower" },
    { id: "launches", label: "launches a mini-batch", unit: "1", better: "lower" },
    {
      id: "barriers",
      label: "waits for all threads while numbering, a mini-batch",
      unit: "1",
      better: "lower",
    },
  ],
  plots: [
    { metric: "time", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", stack: ["draw_time", "id_map_time", "sort_time"] },
  ],
  notes: [
    ...SAMPLING_NOTES,
    LEAST_BATCH_NOTE,
    "A policy is not the system: PyG's is this project's sampler on one thread of the host, written in TypeScript; DGL's and " +
    "FastGL's differ in their ID map alone.",
    "Times are of one device, the paper's of two, each with half of the mini-batches.",
    "Parts are timed one by one: they leave out what running back to back gains. Rows are sorted by local id, which neither " +
    "system does.",
  ],
  publishedAs: (_workload, contender, metric) => {
    if (contender.id !== "policy:fastgl") return undefined;
    if (metric === "speedup") return { metric: "sampling_speedup", model: "GCN", system: "FastGL vs DGL" };
    return metric === "speedup_over_host"
      ? { metric: "sampling_speedup", model: "GCN", system: "FastGL vs PyG" }
      : undefined;
  },
  claims: [{ claimId: "fastgl.q.sampling-order", decide: order }],
};
