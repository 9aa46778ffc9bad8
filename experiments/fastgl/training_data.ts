/**
 * Features, labels and training vertices of fastgl's graphs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { MissingError } from "../../platform/errors.ts";
import { type MiniBatchData, miniBatchData } from "../../training/mini_batch/mod.ts";
import { vertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { SampledGraph } from "./sampling_graphs.ts";

/** Sizes of features, labels and training set where the dataset brings none. */
type DataSizes = Pick<SampledGraph, "featureWidth" | "classes" | "trainingShare">;

/**
 * Training data of a graph, made once in a session: the publisher's features and labels where they are at
 * hand, else random ones of the given width.
 */
export function trainingData(
  lab: Lab,
  dataset: LoadedDataset,
  { featureWidth, classes, trainingShare }: DataSizes,
): Promise<MiniBatchData> {
  const sizes = { featureWidth, classes, ...(trainingShare !== undefined && { trainingShare }) };
  return lab.once(makeTrainingData, dataset, sizes);
}

async function makeTrainingData(
  { seed }: Lab,
  dataset: LoadedDataset,
  { featureWidth, classes, trainingShare }: DataSizes,
): Promise<MiniBatchData> {
  const shared = {
    seed,
    classes,
    normalise: (matrix: CsrMatrix) => matrix,
    ...(trainingShare !== undefined && { trainingShare }),
  };
  const random = async () =>
    miniBatchData(await vertexData(dataset, { ...shared, randomWidth: featureWidth }));
  if (dataset.denseFeatures === undefined) return await random();
  try {
    return miniBatchData(await vertexData(dataset, shared));
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    return await random();
  }
}
