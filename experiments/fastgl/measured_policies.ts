/**
 * Policies that are measured on each graph and model. Figures that show the same iterations from different sides ask for the
 * same setting, so that they are measured once.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { mean } from "../../platform/statistics/mod.ts";
import type { Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { JointMeasurement, JointOutcome } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import type { Profile } from "../profiles.ts";
import type { TextWorkload } from "../text_suite.ts";
import {
  DGL_POLICY,
  MATCH_ONLY,
  MATCH_REORDER,
  MATCH_REORDER_AWARE,
  type Policy,
  type PolicyContender,
  SYSTEMS,
} from "./policies.ts";
import { type PolicyRounds, policyRounds } from "./round_times.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  type SampledGraph,
  sampledGraph,
  sampledGraphs,
} from "./sampling_graphs.ts";
import { HEADS, HIDDEN, type ModelId } from "./trained_models.ts";
import { policyIterations, type TrainingIterations, type TrainingSetting } from "./training_iterations.ts";

/** The systems, and DGL with one technique more at a time. */
export const ALL_POLICIES: readonly Policy[] = [...SYSTEMS, MATCH_ONLY, MATCH_REORDER, MATCH_REORDER_AWARE];

/** Graph of Figures 3, 12 and 14. */
export const PRODUCTS = "ogbn-products";

/** Policies that suites share: all with GCN, and with GIN where Figure 3 adds the techniques one by one; else the systems. */
function policiesOf(model: ModelId, graph: string): readonly Policy[] {
  return model === "GCN" || (model === "GIN" && graph === PRODUCTS) ? ALL_POLICIES : SYSTEMS;
}

/**
 * Graphs whose iterations take longest: the standard profile trains on half of what it samples, in half as large batches, so that
 * a batch covers the same share of the graph.
 */
const HALVED: Readonly<Record<string, number>> = { "reddit": 64, "ogbn-products": 128, "mag": 256 };

/** A graph at the scale that training has time for. */
function trainedGraph(profile: Profile, id: string): SampledGraph {
  const graph = sampledGraph(profile, id), scale = HALVED[id];
  if (profile.id !== "standard" || scale === undefined) return graph;
  return { ...graph, dataset: `${id}@1/${scale}`, batch: Math.round(PAPER_BATCH / scale) };
}

/** Columns of features in a smoke run: its checks against the oracle would take most of it. */
const SMOKE_WIDTH = 32;

/** Setting in which all suites measure a graph and a model. */
export function policySetting(profile: Profile, id: string, model: ModelId): TrainingSetting {
  const graph = trainedGraph(profile, id), policies = policiesOf(model, id);
  if (profile.id !== "smoke") return { graph, model, policies, decides: true };
  return { graph: { ...graph, featureWidth: SMOKE_WIDTH }, model, policies, decides: false };
}

/** Graph and model that are trained. */
export interface TrainedCell {
  /** Id of the graph in the registry. */
  readonly graph: string;
  /** Model. */
  readonly model: ModelId;
}

/** Workload of training: a graph with a model, or a mean over several. */
export interface TrainingWorkload extends Workload {
  /** Trainings that it is about: one, or all that a mean is taken over. */
  readonly trained: readonly TrainedCell[];
  /** Whether it is a mean. */
  readonly isMean: boolean;
  readonly factors: { readonly fanouts: string; readonly over?: string };
}

const GRAPH_IDS = Object.keys(PAPER_NAMES);

/** Workloads of a graph and a model each, those of one graph together. */
export function trainingWorkloads(
  profile: Profile,
  { graphs, models = ["GCN"] }: {
    /** Ids in the registry; all five when absent. */
    readonly graphs?: readonly string[];
    /** GCN when absent. */
    readonly models?: readonly ModelId[];
  } = {},
): (TrainingWorkload & TextWorkload)[] {
  return sampledGraphs(profile, graphs).flatMap(({ id: graph }) => {
    const { dataset } = trainedGraph(profile, graph);
    return models.map((model) => ({
      id: models.length > 1 ? `${graph}:${model}` : graph,
      dataset,
      model,
      factors: { fanouts: FANOUTS.join(",") },
      trained: [{ graph, model }],
      isMean: false,
    }));
  });
}

/** Id of a mean over the graphs. */
export const MEAN = "mean";

/** Mean over all graphs, with one model or over all models as well: it needs no graph of its own, but all of them. */
export function meanWorkload(
  over: string,
  models: ModelId | readonly ModelId[] = [],
): TrainingWorkload & TextWorkload {
  const all = typeof models === "string" ? [models] : models;
  const one = all.length === 1 ? all[0] : undefined;
  return {
    id: one === undefined ? MEAN : `${MEAN}:${one}`,
    ...(one !== undefined && { model: one }),
    factors: { fanouts: FANOUTS.join(","), over },
    trained: all.flatMap((model) => GRAPH_IDS.map((graph) => ({ graph, model }))),
    isMean: true,
  };
}

/** Parts of the iterations of each policy that was measured. */
export type RoundsOf = (policy: Policy) => PolicyRounds;

/** Measurements of the trainings of a workload. */
export interface MeasuredTraining extends TrainedCell {
  /** Setting that was measured. */
  readonly setting: TrainingSetting;
  /** Parts of the iterations of a policy; throws what kept it from being measured. */
  readonly rounds: RoundsOf;
}

/**
 * Measurement by policies in turns. Where all contenders of the suite are asked for, the measurement is the one that all suites
 * share; else only those that are asked for take turns, and those that their values need.
 *
 * @param outcomeOf Outcome of one policy, from the rounds of all that it needs.
 */
export function policyMeasurement<W extends TrainingWorkload, M extends Metrics>(
  { contenders: all, needs = () => [] }: {
    /** All contenders of the suite. */
    readonly contenders: readonly PolicyContender[];
    /** Policies that the values of one policy are derived from, beside its own. */
    readonly needs?: (policy: Policy) => readonly Policy[];
  },
  outcomeOf: (
    policy: Policy,
    trainings: readonly MeasuredTraining[],
    workload: W,
    lab: Lab,
  ) => JointOutcome<M>,
): JointMeasurement<W, PolicyContender, M> {
  return {
    kind: "joint",
    measure: async (lab, _dataset, workload, contenders) => {
      const asked = contenders.map(({ policy }) => policy);
      const policies = contenders.length < all.length ? withNeeded(asked, needs) : undefined;
      const trainings: MeasuredTraining[] = [];
      for (const cell of workload.trained) {
        const shared = policySetting(lab.profile, cell.graph, cell.model);
        const setting = policies === undefined ? shared : { ...shared, policies };
        const iterations = await policyIterations(lab, setting);
        const rounds = (policy: Policy) => policyRounds(iterations, policy, cell.model);
        trainings.push({ ...cell, setting, rounds });
      }
      const byId = new Map(asked.map((policy) => [policy.id, policy]));
      return (id) => outcomeOf(byId.get(id)!, trainings, workload, lab);
    },
  };
}

/** Policies in the order of {@linkcode ALL_POLICIES}, with those that their values need. */
function withNeeded(asked: readonly Policy[], needs: (policy: Policy) => readonly Policy[]): Policy[] {
  // Preprocessing is what preparation takes beyond that of DGL's kernels.
  const beside = (policy: Policy) => policy.preprocesses ? [DGL_POLICY, ...needs(policy)] : needs(policy);
  const all = new Set(asked.flatMap((policy) => [policy, ...beside(policy)]));
  return ALL_POLICIES.filter((policy) => all.has(policy));
}

/** Graph of a workload that {@linkcode trainingWorkloads} made, or {@linkcode MEAN}. */
export function graphOf({ id }: Pick<Workload, "id">): string {
  return id.split(":")[0];
}

/** Iterations of a workload that {@linkcode trainingWorkloads} made, for suites that are yet to become joint. */
export function workloadIterations(
  lab: Lab,
  _dataset: LoadedDataset,
  workload: TextWorkload,
): Promise<TrainingIterations> {
  return policyIterations(lab, policySetting(lab.profile, graphOf(workload), workload.model as ModelId));
}

/** Iterations of all graphs with a model, for suites that are yet to become joint. */
export async function allIterations(lab: Lab, model: ModelId): Promise<readonly TrainingIterations[]> {
  const all: TrainingIterations[] = [];
  for (const graph of GRAPH_IDS) {
    all.push(await policyIterations(lab, policySetting(lab.profile, graph, model)));
  }
  return all;
}

/** Means of some lists, entry by entry. */
export function meanOfRounds(lists: readonly (readonly number[])[]): number[] {
  return lists[0].map((_, round) => mean(lists.map((list) => list[round])));
}

/** Settings of all suites of training. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "models": `3 layers; GCN and GIN of ${HIDDEN} hidden units, GAT of ${HEADS} heads of ${
    HIDDEN / HEADS
  }; Adam`,
  "sample": "one iteration of every policy in each round, in a random order, after one that warms up; " +
    "times an epoch are an iteration's, as often as an epoch has iterations",
};
