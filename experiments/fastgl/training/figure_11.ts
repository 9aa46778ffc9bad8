/**
 * fastgl Figure 11: the computation phase, with what GNNAdvisor prepares anew for every mini-batch on top of
 * its own.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { DGL_SYSTEM, fasterThanSystem, PYG_SYSTEM } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { type MeasuredTraining, policyMeasurement, type RoundsOf } from "./measured_policies.ts";
import { TRAINING_REGIME } from "./training_premises.ts";
import { TRAINING_SETTINGS, type TrainingWorkload, trainingWorkloads } from "./training_workloads.ts";
import {
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  LIBRARIES,
  type Policy,
  POLICY_NOTES,
  policyContender,
  PYG,
  type SystemContender,
} from "../policies.ts";
import { LIBRARY_METRICS, LIBRARY_NOTES, libraryTimes, selfRatios } from "./library_times.ts";
import { checkedPhases, epochPhases, PHASE_NOTES } from "./round_times.ts";
import { filledDevice, sampledBatches } from "../sampled_premises.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

const BASELINES = [PYG, DGL_POLICY, GNNADVISOR];
const CONTENDERS: readonly SystemContender[] = [...[...BASELINES, FASTGL].map(policyContender), ...LIBRARIES];
const GRAPHS = Object.keys(PAPER_NAMES);

/** "Per-batch preprocessing takes more than half" of GNNAdvisor's computation. */
const HALF = 50;

const METRICS = {
  computation_time: { label: "computation, an epoch", unit: "ms", better: "lower" },
  fastgl_speedup: { label: "FastGL's speed-up over each", unit: "x" },
  kernel_time: { label: "forward, backward and update", unit: "ms", better: "lower" },
  preprocess_time: { label: "preprocessing", unit: "ms", better: "lower" },
  preprocess_share: { label: "share of preprocessing in computation", unit: "%" },
  ...LIBRARY_METRICS,
  ...TRAINING_REGIME,
} as const satisfies Metrics;

function computationOutcome(policy: Policy, rounds: RoundsOf): JointOutcome<typeof METRICS> {
  const { computation, preprocessing } = checkedPhases(rounds(policy));
  const kernels = computation.ms.map((ms, round) => ms - preprocessing.ms[round]);
  const { computation: fastest } = epochPhases(rounds(FASTGL));
  return {
    times: {
      computation_time: computation,
      kernel_time: { ...computation, ms: kernels },
      preprocess_time: preprocessing,
    },
    facts: {
      preprocess_share: ratios(preprocessing.ms, computation.ms, 100),
      fastgl_speedup: ratios(computation.ms, fastest),
    },
  };
}

/** The computation phase of PyG or DGL themselves, beside FastGL's. */
function realOutcome(peer: string, { library, rounds }: MeasuredTraining): JointOutcome<typeof METRICS> {
  const iterations = library(peer), { computation } = libraryTimes(iterations);
  const { computation: fastest } = epochPhases(rounds(FASTGL));
  return {
    times: { computation_time: computation },
    facts: { self_ratio: selfRatios(iterations), fastgl_speedup: ratios(computation.ms, fastest) },
  };
}

/**
 * `computation_time(fastgl) < computation_time(s)` for DGL, PyG and GNNAdvisor on every graph: DGL and PyG
 * themselves where they were measured. PyG's policy has DGL's kernels, and adds no evidence of its own.
 */
function fastest(evidence: SuiteEvidence): ClaimPart[] {
  const metric = "computation_time";
  return GRAPHS.flatMap((workload) => {
    const fast = { workload, contender: FASTGL.id };
    const dgl = fasterThanSystem(evidence, fast, DGL_SYSTEM, metric);
    const pyg = evidence.find({ workload, contender: PYG_SYSTEM.peer }, metric)?.status === "ok"
      ? fasterThanSystem(evidence, fast, PYG_SYSTEM, metric)
      : openPart({ ...dgl, words: `PyG on ${workload}` }, "PyG's own gather and scatter do not run here");
    return [dgl, evidence.faster(fast, { workload, contender: GNNADVISOR.id }, metric), pyg];
  });
}

/**
 * `computation_time(gnnadvisor) + preprocess_time(gnnadvisor) > computation_time(dgl)`, and more than half
 * is preprocessing.
 */
function preprocessing(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) => {
    const contender = GNNADVISOR.id;
    return [
      evidence.faster({ workload, contender: DGL_POLICY.id }, { workload, contender }, "computation_time"),
      evidence.share({ workload, contender }, "preprocess_share", { side: "above", bound: HALF }),
    ];
  });
}

const PREMISE = [
  ...sampledBatches(GRAPHS, FASTGL.id),
  ...filledDevice(
    GRAPHS.flatMap((workload) =>
      [...BASELINES, FASTGL].map(({ id: contender }) => ({ workload, contender }))
    ),
    "computation_time",
  ),
];

/** Time of the computation phase by system. */
export const figure11: Suite<TrainingWorkload, SystemContender, typeof METRICS> = {
  id: "fastgl/figure-11",
  artifact: "Figure 11",
  title: "Computation phase",
  decidesFrom: "paper",
  question: "How long does computation take with each system's kernels, their preprocessing included?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement(
    {
      contenders: CONTENDERS,
      needs: () => [FASTGL],
      libraryOutcomeOf: (peer, [training]) => realOutcome(peer, training),
    },
    (policy, [{ rounds }]) => computationOutcome(policy, rounds),
  ),
  metrics: METRICS,
  plots: [
    { metric: "fastgl_speedup", x: "workload" },
    {
      metric: "computation_time",
      x: "workload",
      facet: "dataset",
      stack: ["kernel_time", "preprocess_time"],
    },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    "The policies of PyG and DGL compute with the same kernels: PyG's own gather and scatter are not rebuilt. Dense products and " +
    "the optimizer, which all policies share, are part of the phase.",
    "The text calls this figure 12.",
  ],
  publishedAs: (_workload, { policy }, metric) => {
    if (policy === undefined) return undefined;
    const shared = { dataset: "all graphs", model: "GCN" };
    if (metric === "preprocess_share" && policy === GNNADVISOR) {
      return { ...shared, metric: "preprocess_time_share", system: "GNNAdvisor" };
    }
    return metric === "fastgl_speedup" && policy !== FASTGL
      ? { ...shared, metric: "computation_speedup", system: "FastGL vs DGL;PyG;GNNAdvisor" }
      : undefined;
  },
  claims: [
    { claimId: "fastgl.q.computation-fastest", premise: PREMISE, decide: fastest },
    { claimId: "fastgl.q.gnnadvisor-preprocess", premise: PREMISE, decide: preprocessing },
  ],
};
