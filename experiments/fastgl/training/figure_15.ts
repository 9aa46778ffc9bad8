/**
 * fastgl Figure 15: speed-ups by Match-Reorder, Memory-Aware and Fused-Map, one after the other.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { meanOfRounds, policyMeasurement, type RoundsOf } from "./measured_policies.ts";
import {
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";
import { overGraphs } from "./over_graphs.ts";
import { memoryIoPhase, TRAINING_REGIME } from "./training_premises.ts";
import {
  DGL_POLICY,
  MATCH_REORDER_AWARE,
  type Policy,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  STEPS,
} from "../policies.ts";
import { epochPhases, PHASE_NOTES } from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

const CONTENDERS = STEPS.map(policyContender);
const MEAN_WORKLOAD = meanWorkload("5 graphs", "GCN");

const METRICS = {
  relative_time: { label: "epoch time over that of the policy of DGL", unit: "%", better: "lower" },
  relative_sample: { label: "sampling", unit: "%", better: "lower" },
  relative_memory_io: { label: "memory IO", unit: "%", better: "lower" },
  relative_computation: { label: "computation", unit: "%", better: "lower" },
  speedup: { label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
  gain: { label: "gain over the step before", unit: "x", better: "higher" },
  sample_share: { label: "share of sample", unit: "%" },
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Values of a step on one graph, one entry a round. */
type StepValues = { readonly [Metric in keyof typeof METRICS]?: readonly number[] };

/** Policy that a step adds a technique to; DGL's adds none. */
function stepBefore(policy: Policy): Policy | undefined {
  return STEPS[STEPS.indexOf(policy) - 1];
}

function stepValues(rounds: RoundsOf, policy: Policy): StepValues {
  const { sample, memoryIo, computation, total } = epochPhases(rounds(policy));
  const { total: naive } = epochPhases(rounds(DGL_POLICY));
  const before = stepBefore(policy);
  return {
    relative_time: ratios(total, naive, 100),
    relative_sample: ratios(sample, naive, 100),
    relative_memory_io: ratios(memoryIo, naive, 100),
    relative_computation: ratios(computation, naive, 100),
    speedup: ratios(naive, total),
    ...(before && { gain: ratios(epochPhases(rounds(before)).total, total) }),
    sample_share: ratios(sample, total, 100),
  };
}

/** Means of the values of a step over graphs, round by round. */
function meanValues(graphs: readonly StepValues[]): Facts<typeof METRICS> {
  const metrics = Object.keys(graphs[0]) as (keyof StepValues)[];
  return Object.fromEntries(
    metrics.map((metric) => [metric, meanOfRounds(graphs.map((values) => values[metric]!))]),
  );
}

/**
 * `time(dgl) > time(+MR) > time(+MR+MA) > time(+MR+MA+FM)` and `gain(MR) > gain(MA) > gain(FM)`, in the mean
 * over the graphs.
 */
function eachAdds(evidence: SuiteEvidence): ClaimPart[] {
  const [naive, matched, aware, fused] = STEPS.map(({ id }) => ({
    workload: MEAN_WORKLOAD.id,
    contender: id,
  }));
  const graphs = Object.keys(PAPER_NAMES).map((workload) =>
    evidence.row({ workload, contender: DGL_POLICY.id }, "relative_time")
  );
  return [
    evidence.faster(matched, naive, "relative_time"),
    evidence.faster(aware, matched, "relative_time"),
    evidence.faster(fused, aware, "relative_time"),
    // Of two gains the claim has the later one below the earlier one.
    evidence.faster(aware, matched, "gain"),
    evidence.faster(fused, aware, "gain"),
  ].map((part) => overGraphs(part, graphs));
}

/** Speed-up of an epoch by each technique of FastGL. */
export const figure15: Suite<TrainingWorkload, PolicyContender, typeof METRICS> = {
  id: "fastgl/figure-15",
  artifact: "Figure 15",
  title: "Ablation",
  decidesFrom: "paper",
  question: "How much does each of Match-Reorder, Memory-Aware and Fused-Map add to DGL's design?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => [...trainingWorkloads(profile), MEAN_WORKLOAD],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement(
    { contenders: CONTENDERS, needs: (policy) => [DGL_POLICY, stepBefore(policy) ?? DGL_POLICY] },
    (policy, trainings) => ({
      times: {},
      facts: meanValues(trainings.map(({ rounds }) => stepValues(rounds, policy))),
    }),
  ),
  metrics: METRICS,
  plots: [
    {
      metric: "relative_time",
      x: "workload",
      stack: ["relative_sample", "relative_memory_io", "relative_computation"],
    },
    { metric: "speedup", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    "Times are of one device, the paper's of two: with as many mini-batches each, the ratios of steps are the same but for what " +
    "two devices share.",
    "Memory-Aware aggregation keeps in fast memory what a GPU's registers and shared memory hold; a CPU thread has partial sums in " +
    "its registers and caches in any case.",
    "Means are arithmetic, of ratios, round by round.",
  ],
  publishedAs: ({ isMean }, { policy }, metric) => {
    if (policy !== MATCH_REORDER_AWARE) return undefined;
    const shared = { dataset: "5 graphs", model: "GCN" };
    if (isMean) {
      return metric === "gain"
        ? { ...shared, metric: "overall_speedup_gain", system: "DGL+MR+MA vs DGL+MR" }
        : undefined;
    }
    // The share that is the reason for Fused-Map's smaller gain: before it is added.
    return metric === "sample_share" ? { ...shared, metric: "sample_time_share", system: "" } : undefined;
  },
  claims: [{
    claimId: "fastgl.q.ablation",
    premise: memoryIoPhase(Object.keys(PAPER_NAMES), DGL_POLICY.id),
    decide: eachAdds,
  }],
};
