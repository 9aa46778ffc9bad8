/**
 * Epochs of policies on a number of devices: measured on one, and modelled on several.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { CARD_METRICS } from "../links/card_phase_facts.ts";
import { LINK_METRICS } from "../links/loading_links.ts";
import { flipFact } from "../links/turning_speeds.ts";
import { FASTGL, type Policy } from "../policies.ts";
import { epochsOnDevices, meanOfRounds, type MeasuredTraining } from "../training/measured_policies.ts";
import { linkedFacts } from "../training/phases/linked_epochs.ts";
import { checkedPhases } from "../training/epoch_phases.ts";
import { type Change, CHANGES, leastDevices } from "../training/several_devices.ts";
import { TRAINING_REGIME } from "../training/training_premises.ts";
import type { TrainingWorkload } from "../training/training_workloads.ts";
import { shorterBelow } from "./turning_link.ts";

/** Numbers of GPUs, as in the paper's public code. */
export const COUNTS: readonly number[] = [1, 2, 4, 6, 8];
/** Largest number of GPUs. */
export const MOST = 8;

/** Training on a number of devices. */
export interface DevicesWorkload extends TrainingWorkload {
  /** Number of devices. */
  readonly devices: number;
  readonly factors: TrainingWorkload["factors"] & { readonly devices: number };
}

/** `reddit:8`: id of a graph's workload on some devices. */
export const devicesId = (graph: string, devices: number): string => `${graph}:${devices}`;

/** Metrics of epochs on a number of devices. */
export const DEVICES_METRICS = {
  ...changedMetrics("time", { label: "epoch time", unit: "ms", better: "lower" }, CHANGES),
  ...changedMetrics("scaling", { label: "scaling over 1 device", unit: "x", better: "higher" }, CHANGES),
  ...changedMetrics(
    "fastgl_speedup",
    { label: "FastGL's speed-up over it", unit: "x" },
    CHANGES,
  ),
  measured_time: { label: "epoch time as measured", unit: "ms", better: "lower" },
  ...LINK_METRICS,
  ...CARD_METRICS,
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Speed-ups and times on some devices, in the mean over trainings. */
function scaled(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
  { devices, isMean }: DevicesWorkload,
): Facts<typeof DEVICES_METRICS> {
  type Epochs = (of: Policy, devices: number) => number[];
  const modelled = (value: (epochs: Epochs) => number[]) => (change: Change) => ({
    value: meanOfRounds(
      trainings.map((training) => value((of, on) => epochsOnDevices(training, of, { devices: on, change }))),
    ),
    source: "modelled" as const,
  });
  const time = modelled((epochs) => epochs(policy, devices));
  const speedup = modelled((epochs) => ratios(epochs(policy, devices), epochs(FASTGL, devices)));
  const scaling = modelled((epochs) => ratios(epochs(policy, 1), epochs(policy, devices)));
  return {
    ...(!isMean && byChange("time", CHANGES, time)),
    ...byChange("fastgl_speedup", CHANGES, speedup),
    ...(leastDevices(policy) === 1 && byChange("scaling", CHANGES, scaling)),
  };
}

/** Links and cards of one device; of the most devices the link up to which FastGL's epochs are shorter. */
function linked(
  policy: Policy,
  training: MeasuredTraining,
  { devices }: DevicesWorkload,
): Facts<typeof DEVICES_METRICS> {
  if (devices === 1) return linkedFacts(training, policy);
  if (devices !== MOST || policy === FASTGL) return {};
  const [fast, slow] = [FASTGL, policy].map((each) => ({ policy: each, epochs: training.rounds(each) }));
  return flipFact(shorterBelow([fast, slow], { devices, bytes: training.gradientBytes }));
}

/**
 * Outcome of a policy on some devices.
 *
 * @throws {MissingError} for fewer devices than the policy needs.
 */
export function devicesOutcome(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
  workload: DevicesWorkload,
): JointOutcome<typeof DEVICES_METRICS> {
  const { devices, isMean } = workload;
  if (devices < leastDevices(policy)) {
    throw new MissingError({
      action: `train by the policy of ${policy.system}`,
      current: `${devices} device`,
      wanted: "one that samples and one at least that trains",
      next: "see it from two devices on",
    });
  }
  const isMeasured = devices === 1 && !isMean;
  return {
    times: isMeasured ? { measured_time: checkedPhases(trainings[0].rounds(policy)).total } : {},
    facts: {
      ...scaled(policy, trainings, workload),
      ...(!isMean && linked(policy, trainings[0], workload)),
    },
  };
}
