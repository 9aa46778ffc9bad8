/**
 * Runs of the experiment on full-batch training: an epoch with some of the techniques on.
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
import type { VertexData } from "../../../training/vertex_data.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { keptOrdering } from "../../trials/ordered_graph.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../../trials/training_trial.ts";
import { drawnVertexData } from "../drawn_data.ts";
import { COMPOSITION_METRICS } from "./composition_suite.ts";
import { NARROWING, ORDERING, PATHS, TILES } from "./training_techniques.ts";
import { TILE_THRESHOLDS, tunedParameter } from "./tuned_parameter.ts";

/** Columns of the features and of the hidden layers, classes, and layers. */
export const WIDTH = 128, HIDDEN = 32, CLASSES = 16, LAYERS = 2;
/** Training vertices as a share of all, as in eppgcn's tables. */
export const TRAINING_SHARE = 0.1;

/** Metrics of runs and effects. */
export const TRAINING_METRICS = {
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
  if (!isOrdered) {
    const options = { randomWidth: WIDTH, classes: CLASSES, trainingShare: TRAINING_SHARE };
    return await drawnVertexData(lab, dataset, options);
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

/** Builds the trial of an epoch with these techniques on. */
export async function fullBatchTrial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  on: ReadonlySet<string>,
): Promise<Trial<typeof TRAINING_METRICS>> {
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
  if (!on.has(PATHS)) return trainingTrial<typeof TRAINING_METRICS>(lab, { data, model, ...chosen });
  const { adjacency, symmetric, split: { train } } = data;
  const transpose = symmetric ? { transpose: adjacency } : {};
  const paths = executionPaths(adjacency, train, { layers: LAYERS, ...transpose });
  return trainingTrial<typeof TRAINING_METRICS>(lab, {
    data,
    model: { ...model, active: partiallyActive(train, paths) },
    paths,
    ...chosen,
  });
}
