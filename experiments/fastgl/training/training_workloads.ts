/**
 * Workloads of the suites that train: graphs with models, and means over them.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import { FANOUTS, PAPER_NAMES, type SampledGraph, sampledGraph, sampledGraphs } from "../sampling_graphs.ts";
import { HEADS, HIDDEN, type ModelId } from "../trained_models.ts";

/** Graph of Figures 3, 12 and 14. */
export const PRODUCTS = "ogbn-products";
/** Models of Figure 3 and Section 7, on Products. */
export const STEP_MODELS: readonly ModelId[] = ["GCN", "GIN"];

/**
 * Scale that the standard profile trains on: smaller than the one that it samples, in batches as much
 * smaller, so that a batch covers the same share of the graph.
 */
const TRAINED_SCALE: Readonly<Record<string, number>> = {
  "reddit": 64,
  "ogbn-products": 128,
  "mag": 256,
  "igb-large": 1024,
  "ogbn-papers100m": 1024,
};

/**
 * Graph at the scale that training has time for.
 *
 * @throws {UsageError} for a graph that fastgl does not sample.
 */
export function trainedGraph(profile: Profile, id: string): SampledGraph {
  return sampledGraph(profile, id, { scale: TRAINED_SCALE[id] });
}

/** Training of a model on a graph, as a cell of a table. */
export interface TrainedCell {
  /** Id of the graph in the registry. */
  readonly graph: string;
  /** Model. */
  readonly model: ModelId;
}

/** Workload of training: a graph with a model, or a mean over several. */
export interface TrainingWorkload extends Workload {
  /** Trainings of the workload: one, or all that a mean is taken over. */
  readonly trained: readonly TrainedCell[];
  /** Whether the workload is a mean over several trainings. */
  readonly isMean: boolean;
  readonly factors: { readonly fanouts: string; readonly over?: string };
}

/** Ids in the registry of the five graphs of the paper. */
export const GRAPHS: readonly string[] = Object.keys(PAPER_NAMES);

/** Workloads of a graph and a model each, those of one graph together. */
export function trainingWorkloads(
  profile: Profile,
  { graphs, models = ["GCN"] }: {
    /** Ids in the registry; all five when absent. */
    readonly graphs?: readonly string[];
    /** Models; GCN alone when absent. */
    readonly models?: readonly ModelId[];
  } = {},
): TrainingWorkload[] {
  return sampledGraphs(profile, graphs && { graphs }).flatMap(({ id: graph }) => {
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

/** Id of the mean over the graphs with one model, GCN. */
export const GCN_MEAN = `${MEAN}:GCN`;

/**
 * Mean over all graphs, with one model or over all models as well: it needs no graph of its own, but all of
 * them.
 */
export function meanWorkload(
  profile: Profile,
  over: string,
  models: ModelId | readonly ModelId[] = "GCN",
): TrainingWorkload {
  const all = typeof models === "string" ? [models] : models;
  const one = all.length === 1 ? all[0] : undefined;
  return {
    id: one === undefined ? MEAN : `${MEAN}:${one}`,
    ...(one !== undefined && { model: one }),
    otherDatasets: GRAPHS.map((graph) => trainedGraph(profile, graph).dataset),
    factors: { fanouts: FANOUTS.join(","), over },
    trained: all.flatMap((model) => GRAPHS.map((graph) => ({ graph, model }))),
    isMean: true,
  };
}

/** Settings of all suites of training. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "models": `3 layers; GCN and GIN of ${HIDDEN} hidden units, GAT of ${HEADS} heads of ${
    HIDDEN / HEADS
  }; Adam`,
  "sample": "one iteration of every policy in each round, in a random order, after one that warms up; " +
    "times an epoch are an iteration's, as often as an epoch has iterations",
};
