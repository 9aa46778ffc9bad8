/**
 * fastgl Figure 11: the computation phase, with what GNNAdvisor prepares anew for every mini-batch on top of its own.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { beyond } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { TRAINING_SETTINGS, trainingWorkloads, workloadIterations } from "./measured_policies.ts";
import { contenderOf, DGL_POLICY, FASTGL, GNNADVISOR, POLICY_NOTES, PYG } from "./policies.ts";
import { epochPhases, PHASE_NOTES, policyRounds, ratios } from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const POLICIES = [PYG, DGL_POLICY, GNNADVISOR, FASTGL];
const BASELINES = [PYG, DGL_POLICY, GNNADVISOR];
const GRAPHS = Object.keys(PAPER_NAMES);

/** "Per-batch preprocessing takes more than half" of GNNAdvisor's computation. */
const HALF = 50;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const iterations = await workloadIterations(lab, dataset, workload);
  const phasesOf = (wanted: string) =>
    epochPhases(policyRounds(iterations, POLICIES.find((policy) => policy.id === wanted)!, "GCN"));
  const { computation, preprocessing } = phasesOf(id);
  const kernels = computation.map((ms, round) => ms - preprocessing[round]);
  return [
    { metric: "computation_time", unit: "ms", value: computation },
    { metric: "kernel_time", unit: "ms", value: kernels },
    { metric: "preprocess_time", unit: "ms", value: preprocessing },
    { metric: "preprocess_share", unit: "%", value: ratios(preprocessing, computation, 100) },
    { metric: "fastgl_speedup", unit: "x", value: ratios(computation, phasesOf(FASTGL.id).computation) },
  ];
}

/** `computation_time(fastgl) < computation_time(s)` for DGL, PyG and GNNAdvisor on every graph. */
function fastest(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) =>
    BASELINES.map(({ id }) =>
      evidence.faster({ workload, contender: FASTGL.id }, { workload, contender: id }, "computation_time")
    )
  );
}

/** `computation_time(gnnadvisor) + preprocess_time(gnnadvisor) > computation_time(dgl)`, and more than half is preprocessing. */
function preprocessing(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) => {
    const contender = GNNADVISOR.id;
    return [
      evidence.faster({ workload, contender: DGL_POLICY.id }, { workload, contender }, "computation_time"),
      beyond(evidence, evidence.row({ workload, contender }, "preprocess_share"), {
        side: "above",
        bound: HALF,
      }),
    ];
  });
}

/** The suite. */
export const figure11: TextSuite = {
  id: "fastgl/figure-11",
  paper: "fastgl",
  artifact: "Figure 11",
  title: "Computation phase",
  question: "How long does computation take with each system's kernels, their preprocessing included?",
  contenders: POLICIES.map(contenderOf),
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "computation_time", label: "computation, an epoch", unit: "ms", better: "lower" },
    { id: "fastgl_speedup", label: "FastGL's speed-up over each", unit: "x", better: "neither" },
    { id: "kernel_time", label: "forward, backward and update", unit: "ms", better: "lower" },
    { id: "preprocess_time", label: "preprocessing", unit: "ms", better: "lower" },
    { id: "preprocess_share", label: "share of preprocessing in computation", unit: "%", better: "neither" },
  ],
  plots: [
    { metric: "fastgl_speedup", x: "workload" },
    {
      ...{ metric: "computation_time", x: "workload", facet: "dataset" },
      stack: ["kernel_time", "preprocess_time"],
    },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    "The policies of PyG and DGL compute with the same kernels: PyG's own gather and scatter are not rebuilt. Dense products and " +
    "the optimizer, which all policies share, are part of the phase.",
    "The text calls this figure 12.",
  ],
  publishedAs: (_workload, { id }, metric) => {
    const shared = { dataset: "all graphs", model: "GCN" };
    if (metric === "preprocess_share" && id === GNNADVISOR.id) {
      return { ...shared, metric: "preprocess_time_share", system: "GNNAdvisor" };
    }
    return metric === "fastgl_speedup" && id !== FASTGL.id
      ? { ...shared, metric: "computation_speedup", system: "FastGL vs DGL;PyG;GNNAdvisor" }
      : undefined;
  },
  claims: [
    { claimId: "fastgl.q.computation-fastest", decide: fastest },
    { claimId: "fastgl.q.gnnadvisor-preprocess", decide: preprocessing },
  ],
};
