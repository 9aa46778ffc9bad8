/**
 * fastgl Figure 14a: the time of an epoch by the number of GPUs.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { CARD_METRICS, CARD_NOTES } from "../links/card_phases.ts";
import { LINK_METRICS, LINK_NOTES, overLinks } from "../links/loading_links.ts";
import { flipFact } from "../links/turning_speeds.ts";
import { epochLoadings, policyOnCards } from "../training/linked_epochs.ts";
import { CLAIMS, COUNTS, devicesId, MOST } from "./figure_14_a_claims.ts";
import { shorterBelow } from "./turning_link.ts";
import { TRAINING_REGIME } from "../training/training_premises.ts";
import { meanOfRounds, type MeasuredTraining, policyMeasurement } from "../training/measured_policies.ts";
import {
  MEAN,
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "../training/training_workloads.ts";
import {
  DGL_POLICY,
  FASTGL,
  GNNLAB,
  type Policy,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  PYG,
} from "../policies.ts";
import { checkedPhases, PHASE_NOTES } from "../training/round_times.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import {
  type Change,
  CHANGES,
  DEVICES_NOTES,
  leastDevices,
  modelledEpochs,
} from "../training/several_devices.ts";

const CONTENDERS = [PYG, DGL_POLICY, GNNLAB, FASTGL].map(policyContender);

/** Training on a number of devices. */
interface DevicesWorkload extends TrainingWorkload {
  readonly devices: number;
  readonly factors: TrainingWorkload["factors"] & { readonly devices: number };
}

/** A workload of training on each number of devices. */
function onDevices(workload: TrainingWorkload): DevicesWorkload[] {
  return COUNTS.map((devices) => ({
    ...workload,
    id: devicesId(workload.isMean ? MEAN : workload.trained[0].graph, devices),
    devices,
    factors: { ...workload.factors, devices },
  }));
}

const METRICS = {
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

/** Milliseconds of an epoch on some devices, one entry a round. */
function epochs(
  { rounds }: MeasuredTraining,
  policy: Policy,
  options: { readonly devices: number; readonly bytes: number; readonly change: Change },
): number[] {
  return modelledEpochs(rounds(policy), { policy, ...options });
}

/** Speed-ups and times on some devices, in the mean over trainings. */
function scaled(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
  { devices, isMean }: DevicesWorkload,
): Facts<typeof METRICS> {
  type Of = (training: MeasuredTraining, at: { readonly bytes: number; readonly change: Change }) => number[];
  const modelled = (of: Of) => (change: Change) => ({
    value: meanOfRounds(trainings.map((training) => of(training, { bytes: training.gradientBytes, change }))),
    source: "modelled" as const,
  });
  const time = modelled((training, at) => epochs(training, policy, { devices, ...at }));
  const speedup = modelled((training, at) =>
    ratios(epochs(training, policy, { devices, ...at }), epochs(training, FASTGL, { devices, ...at }))
  );
  const scaling = modelled((training, at) =>
    ratios(epochs(training, policy, { devices: 1, ...at }), epochs(training, policy, { devices, ...at }))
  );
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
): Facts<typeof METRICS> {
  if (devices === 1) {
    return { ...overLinks(epochLoadings(training, policy)), ...policyOnCards(training, policy) };
  }
  if (devices !== MOST || policy === FASTGL) return {};
  const [fast, slow] = [FASTGL, policy].map((each) => ({ policy: each, epochs: training.rounds(each) }));
  return flipFact(shorterBelow([fast, slow], { devices, bytes: training.gradientBytes }));
}

/**
 * Outcome of a policy on some devices.
 *
 * @throws {MissingError} for fewer devices than the policy needs.
 */
function outcome(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
  workload: DevicesWorkload,
): JointOutcome<typeof METRICS> {
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

/** Epochs on several devices, modelled from those on one. */
export const figure14a: Suite<DevicesWorkload, PolicyContender, typeof METRICS> = {
  id: "fastgl/figure-14-a",
  artifact: "Figure 14",
  title: "Number of GPUs (a)",
  decidesFrom: "paper",
  question: "How do epochs shorten with more GPUs, system by system?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => [...trainingWorkloads(profile), meanWorkload("5 graphs", "GCN")].flatMap(onDevices),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement({ contenders: CONTENDERS, needs: () => [FASTGL] }, outcome),
  metrics: METRICS,
  plots: [
    { metric: "time", x: "devices", facet: "dataset" },
    { metric: "scaling", x: "devices", facet: "dataset" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_lead_rtx_3090_pcie_4", x: "workload", logarithmic: true },
    { metric: "io_lead_h100_pcie_5", x: "workload", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...DEVICES_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
    "The link at which the claim turns is that up to which FastGL's epochs on eight devices are the shorter ones.",
    "The paper draws Products; its averages over data sets are those of all five graphs here. GNNLab needs two GPUs.",
    "A CPU's computation is slow beside its copies, so that the link fills with more devices than it does where GPUs compute.",
  ],
  publishedAs: ({ isMean, devices }, { policy }, metric) => {
    const printed = metric === "scaling" && (policy === FASTGL || policy === DGL_POLICY);
    return printed && isMean && devices === MOST
      ? {
        metric: "scaling_speedup",
        dataset: "all graphs",
        system: policy.system,
        config: { panel: "a", devices: String(devices), baseline: "1 GPU" },
      }
      : undefined;
  },
  claims: CLAIMS,
};
