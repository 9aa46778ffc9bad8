/**
 * Epochs of policies and of the systems that they stand for, and FastGL's speed-ups over both: measured on
 * one device, and for policies modelled on two.
 *
 * @module
 */
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { DGL_POLICY, FASTGL, type Policy } from "../policies.ts";
import { LIBRARY_METRICS, libraryEpochs, libraryOutcome, libraryTimes } from "./library_times.ts";
import { epochsOnDevices, meanOfRounds, type MeasuredTraining } from "./measured_policies.ts";
import { checkedPhases, epochPhases, wholeEpoch } from "./epoch_phases.ts";
import { CHANGES } from "./several_devices.ts";
import { TRAINING_REGIME } from "./training_premises.ts";
import type { TrainingWorkload } from "./training_workloads.ts";

/** GPUs of the paper's measurement; GNNLab needs as many. */
const DEVICES = 2;

/** Metrics of an epoch of a system. */
export const SYSTEM_METRICS = {
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

/**
 * FastGL's speed-ups over a policy in the mean over trainings: measured on one device, and modelled on two.
 */
function speedups(policy: Policy, trainings: readonly MeasuredTraining[]): Facts<typeof SYSTEM_METRICS> {
  const mean = (epochs: (training: MeasuredTraining, of: Policy) => readonly number[]) =>
    meanOfRounds(trainings.map((training) => ratios(epochs(training, policy), epochs(training, FASTGL))));
  return {
    fastgl_speedup: mean(onOne),
    ...byChange("two_devices_speedup", CHANGES, (change) => ({
      value: mean((training, of) => epochsOnDevices(training, of, { devices: DEVICES, change })),
      source: "modelled" as const,
    })),
  };
}

/** Epochs of a policy, or in the mean over several trainings FastGL's speed-ups over it alone. */
export function policyOutcome(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
  { isMean }: TrainingWorkload,
): JointOutcome<typeof SYSTEM_METRICS> {
  if (isMean) return { times: {}, facts: speedups(policy, trainings) };
  const [training] = trainings;
  const phases = checkedPhases(training.rounds(policy)), { sample, total } = phases;
  return {
    times: { time: total, whole_time: wholeEpoch(phases) },
    facts: {
      sample_share: ratios(sample.ms, total.ms, 100),
      ...byChange("two_devices_time", CHANGES, (change) => ({
        value: epochsOnDevices(training, policy, { devices: DEVICES, change }),
        source: "modelled" as const,
      })),
      speedup_over_dgl: ratios(onOne(training, DGL_POLICY), total.ms),
      ...speedups(policy, [training]),
    },
  };
}

/** Epochs of PyG or DGL themselves, on one device. */
export function systemOutcome(
  peer: string,
  trainings: readonly MeasuredTraining[],
): JointOutcome<typeof SYSTEM_METRICS> {
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
