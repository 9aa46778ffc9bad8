/**
 * Composition in full-batch training, a suite of our own: whether an ordering, a tile kernel, execution paths
 * and narrow aggregation together save what each of them saves alone.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { executionPaths } from "../../../graph/execution_paths.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import type { KernelChoice } from "../../../training/executors/kernel_choice.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { partiallyActive } from "../../../training/partially_active.ts";
import { permuteVertexData } from "../../../training/permuted_data.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { keptOrdering } from "../../trials/ordered_graph.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../../trials/training_trial.ts";
import {
  composedGraphs,
  COMPOSITION_METRICS,
  compositionSuite,
  experimentNotes,
  WHOLE_GRAPHS,
} from "./composition_suite.ts";
import { designWords, fractionalFactorial } from "./fractional_factorial.ts";
import type { Prediction } from "./prediction.ts";
import { switchContenders } from "./switch_contenders.ts";
import { switchedRuns } from "./switched_runs.ts";
import { TILE_THRESHOLDS, tunedParameter } from "./tuned_parameter.ts";

const WIDTH = 128, HIDDEN = 32, CLASSES = 16, LAYERS = 2;
/** Training vertices as a share of all, as in eppgcn's tables. */
const TRAINING_SHARE = 0.1;

const ORDERING = "ordering", TILES = "tiles", PATHS = "paths", NARROWING = "narrowing";

/** Techniques by id, with their names for readers. */
const TECHNIQUES: Readonly<Record<string, string>> = {
  [ORDERING]: "METIS ordering (hetu-gnn)",
  [TILES]: "tile kernel (hetu-gnn)",
  [PATHS]: "execution paths (eppgcn)",
  [NARROWING]: "combination before aggregation (eppgcn)",
};

const PREDICTIONS: readonly Prediction[] = [
  {
    pair: [ORDERING, TILES],
    sign: 1,
    why: "the ordering gathers edges into tiles that are dense enough for the kernel's dense path.",
  },
  {
    pair: [ORDERING, PATHS],
    sign: -1,
    why: "paths leave out most of the backward products, on whose accesses the ordering would save.",
  },
  {
    pair: [ORDERING, NARROWING],
    sign: -1,
    why: "narrow rows need fewer bytes, on whose accesses the ordering would save.",
  },
  {
    pair: [TILES, PATHS],
    sign: -1,
    why: "the kernel has fewer and shorter products left to speed up.",
  },
  {
    pair: [TILES, NARROWING],
    sign: -1,
    why: "both shorten the products of the first layer: little is left of what the other saves.",
  },
  {
    pair: [PATHS, NARROWING],
    sign: 1,
    why:
      "combined first, the first layer has a backward aggregation, which paths shorten; aggregated first, it has none.",
  },
];

const DESIGN = fractionalFactorial(Object.keys(TECHNIQUES));
const { runs, contrasts } = switchedRuns(DESIGN);

const METRICS = {
  ...COMPOSITION_METRICS,
  time: { label: "epoch time", unit: "ms", better: "lower" },
  ...EPOCH_PART_METRICS,
  tuned: { label: "threshold of dense tiles", unit: "%", shown: false },
  device_bytes: { label: "bytes on the device", unit: "bytes", better: "lower", shown: false },
} as const satisfies Metrics;

/** Data of a graph, under METIS or as it comes: one copy of each a session. */
async function trainedData(
  lab: Lab,
  dataset: LoadedDataset,
  { isOrdered }: { readonly isOrdered: boolean },
): Promise<VertexData> {
  const { seed } = lab;
  if (!isOrdered) {
    // Random features and labels of one width on all graphs: what they are does not change an epoch's time.
    const { labels: _, multiLabels: __, classes: ___, split: ____, ...graph } = dataset;
    return await vertexData(graph, {
      seed,
      randomWidth: WIDTH,
      classes: CLASSES,
      trainingShare: TRAINING_SHARE,
    });
  }
  const natural = await lab.once(trainedData, dataset, { isOrdered: false });
  const { perm } = await keptOrdering(lab, dataset, findOrdering("metis"));
  return permuteVertexData(natural, perm);
}

async function tunedThreshold(
  lab: Lab,
  dataset: LoadedDataset,
  setting: { readonly isOrdered: boolean },
): Promise<number> {
  const { adjacency: matrix } = await lab.once(trainedData, dataset, setting);
  return await tunedParameter(lab, { matrix, width: HIDDEN, tried: TILE_THRESHOLDS });
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  run: string,
): Promise<Trial<typeof METRICS>> {
  const on = runs.get(run)!;
  const setting = { isOrdered: on.has(ORDERING) };
  const data = await lab.once(trainedData, dataset, setting);
  const threshold = on.has(TILES) ? await lab.once(tunedThreshold, dataset, setting) : undefined;
  const spmm: KernelChoice = threshold === undefined
    ? { id: "row-split" }
    : { id: "block-sparse", parameters: { threshold } };
  const chosen = { kernels: { spmm }, facts: threshold === undefined ? {} : { tuned: threshold } };
  const order = on.has(NARROWING) ? "transform-first" : "aggregate-first";
  const layers = gcn({ classes: data.classes, hidden: HIDDEN, layers: LAYERS, order });
  const model = { layers, optimizer: adam() };
  if (!on.has(PATHS)) return trainingTrial<typeof METRICS>(lab, { data, model, ...chosen });
  const { adjacency, symmetric, split: { train } } = data;
  const transpose = symmetric ? { transpose: adjacency } : {};
  const paths = executionPaths(adjacency, train, { layers: LAYERS, ...transpose });
  return trainingTrial<typeof METRICS>(lab, {
    data,
    model: { ...model, active: partiallyActive(train, paths) },
    paths,
    ...chosen,
  });
}

const contenders = switchContenders(runs, TECHNIQUES);
const baseline = "none";

/** Composition of four techniques in a full-batch epoch. */
export const compositionTraining = compositionSuite<Workload, typeof METRICS>({
  contenders,
  baseline,
  contrasts,
  predictions: PREDICTIONS,
  trial,
}, {
  id: "own/composition-training",
  artifact: "Composition: full batch",
  title: "Do the speed-ups of full-batch training multiply?",
  question:
    "Is the speed-up of an ordering, a tile kernel, execution paths and narrow aggregation together the product of their own?",
  workloads: (profile) =>
    composedGraphs(WHOLE_GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GCN",
      factors: { width: WIDTH, hidden: HIDDEN },
    })),
  settings: {
    "model": `${LAYERS}-layer GCN, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes; ` +
      "no biases, no dropout",
    "training": `${100 * TRAINING_SHARE} % of the vertices, random features and labels; Adam`,
    "design": designWords(DESIGN),
    "off": "ids as they come (of stand-ins shuffled), row-split for every sparse product, gradients of all " +
      "vertices, aggregation before combination",
    "tiles": `dense above the fastest threshold here, of ${
      TILE_THRESHOLDS.values.join(", ")
    } % of their places`,
  },
  metrics: METRICS,
  plots: [
    { metric: "alone", x: "workload", logarithmic: true },
    { metric: "average", x: "workload", logarithmic: true },
    { metric: "interaction", x: "workload", logarithmic: true },
    { metric: "surplus", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", logarithmic: true },
  ],
  notes: [
    ...experimentNotes(PREDICTIONS),
    "Features in bf16 are not among the techniques: the steps of a training have float32 operands. Products have them " +
    "(own/composition-products).",
  ],
});
