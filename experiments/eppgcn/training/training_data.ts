/**
 * Data of trainings on the paper's graphs, and their execution paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type ExecutionPath, executionPaths } from "../../../graph/execution_paths.ts";
import { MissingError } from "../../../platform/errors.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { paperGraph } from "../paper_graphs.ts";
import { TRAINING_PERCENT } from "../drawn_paths.ts";

/** Layers of the model. */
export const LAYERS = 2;

/** Origin of the features of a training. */
export interface FeatureOptions {
  /**
   * Columns of random features; the publisher's, or random ones of the public scripts' width, when absent.
   */
  readonly randomWidth?: number;
}

/** Most columns of random features in a smoke run. */
const SMOKE_WIDTH = 128;

/** Data of a training: the publisher's features and labels where they are at hand, else random ones. */
export function modeTrainingData(
  lab: Lab,
  dataset: LoadedDataset,
  options: FeatureOptions = {},
): Promise<VertexData> {
  return lab.once(drawData, dataset, options);
}

async function drawData(
  lab: Lab,
  dataset: LoadedDataset,
  { randomWidth }: FeatureOptions,
): Promise<VertexData> {
  const { features, classes } = paperGraph(dataset.id);
  const width = lab.profile.id === "smoke" ? Math.min(features, SMOKE_WIDTH) : features;
  const options = { seed: lab.seed, classes, trainingShare: TRAINING_PERCENT / 100 };
  if (randomWidth !== undefined) return await vertexData(dataset, { ...options, randomWidth });
  const isThere = dataset.features !== undefined || dataset.denseFeatures !== undefined;
  if (!isThere) return await vertexData(dataset, { ...options, randomWidth: width });
  try {
    return await vertexData(dataset, options);
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    return await vertexData(dataset, { ...options, randomWidth: width });
  }
}

/** Execution paths of the training set. */
export function trainingPaths({ adjacency, symmetric, split }: VertexData): ExecutionPath[] {
  const transpose = symmetric ? { transpose: adjacency } : {};
  return executionPaths(adjacency, split.train, { layers: LAYERS, ...transpose });
}
