/**
 * Which policies are measured on which graph and model. Figures that show the same iterations from different sides ask for the
 * same setting, so that they are measured once.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Device } from "../../hardware/device.ts";
import { mean } from "../../platform/statistics/mod.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import { MATCH_ONLY, MATCH_REORDER, MATCH_REORDER_AWARE, type Policy, SYSTEMS } from "./policies.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  type SampledGraph,
  sampledGraph,
  sampledGraphs,
} from "./sampling_graphs.ts";
import {
  HEADS,
  HIDDEN,
  type ModelId,
  type TrainingIterations,
  trainingIterations,
  type TrainingSetting,
} from "./training_iterations.ts";
import type { TextWorkload } from "../text_suite.ts";

/** The systems, and DGL with one technique more at a time. */
export const ALL_POLICIES: readonly Policy[] = [...SYSTEMS, MATCH_ONLY, MATCH_REORDER, MATCH_REORDER_AWARE];

/** The graph of Figures 3, 12 and 14. */
export const PRODUCTS = "ogbn-products";

/** Who takes turns: all with GCN, and with GIN where Figure 3 adds the techniques one by one; else the systems. */
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

/** The one setting in which a graph and a model are measured. */
export function policySetting(profile: Profile, id: string, model: ModelId): TrainingSetting {
  const graph = trainedGraph(profile, id), policies = policiesOf(model, id);
  if (profile.id !== "smoke") return { graph, model, policies, decides: true };
  return { graph: { ...graph, featureWidth: SMOKE_WIDTH }, model, policies, decides: false };
}

/** Graphs that a mean is taken over. */
const GRAPH_IDS = Object.keys(PAPER_NAMES);

/** One workload a graph and a model, those of one graph together. */
export function trainingWorkloads(
  profile: Profile,
  { graphs, models = ["GCN"] }: {
    /** Ids in the registry; all five when absent. */
    readonly graphs?: readonly string[];
    /** GCN when absent. */
    readonly models?: readonly ModelId[];
  } = {},
): TextWorkload[] {
  return sampledGraphs(profile, graphs).flatMap(({ id }) => {
    const { dataset } = trainedGraph(profile, id);
    return models.map((model) => ({
      ...{ id: models.length > 1 ? `${id}:${model}` : id, dataset, model },
      factors: { fanouts: FANOUTS.join(",") },
    }));
  });
}

/** The id of a mean over the graphs. */
export const MEAN = "mean";

/** A mean over the graphs, with one model or over models as well: it needs no graph of its own, but all of them. */
export function meanWorkload(over: string, model?: ModelId): TextWorkload {
  return {
    id: model === undefined ? MEAN : `${MEAN}:${model}`,
    ...(model === undefined ? {} : { model }),
    factors: { fanouts: FANOUTS.join(","), over },
  };
}

/** The graph of a workload that {@linkcode trainingWorkloads} made, or {@linkcode MEAN}. */
export function graphOf({ id }: TextWorkload): string {
  return id.split(":")[0];
}

const known = new WeakMap<Device, Map<string, Promise<TrainingIterations>>>();

const nameOf = ({ profile, seed }: Lab, graph: string, model: string) =>
  [profile.id, seed, graph, model].join(" ");

/** The iterations of a workload that {@linkcode trainingWorkloads} made. */
export function workloadIterations(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
): Promise<TrainingIterations> {
  const graph = graphOf(workload), model = workload.model as ModelId;
  const measuring = trainingIterations(lab, dataset, policySetting(lab.profile, graph, model));
  known.getOrInsertComputed(lab.device, () => new Map()).set(nameOf(lab, graph, model), measuring);
  return measuring;
}

/**
 * The iterations of all graphs with a model, for means over graphs: as they were measured for the graphs' own rows, or measured now
 * where these rows are of an earlier process.
 */
export async function allIterations(lab: Lab, model: ModelId): Promise<readonly TrainingIterations[]> {
  const all: TrainingIterations[] = [];
  for (const graph of GRAPH_IDS) {
    const [workload] = trainingWorkloads(lab.profile, { graphs: [graph], models: [model] });
    const measuring = known.get(lab.device)?.get(nameOf(lab, graph, model));
    all.push(await (measuring ?? workloadIterations(lab, await lab.load(workload), workload)));
  }
  return all;
}

/** Means of some lists, entry by entry. */
export function meanOfRounds(lists: readonly (readonly number[])[]): number[] {
  return lists[0].map((_, round) => mean(lists.map((list) => list[round])));
}

/** What the suites of training have in common. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "models": `3 layers; GCN and GIN of ${HIDDEN} hidden units, GAT of ${HEADS} heads of ${
    HIDDEN / HEADS
  }; Adam`,
  "sample": "one iteration of every policy in each round, in a random order, after one that warms up; " +
    "times an epoch are an iteration's, as often as an epoch has iterations",
};
