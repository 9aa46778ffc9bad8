/**
 * fastgl Figure 14a: the time of an epoch by the number of GPUs.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { CARD_NOTES } from "../links/card_phase_facts.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import {
  DGL_POLICY,
  FASTGL,
  GNNLAB,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  PYG,
} from "../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { policyMeasurement } from "../training/measured_policies.ts";
import { PHASE_NOTES } from "../training/epoch_phases.ts";
import { DEVICES_NOTES } from "../training/several_devices.ts";
import {
  MEAN,
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "../training/training_workloads.ts";
import {
  COUNTS,
  DEVICES_METRICS,
  devicesId,
  devicesOutcome,
  type DevicesWorkload,
  MOST,
} from "./epochs_on_devices.ts";
import { FIGURE_14_A_CLAIMS } from "./figure_14_a_claims.ts";

const CONTENDERS = [PYG, DGL_POLICY, GNNLAB, FASTGL].map(policyContender);

/** A workload of training on each number of devices. */
function onDevices(workload: TrainingWorkload): DevicesWorkload[] {
  return COUNTS.map((devices) => ({
    ...workload,
    id: devicesId(workload.isMean ? MEAN : workload.trained[0].graph, devices),
    devices,
    factors: { ...workload.factors, devices },
  }));
}

/** Epochs on several devices, modelled from those on one. */
export const figure14a: Suite<DevicesWorkload, PolicyContender, typeof DEVICES_METRICS> = {
  id: "fastgl/figure-14-a",
  artifact: "Figure 14",
  title: "Number of GPUs (a)",
  decidesFrom: "paper",
  question: "How do epochs shorten with more GPUs, system by system?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) =>
    [...trainingWorkloads(profile), meanWorkload(profile, "5 graphs")].flatMap(onDevices),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement({ contenders: CONTENDERS, needs: () => [FASTGL] }, devicesOutcome),
  metrics: DEVICES_METRICS,
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
  claims: FIGURE_14_A_CLAIMS,
};
