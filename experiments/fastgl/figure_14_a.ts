/**
 * fastgl Figure 14a: the time of an epoch by the number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { MissingError } from "../../platform/errors.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  allIterations,
  graphOf,
  MEAN,
  meanOfRounds,
  meanWorkload,
  policySetting,
  PRODUCTS,
  TRAINING_SETTINGS,
  trainingWorkloads,
  workloadIterations,
} from "./measured_policies.ts";
import { overGraphs } from "./over_graphs.ts";
import { contenderOf, DGL_POLICY, FASTGL, GNNLAB, type Policy, POLICY_NOTES, PYG } from "./policies.ts";
import { epochPhases, PHASE_NOTES, type PolicyRounds, policyRounds, ratios } from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import {
  type Change,
  CHANGES,
  DEVICES_NOTES,
  gradientBytes,
  leastDevices,
  modelledEpochs,
} from "./several_devices.ts";
import type { TrainingIterations } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** As in the paper's public code. */
const COUNTS = [1, 2, 4, 6, 8];
const MOST = COUNTS.at(-1)!;

const POLICIES = [PYG, DGL_POLICY, GNNLAB, FASTGL];
const BASELINES = POLICIES.filter((policy) => policy !== FASTGL);
const GRAPHS = Object.keys(PAPER_NAMES);

const workloadId = (graph: string, devices: number) => `${graph}:${devices}`;

/** A workload for some devices, or several. */
function onDevices(workload: TextWorkload): TextWorkload[] {
  return COUNTS.map((devices) => ({
    ...workload,
    id: workloadId(graphOf(workload), devices),
    factors: { ...workload.factors, devices: String(devices) },
  }));
}

/** What is known of a policy on some devices under one change, a list a metric. */
interface Scaled {
  readonly time: readonly number[];
  readonly fastglSpeedup: readonly number[];
  /** Against one device; absent for what needs two at least. */
  readonly scaling?: readonly number[];
}

function scaled(
  iterations: TrainingIterations,
  policy: Policy,
  { devices, bytes, change }: { readonly devices: number; readonly bytes: number; readonly change: Change },
): Scaled {
  const epochs = (of: Policy, rounds: PolicyRounds, count: number) =>
    modelledEpochs(rounds, { policy: of, devices: count, bytes, change });
  const own = policyRounds(iterations, policy, "GCN");
  const time = epochs(policy, own, devices);
  return {
    time,
    fastglSpeedup: ratios(time, epochs(FASTGL, policyRounds(iterations, FASTGL, "GCN"), devices)),
    ...(leastDevices(policy) === 1 ? { scaling: ratios(epochs(policy, own, 1), time) } : {}),
  };
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const policy = POLICIES.find((each) => each.id === id)!;
  const devices = Number(workload.factors.devices);
  if (devices < leastDevices(policy)) {
    throw new MissingError({
      action: `train by the policy of ${policy.system}`,
      current: `${devices} device`,
      wanted: "one that samples and one at least that trains",
      next: "see it from two devices on",
    });
  }
  const isMean = graphOf(workload) === MEAN;
  const measured = isMean
    ? await allIterations(lab, "GCN")
    : [await workloadIterations(lab, dataset, workload)];
  const bytes = (isMean ? GRAPHS : [graphOf(workload)]).map((graph) =>
    gradientBytes(policySetting(lab.profile, graph, "GCN"))
  );
  const facts = CHANGES.flatMap((change): Fact[] => {
    const each = measured.map((iterations, i) =>
      scaled(iterations, policy, { devices, bytes: bytes[i], change })
    );
    const fact = (metric: string, unit: string, lists: readonly (readonly number[])[]): Fact => ({
      ...{ metric: changedMetric(metric, change), unit, source: "modelled", value: meanOfRounds(lists) },
    });
    return [
      ...(isMean ? [] : [fact("time", "ms", each.map(({ time }) => time))]),
      fact("fastgl_speedup", "x", each.map(({ fastglSpeedup }) => fastglSpeedup)),
      ...(each[0].scaling ? [fact("scaling", "x", each.map(({ scaling }) => scaling!))] : []),
    ];
  });
  if (isMean || devices > 1) return facts;
  const [iterations] = measured;
  const { total } = epochPhases(policyRounds(iterations, policy, "GCN"));
  return [...facts, { metric: "measured_time", unit: "ms", value: total }];
}

/** `epoch_time(fastgl, n) < epoch_time(s, n)` for n in 1..8, and `speedup(n=8) > speedup(n=1)`, on Products. */
function fastestEverywhere(evidence: SuiteEvidence): ClaimPart[] {
  const at = (policy: Policy, devices: number) => ({
    ...{ workload: workloadId(PRODUCTS, devices), contender: policy.id },
  });
  const wins = COUNTS.flatMap((devices) =>
    BASELINES.filter((policy) => leastDevices(policy) <= devices).map((policy): ClaimPart => {
      const part = underChanges(
        CHANGES,
        (change) => evidence.faster(at(FASTGL, devices), at(policy, devices), changedMetric("time", change)),
      );
      return { ...part, words: `n = ${devices}: ${part.words}` };
    })
  );
  const grows = BASELINES.filter((policy) => leastDevices(policy) === 1).map((policy): ClaimPart => {
    // The smaller speed-up is that on one device.
    const part = underChanges(
      CHANGES,
      (change) => evidence.faster(at(policy, 1), at(policy, MOST), changedMetric("fastgl_speedup", change)),
    );
    return { ...part, words: `n = ${MOST} over n = 1: ${part.words}` };
  });
  return [...wins, ...grows];
}

/** `scaling(dgl, 8) < scaling(fastgl, 8) < 8`, in the mean over the graphs. */
function scalesBetter(evidence: SuiteEvidence): ClaimPart[] {
  const at = ({ id }: Policy) => ({ workload: workloadId(MEAN, MOST), contender: id });
  const graphs = GRAPHS.map((graph) =>
    evidence.row({ workload: workloadId(graph, MOST), contender: FASTGL.id }, "time")
  );
  return [
    underChanges(
      CHANGES,
      (change) => evidence.faster(at(DGL_POLICY), at(FASTGL), changedMetric("scaling", change)),
    ),
    underChanges(
      CHANGES,
      (change) =>
        evidence.bounded(at(FASTGL), changedMetric("scaling", change), { side: "below", bound: MOST }),
    ),
  ].map((part) => overGraphs(part, graphs));
}

/** The suite. */
export const figure14a: TextSuite = {
  id: "fastgl/figure-14-a",
  paper: "fastgl",
  artifact: "Figure 14",
  title: "Number of GPUs (a)",
  question: "How do epochs shorten with more GPUs, system by system?",
  contenders: POLICIES.map(contenderOf),
  baseline: DGL_POLICY.id,
  workloads: (profile) =>
    [
      ...trainingWorkloads(profile),
      meanWorkload("5 graphs", "GCN"),
    ].flatMap(onDevices),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "scaling", label: "scaling over 1 device", unit: "x", better: "higher" },
    { id: "fastgl_speedup", label: "FastGL's speed-up over it", unit: "x", better: "neither" },
    { id: "measured_time", label: "epoch time as measured", unit: "ms", better: "lower" },
  ],
  plots: [
    { metric: "time", x: "devices", facet: "dataset" },
    { metric: "scaling", x: "devices", facet: "dataset" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...DEVICES_NOTES,
    "The paper draws Products; its averages over data sets are those of all five graphs here. GNNLab needs two GPUs.",
    "A CPU's computation is slow beside its copies, so that the link fills with more devices than it does where GPUs compute.",
  ],
  publishedAs: (workload, { id }, metric) => {
    const policy = POLICIES.find((each) => each.id === id)!;
    const { devices } = workload.factors;
    const printed = metric === "scaling" && (policy === FASTGL || policy === DGL_POLICY);
    return printed && graphOf(workload) === MEAN && Number(devices) === MOST
      ? {
        ...{ metric: "scaling_speedup", dataset: "all graphs", system: policy.system },
        config: { panel: "a", devices, baseline: "1 GPU" },
      }
      : undefined;
  },
  claims: [
    { claimId: "fastgl.q.a-scaling", decide: fastestEverywhere },
    { claimId: "fastgl.q.a-scaling-efficiency", decide: scalesBetter },
  ],
};
