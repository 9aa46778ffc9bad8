/**
 * fastgl Figure 9: the time of an epoch by five systems, three models on five graphs.
 *
 * @module
 */
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { FIGURE_9_CLAIMS } from "./figure_9_claims.ts";
import { TRAINING_REGIME } from "./training_premises.ts";
import { meanOfRounds, type MeasuredTraining, policyMeasurement } from "./measured_policies.ts";
import {
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";
import {
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  GNNLAB,
  LIBRARIES,
  type Policy,
  POLICY_NOTES,
  policyContender,
  PYG,
  type SystemContender,
  SYSTEMS,
} from "../policies.ts";
import {
  LIBRARY_METRICS,
  LIBRARY_NOTES,
  libraryEpochs,
  libraryOutcome,
  libraryTimes,
} from "./library_times.ts";
import { checkedPhases, epochPhases, PHASE_NOTES, wholeEpoch } from "./round_times.ts";
import { PAPER_BATCH, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { type Change, CHANGES, DEVICES_NOTES, modelledEpochs, ONE_AND_TWO_NOTE } from "./several_devices.ts";
import { MODELS } from "../trained_models.ts";

const CONTENDERS: readonly SystemContender[] = [...SYSTEMS.map(policyContender), ...LIBRARIES];

/** GPUs of the paper's measurement; GNNLab needs as many. */
const DEVICES = 2;

const METRICS = {
  fastgl_speedup: { label: "FastGL's speed-up, 1 device", unit: "x" },
  ...changedMetrics(
    "two_devices_speedup",
    { label: "FastGL's speed-up, 2 devices", unit: "x" },
    CHANGES,
  ),
  time: { label: "epoch time, 1 device", unit: "ms", better: "lower" },
  ...changedMetrics(
    "two_devices_time",
    { label: "epoch time, 2 devices", unit: "ms", better: "lower" },
    CHANGES,
  ),
  speedup_over_dgl: { label: "speed-up over the policy of DGL, 1 device", unit: "x", better: "higher" },
  sample_share: { label: "share of sample", unit: "%" },
  whole_time: { label: "epoch time with preparation", unit: "ms", better: "lower", shown: false },
  ...LIBRARY_METRICS,
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Milliseconds of an epoch on one device, one entry a round. */
const onOne = ({ rounds }: MeasuredTraining, policy: Policy) => epochPhases(rounds(policy)).total;

/** Milliseconds of an epoch on two modelled devices, one entry a round. */
function onTwo({ rounds, gradientBytes: bytes }: MeasuredTraining, policy: Policy, change: Change): number[] {
  return modelledEpochs(rounds(policy), { policy, devices: DEVICES, bytes, change });
}

/**
 * FastGL's speed-ups over a policy in the mean over trainings: measured on one device, and modelled on two.
 */
function speedups(policy: Policy, trainings: readonly MeasuredTraining[]): Facts<typeof METRICS> {
  const mean = (epochs: (training: MeasuredTraining, of: Policy) => readonly number[]) =>
    meanOfRounds(trainings.map((training) => ratios(epochs(training, policy), epochs(training, FASTGL))));
  return {
    fastgl_speedup: mean(onOne),
    ...byChange("two_devices_speedup", CHANGES, (change) => ({
      value: mean((training, of) => onTwo(training, of, change)),
      source: "modelled" as const,
    })),
  };
}

function meanOutcome(policy: Policy, trainings: readonly MeasuredTraining[]): JointOutcome<typeof METRICS> {
  return { times: {}, facts: speedups(policy, trainings) };
}

function outcome(policy: Policy, training: MeasuredTraining): JointOutcome<typeof METRICS> {
  const phases = checkedPhases(training.rounds(policy)), { sample, total } = phases;
  return {
    times: { time: total, whole_time: wholeEpoch(phases) },
    facts: {
      sample_share: ratios(sample.ms, total.ms, 100),
      ...byChange("two_devices_time", CHANGES, (change) => ({
        value: onTwo(training, policy, change),
        source: "modelled" as const,
      })),
      speedup_over_dgl: ratios(onOne(training, DGL_POLICY), total.ms),
      ...speedups(policy, [training]),
    },
  };
}

/** Epochs of PyG or DGL themselves, on one device. */
function realOutcome(peer: string, trainings: readonly MeasuredTraining[]): JointOutcome<typeof METRICS> {
  const fastgl_speedup = meanOfRounds(
    trainings.map((training) => ratios(libraryEpochs(training.library(peer)), onOne(training, FASTGL))),
  );
  if (trainings.length > 1) return { times: {}, facts: { fastgl_speedup } };
  const iterations = trainings[0].library(peer), { total } = libraryTimes(iterations);
  const { self_ratio, sample_share } = libraryOutcome(iterations).facts;
  return {
    times: { time: total, whole_time: total },
    facts: {
      fastgl_speedup,
      ...(self_ratio !== undefined && { self_ratio }),
      ...(sample_share !== undefined && { sample_share }),
      speedup_over_dgl: ratios(onOne(trainings[0], DGL_POLICY), total.ms),
    },
  };
}

/** Time of an epoch by system, model and graph. */
export const figure9: Suite<TrainingWorkload, SystemContender, typeof METRICS> = {
  id: "fastgl/figure-9",
  artifact: "Figure 9",
  title: "Training speed of five systems",
  decidesFrom: "paper",
  question: "How much faster is an epoch of FastGL than one of other systems, by model and graph?",
  contenders: CONTENDERS,
  baseline: FASTGL.id,
  workloads: (profile) => [
    ...trainingWorkloads(profile, { models: MODELS }),
    ...MODELS.map((model) => meanWorkload("5 graphs", model)),
    meanWorkload("5 graphs, 3 models", MODELS),
  ],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "devices": "1 measured, 2 modelled" },
  measurement: policyMeasurement(
    { contenders: CONTENDERS, needs: () => [FASTGL, DGL_POLICY], libraryOutcomeOf: realOutcome },
    (policy, trainings, { isMean }) =>
      isMean ? meanOutcome(policy, trainings) : outcome(policy, trainings[0]),
  ),
  metrics: METRICS,
  plots: [
    { metric: "fastgl_speedup", x: "workload", facet: "model" },
    { metric: "two_devices_speedup", x: "workload", facet: "model" },
    { metric: "time", x: "workload", facet: "model", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    ...DEVICES_NOTES,
    ONE_AND_TWO_NOTE,
    "FastGL's speed-up stands with the system that it is over.",
    "GAT's attention has one kernel, which all policies share: what differs there is sampling and memory IO.",
    "Means are arithmetic, of speed-ups, round by round.",
  ],
  publishedAs: ({ isMean, model }, { policy }, metric) => {
    if (policy === undefined) return undefined;
    const shown = policy === GNNLAB ? "two_devices_speedup" : "fastgl_speedup";
    if (metric === shown && policy !== FASTGL) {
      const shared = { dataset: "5 graphs", system: `FastGL vs ${policy.system}` };
      if (!isMean) {
        const config = { fanout: "5,10,15", batch: String(PAPER_BATCH) };
        return { ...shared, metric: "epoch_speedup", model: model!, config };
      }
      const printed = model === undefined && policy !== GNNADVISOR;
      return printed ? { ...shared, metric: "epoch_speedup_mean" } : undefined;
    }
    return metric === "sample_share" && policy === PYG && !isMean
      ? { metric: "sample_time_share", dataset: "5 graphs", model: model!, system: "PyG" }
      : undefined;
  },
  claims: FIGURE_9_CLAIMS,
};
