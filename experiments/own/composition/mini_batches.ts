/**
 * Composition in mini-batch training, a suite of our own: whether fastgl's four techniques and a cache of
 * features together save what each of them saves alone.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { LINKS } from "../../../hardware/models/interconnect.ts";
import { type MiniBatchData, miniBatchData } from "../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { hottestVertices } from "../../trials/hottest_vertices.ts";
import { miniBatchTrial } from "../../trials/mini_batches/mini_batch_trial.ts";
import {
  composedGraphs,
  COMPOSITION_METRICS,
  compositionSuite,
  experimentNotes,
} from "./composition_suite.ts";
import { designWords, fractionalFactorial } from "./fractional_factorial.ts";
import type { Prediction } from "./prediction.ts";
import { switchContenders } from "./switch_contenders.ts";
import { switchedRuns } from "./switched_runs.ts";

const WIDTH = 128, HIDDEN = 32, CLASSES = 16;
/** Neighbours drawn a layer, the layer next to the input first. */
const FANOUTS = [5, 10];
/** Mini-batches of an epoch, all of which are reordered together. */
const BATCHES = 8;
/** Share of all vertices whose features the cache holds. */
const CACHED = 0.2;
/** Link that copies are priced by. */
const LINK = LINKS["pcie-3-x16"];

const MAP = "fused-map", MATCH = "match", REORDER = "reorder", CACHE = "cache", KERNEL = "memory-aware";

/** Techniques by id, with their names for readers. */
const TECHNIQUES: Readonly<Record<string, string>> = {
  [MAP]: "Fused-Map (fastgl)",
  [MATCH]: "Match (fastgl)",
  [REORDER]: "Reorder (fastgl)",
  [CACHE]: "static cache (GNNLab)",
  [KERNEL]: "memory-aware kernel (fastgl)",
};

const OTHER_PARTS = "they shorten different parts of an epoch.";

const PREDICTIONS: readonly Prediction[] = [
  { pair: [MAP, MATCH], sign: 1, why: OTHER_PARTS },
  { pair: [MAP, REORDER], sign: 0, why: "Reorder alone saves nothing on the average of the others' loads." },
  { pair: [MAP, CACHE], sign: 1, why: OTHER_PARTS },
  { pair: [MAP, KERNEL], sign: 1, why: OTHER_PARTS },
  {
    pair: [MATCH, REORDER],
    sign: 1,
    why: "Reorder brings mini-batches together that have vertices in common, which Match alone can use.",
  },
  {
    pair: [MATCH, CACHE],
    sign: -1,
    why: "hot vertices are in most mini-batches: what the cache holds Match would have kept.",
  },
  { pair: [MATCH, KERNEL], sign: 1, why: OTHER_PARTS },
  {
    pair: [REORDER, CACHE],
    sign: -1,
    why: "vertices that neighbouring mini-batches have in common are mostly hot, and cached already.",
  },
  { pair: [REORDER, KERNEL], sign: 0, why: "Reorder changes no mini-batch, only their order." },
  { pair: [CACHE, KERNEL], sign: 1, why: OTHER_PARTS },
];

/** Half of all combinations, the one that has the run without any technique. */
const DESIGN = fractionalFactorial(Object.keys(TECHNIQUES), [{
  switches: Object.keys(TECHNIQUES),
  sign: -1,
}]);
const { runs, contrasts } = switchedRuns(DESIGN);

const GRAPHS = [
  { id: "reddit", standard: "reddit@1/16" },
  { id: "ogbn-products", standard: "ogbn-products@1/16" },
] as const;

/** Mini-batches of a graph. */
interface BatchWorkload extends Workload {
  readonly factors: { readonly batch: number; readonly fanouts: string };
}

const METRICS = {
  ...COMPOSITION_METRICS,
  time: { label: "epoch time", unit: "ms", better: "lower" },
  sample_time: { label: "sampling", unit: "ms", better: "lower" },
  load_time: { label: "loading of features", unit: "ms", better: "lower" },
  compute_time: { label: "training and its preparation", unit: "ms", better: "lower" },
  loaded_bytes: { label: "features copied an epoch", unit: "bytes", better: "lower" },
  link_time: { label: "the same copies over a link", unit: "ms", better: "lower" },
  waits: { label: "waits for the device", unit: "count", better: "lower", shown: false },
} as const satisfies Metrics;

/** Data of a graph: random features and labels, and as many training vertices as an epoch has seeds. */
async function drawData({ seed }: Lab, dataset: LoadedDataset, batch: number): Promise<MiniBatchData> {
  const { labels: _, multiLabels: __, classes: ___, split: ____, ...graph } = dataset;
  const trainingShare = Math.min(0.5, BATCHES * batch / dataset.graph.rows);
  const options = { seed, randomWidth: WIDTH, classes: CLASSES, trainingShare };
  return miniBatchData(await vertexData(graph, { ...options, normalise: (matrix) => matrix }));
}

/** Vertices of the cache. */
async function cachedVertices(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<Uint32Array> {
  const { seed } = lab, draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed });
  return await hottestVertices(await lab.once(drawData, dataset, batchSize), {
    draw,
    share: CACHED,
    batchSize,
    seed,
  });
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { batch: batchSize } }: BatchWorkload,
  run: string,
): Promise<Trial<typeof METRICS>> {
  const on = runs.get(run)!, { graph } = dataset;
  const cached = on.has(CACHE) && { cached: await lab.once(cachedVertices, dataset, batchSize) };
  return await miniBatchTrial<typeof METRICS>(lab, {
    graph,
    data: await lab.once(drawData, dataset, batchSize),
    layers: graphSage({ classes: CLASSES, hidden: HIDDEN, layers: FANOUTS.length }),
    aggregation: "mean",
    fanouts: FANOUTS,
    batchSize,
    policy: {
      idMap: on.has(MAP) ? "fused-map" : "three-step",
      loading: { match: on.has(MATCH), ...cached },
      window: on.has(REORDER) ? BATCHES : 1,
      kernels: { spmm: { id: on.has(KERNEL) ? "memory-aware" : "naive-register" } },
    },
  });
}

const contenders = switchContenders(runs, TECHNIQUES);
const baseline = "none";

/** Composition of five techniques in an epoch on mini-batches. */
export const compositionMiniBatches = compositionSuite<BatchWorkload, typeof METRICS>({
  contenders,
  baseline,
  contrasts,
  predictions: PREDICTIONS,
  trial,
  derived: ({ loaded_bytes: bytes }) => ({
    link_time: {
      value: 1000 * (BATCHES * LINK.latencySeconds + Number(bytes) / LINK.bytesPerSecond),
      source: "modelled",
    },
  }),
}, {
  id: "own/composition-mini-batches",
  artifact: "Composition: mini-batches",
  title: "Do the speed-ups of mini-batch training multiply?",
  question:
    "Is the speed-up of Fused-Map, Match, Reorder, a cache and the memory-aware kernel together the product of their own?",
  workloads: (profile) =>
    composedGraphs(GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GraphSAGE",
      factors: { batch: profile.id === "smoke" ? 16 : 256, fanouts: FANOUTS.join(",") },
    })),
  settings: {
    "model": `${FANOUTS.length}-layer GraphSAGE with the mean, ${WIDTH} features, ${HIDDEN} hidden units, ` +
      `${CLASSES} classes`,
    "training": `${BATCHES} mini-batches an epoch, fan-outs ${FANOUTS.join(", ")} from the input on; Adam`,
    "design": `${designWords(DESIGN)}; beside them each technique alone, and all together`,
    "off": "a map of three steps, all features copied, mini-batches in their drawn order, naive-register",
    "cache": `${100 * CACHED} % of the vertices, those hottest in 20 mini-batches sampled on trial`,
    "link": `${LINK.name}, ${LINK.source}`,
  },
  metrics: METRICS,
  plots: [
    { metric: "alone", x: "workload", logarithmic: true },
    { metric: "average", x: "workload", logarithmic: true },
    { metric: "interaction", x: "workload", logarithmic: true },
    { metric: "surplus", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", stack: ["sample_time", "load_time", "compute_time"] },
    { metric: "loaded_bytes", x: "workload" },
  ],
  notes: [
    ...experimentNotes(PREDICTIONS),
    "The parts and the bytes are those of one epoch that was timed part by part. On CPU threads a copy to the device is one within RAM; " +
    "what the counted bytes take over the stated link stands beside it, modelled, and is in no effect.",
  ],
});
