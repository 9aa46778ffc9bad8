/**
 * Runs of the experiment on mini-batches: an epoch with some of the techniques on.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { hottestVertices } from "../../trials/hottest_vertices.ts";
import { miniBatchTrial } from "../../trials/mini_batches/mini_batch_trial.ts";
import { drawnBatchData } from "../drawn_data.ts";
import { CACHE, KERNEL, MAP, MATCH, REORDER } from "./batch_techniques.ts";
import { COMPOSITION_METRICS } from "./composition_suite.ts";

/** Columns of the features and of the hidden layers, and classes. */
export const WIDTH = 128, HIDDEN = 32, CLASSES = 16;
/** Neighbours drawn a layer, the layer next to the input first. */
export const FANOUTS: readonly number[] = [5, 10];
/** Mini-batches of an epoch, all of which are reordered together. */
export const BATCHES = 8;
/** Share of all vertices whose features the cache holds. */
export const CACHED = 0.2;

/** Mini-batches of a graph. */
export interface BatchWorkload extends Workload {
  /** Seeds of a mini-batch, and fan-outs in words. */
  readonly factors: { readonly batch: number; readonly fanouts: string };
}

/** Metrics of runs and effects. */
export const BATCH_METRICS = {
  ...COMPOSITION_METRICS,
  time: { label: "epoch time", unit: "ms", better: "lower" },
  sample_time: { label: "sampling", unit: "ms", better: "lower" },
  load_time: { label: "loading of features", unit: "ms", better: "lower" },
  compute_time: { label: "training and its preparation", unit: "ms", better: "lower" },
  loaded_bytes: { label: "features copied an epoch", unit: "bytes", better: "lower" },
  link_time: { label: "the same copies over a link", unit: "ms", better: "lower" },
  waits: { label: "waits for the device", unit: "count", better: "lower", shown: false },
} as const satisfies Metrics;

/** Random features and labels, and as many training vertices as an epoch has seeds. */
function drawData(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<MiniBatchData> {
  return drawnBatchData(lab, dataset, { width: WIDTH, classes: CLASSES, batches: BATCHES, batchSize });
}

/** Vertices of the cache. */
async function cachedVertices(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<Uint32Array> {
  const { seed } = lab, draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed });
  const data = await lab.once(drawData, dataset, batchSize);
  return await hottestVertices(data, { draw, share: CACHED, batchSize, seed });
}

/** Builds the trial of an epoch with these techniques on. */
export async function batchTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { batch: batchSize } }: BatchWorkload,
  on: ReadonlySet<string>,
): Promise<Trial<typeof BATCH_METRICS>> {
  const { graph } = dataset;
  const cached = on.has(CACHE) && { cached: await lab.once(cachedVertices, dataset, batchSize) };
  return await miniBatchTrial<typeof BATCH_METRICS>(lab, {
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
