/**
 * fastgl Figure 9: the time of an epoch by five systems, three models on five graphs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";
import { lower } from "../claims/interval_parts.ts";
import { changedMetric } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { PROFILES } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  allIterations,
  graphOf,
  MEAN,
  meanOfRounds,
  meanWorkload,
  policySetting,
  TRAINING_SETTINGS,
  trainingWorkloads,
  workloadIterations,
} from "./measured_policies.ts";
import { overGraphs } from "./over_graphs.ts";
import {
  contenderOf,
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  GNNLAB,
  type Policy,
  POLICY_NOTES,
  PYG,
  SYSTEMS,
} from "./policies.ts";
import { epochPhases, PHASE_NOTES, policyRounds, ratios } from "./round_times.ts";
import {
  PAPER_BATCH,
  PAPER_NAMES,
  sampledGraphs,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "./sampling_graphs.ts";
import {
  CHANGES,
  DEVICES_NOTES,
  fasterSystem,
  gradientBytes,
  modelledEpochs,
  ONE_AND_TWO_NOTE,
} from "./several_devices.ts";
import { type ModelId, MODELS, type TrainingIterations } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const GRAPHS = Object.keys(PAPER_NAMES);
const BASELINES = [PYG, DGL_POLICY, GNNADVISOR, GNNLAB];

/** As many as the paper's. */
const DEVICES = 2;

/** FastGL's speed-ups on one device, and on two, which are modelled: GNNLab needs as many. */
const MEASURED = "fastgl_speedup", MODELLED = "two_devices_speedup";
const TWO_DEVICES_TIME = "two_devices_time";
const TIMES = ["time", TWO_DEVICES_TIME] as const, SPEEDUPS = [MEASURED, MODELLED] as const;

/** Of one policy on one graph with one model, a list a metric. */
interface EpochTimes {
  readonly one: readonly number[];
  readonly sampleShare: readonly number[];
  /** Under each of {@link CHANGES}. */
  readonly two: readonly (readonly number[])[];
}

function epochTimes(
  iterations: TrainingIterations,
  policy: Policy,
  { model, bytes }: { readonly model: ModelId; readonly bytes: number },
): EpochTimes {
  const rounds = policyRounds(iterations, policy, model);
  const { sample, total } = epochPhases(rounds);
  return {
    one: total,
    sampleShare: ratios(sample, total, 100),
    two: CHANGES.map((change) => modelledEpochs(rounds, { policy, devices: DEVICES, bytes, change })),
  };
}

/** FastGL's speed-ups over a policy: measured on one device, modelled on two under each change. */
interface Speedups {
  readonly one: readonly number[];
  readonly two: readonly (readonly number[])[];
}

function speedups(policy: EpochTimes, fastgl: EpochTimes): Speedups {
  return {
    one: ratios(policy.one, fastgl.one),
    two: policy.two.map((epochs, change) => ratios(epochs, fastgl.two[change])),
  };
}

/** Means over some cells, or one of them as it is. */
function speedupFacts(over: readonly Speedups[]): Fact[] {
  return [
    { metric: MEASURED, unit: "x", value: meanOfRounds(over.map(({ one }) => one)) },
    ...changedFacts(MODELLED, "x", CHANGES.map((_, i) => meanOfRounds(over.map(({ two }) => two[i])))),
  ];
}

/** The lists of a modelled metric, one a change. */
function changedFacts(metric: string, unit: string, lists: readonly (readonly number[])[]): Fact[] {
  return CHANGES.map((change, i) => ({
    ...{ metric: changedMetric(metric, change), unit, value: lists[i], source: "modelled" },
  }));
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const policy = SYSTEMS.find((each) => each.id === id)!;
  const timesOf = (iterations: TrainingIterations, of: Policy, { model, graph }: Cell) => {
    const bytes = gradientBytes(policySetting(lab.profile, graph, model));
    return epochTimes(iterations, of, { model, bytes });
  };
  const speedupsOf = (iterations: TrainingIterations, cell: Cell) =>
    speedups(timesOf(iterations, policy, cell), timesOf(iterations, FASTGL, cell));

  if (graphOf(workload) === MEAN) {
    const models = workload.model === undefined ? MODELS : [workload.model as ModelId];
    const all = await Promise.all(
      models.map(async (model) =>
        (await allIterations(lab, model)).map((iterations, i) =>
          speedupsOf(iterations, { model, graph: GRAPHS[i] })
        )
      ),
    );
    return speedupFacts(all.flat());
  }
  const cell = { model: workload.model as ModelId, graph: graphOf(workload) };
  const iterations = await workloadIterations(lab, dataset, workload);
  const { one, two, sampleShare } = timesOf(iterations, policy, cell);
  return [
    { metric: "time", unit: "ms", value: one },
    { metric: "sample_share", unit: "%", value: sampleShare },
    ...changedFacts(TWO_DEVICES_TIME, "ms", two),
    { metric: "speedup_over_dgl", unit: "x", value: ratios(timesOf(iterations, DGL_POLICY, cell).one, one) },
    ...speedupFacts([speedupsOf(iterations, cell)]),
  ];
}

interface Cell {
  readonly model: ModelId;
  readonly graph: string;
}

/** `epoch_time(fastgl) < epoch_time(s)` for every model, graph and system. */
function fastest(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((graph) =>
    MODELS.flatMap((model) =>
      BASELINES.map(({ id: slow }) =>
        fasterSystem(evidence, `${graph}:${model}`, { fast: FASTGL.id, slow, metrics: TIMES })
      )
    )
  );
}

/** The kind of data that means rest on. */
function graphRows(evidence: SuiteEvidence): Row[] {
  return GRAPHS.map((graph) =>
    evidence.row({ workload: `${graph}:${MODELS[0]}`, contender: FASTGL.id }, "time")
  );
}

/** `epoch_time(gnnlab) < epoch_time(dgl) < epoch_time(gnnadvisor) < epoch_time(pyg)` on averages. */
function systemOrder(evidence: SuiteEvidence): ClaimPart[] {
  const order = [GNNLAB, DGL_POLICY, GNNADVISOR, PYG];
  return order.slice(1).map(({ id: slow }, i) =>
    overGraphs(
      fasterSystem(evidence, meanWorkload("").id, { fast: order[i].id, slow, metrics: SPEEDUPS }),
      graphRows(evidence),
    )
  );
}

/** `min over models of epoch_speedup > 1`, in the mean over graphs, over every system. */
function allModels(evidence: SuiteEvidence): ClaimPart[] {
  return MODELS.flatMap((model) =>
    BASELINES.map(({ id: slow }) =>
      overGraphs(
        fasterSystem(evidence, meanWorkload("", model).id, { fast: FASTGL.id, slow, metrics: SPEEDUPS }),
        graphRows(evidence),
      )
    )
  );
}

/** Shares of the features by which GNNLab's cache is about 0 (`small` is five points), or large: what large graphs have less than. */
const ABOUT_NONE = 0.05, LARGE = 0.5;
const graphsBy = (holds: (share: number) => boolean) =>
  sampledGraphs(PROFILES.paper).filter((graph) => holds(GNNLAB.cacheShare!(graph))).map(({ id }) => id);
const CACHED = graphsBy((share) => share >= LARGE), HARDLY_CACHED = graphsBy((share) => share <= ABOUT_NONE);

/** `speedup(gnnlab vs dgl, cache_ratio ~ 0) < speedup(gnnlab vs dgl, large cache_ratio)`: on one device, where the cache is all. */
function losesItsCache(evidence: SuiteEvidence): ClaimPart[] {
  const gain = (graph: string) =>
    evidence.row({ workload: `${graph}:GCN`, contender: GNNLAB.id }, "speedup_over_dgl");
  return HARDLY_CACHED.flatMap((small) => CACHED.map((large) => lower(evidence, gain(small), gain(large))));
}

/** The suite. */
export const figure9: TextSuite = {
  id: "fastgl/figure-9",
  paper: "fastgl",
  artifact: "Figure 9",
  title: "Training speed of five systems",
  question: "How much faster is an epoch of FastGL than one of other systems, by model and graph?",
  contenders: SYSTEMS.map(contenderOf),
  baseline: FASTGL.id,
  workloads: (profile) => [
    ...trainingWorkloads(profile, { models: MODELS }),
    ...MODELS.map((model) => meanWorkload("5 graphs", model)),
    meanWorkload("5 graphs, 3 models"),
  ],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "devices": "1 measured, 2 modelled" },
  measurement: { kind: "counted", count },
  metrics: [
    { id: MEASURED, label: "FastGL's speed-up, 1 device", unit: "x", better: "neither" },
    { id: MODELLED, label: "FastGL's speed-up, 2 devices", unit: "x", better: "neither" },
    { id: "time", label: "epoch time, 1 device", unit: "ms", better: "lower" },
    { id: TWO_DEVICES_TIME, label: "epoch time, 2 devices", unit: "ms", better: "lower" },
    { id: "speedup_over_dgl", label: "speed-up over DGL, 1 device", unit: "x", better: "higher" },
    { id: "sample_share", label: "share of sample", unit: "%", better: "neither" },
  ],
  plots: [
    { metric: MEASURED, x: "workload", facet: "model" },
    { metric: MODELLED, x: "workload", facet: "model" },
    { metric: "time", x: "workload", facet: "model", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...DEVICES_NOTES,
    ONE_AND_TWO_NOTE,
    "FastGL's speed-up stands with the system that it is over.",
    "GAT's attention has one kernel, which all policies share: what differs there is sampling and memory IO.",
    "Means are arithmetic, of speed-ups, round by round.",
  ],
  publishedAs: (workload, { id }, metric) => {
    const policy = SYSTEMS.find((each) => each.id === id)!;
    const isMean = graphOf(workload) === MEAN;
    if (metric === (policy === GNNLAB ? MODELLED : MEASURED) && policy !== FASTGL) {
      const shared = { dataset: "5 graphs", system: `FastGL vs ${policy.system}` };
      if (!isMean) {
        const config = { fanout: "5,10,15", batch: String(PAPER_BATCH) };
        return { ...shared, metric: "epoch_speedup", model: workload.model!, config };
      }
      const printed = workload.model === undefined && policy !== GNNADVISOR;
      return printed ? { ...shared, metric: "epoch_speedup_mean" } : undefined;
    }
    return metric === "sample_share" && policy === PYG && !isMean
      ? { metric: "sample_time_share", dataset: "5 graphs", model: workload.model!, system: "PyG" }
      : undefined;
  },
  claims: [
    { claimId: "fastgl.q.fastest", decide: fastest },
    { claimId: "fastgl.q.system-order", decide: systemOrder },
    { claimId: "fastgl.q.all-models", decide: allModels },
    { claimId: "fastgl.q.gnnlab-large", decide: losesItsCache },
  ],
};
