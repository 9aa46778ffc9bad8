/**
 * Training sets drawn from the paper's graphs, and their execution paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { type ExecutionPath, executionPaths } from "../../graph/execution_paths.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { RandomStream } from "../../platform/random.ts";
import type { ExactLab } from "../lab.ts";
import { indices } from "../../platform/indices.ts";

/** Share of the vertices that train, in percent (Section 6.1). */
export const TRAINING_PERCENT = 10;

/** Number of training vertices; at least one of a graph that has any. */
export function trainingSetSize(vertices: number, percent: number): number {
  return Math.min(vertices, Math.max(1, Math.round(vertices * percent / 100)));
}

/** Vertices drawn uniformly, ascending. */
export function drawTrainingSet(vertices: number, percent: number, seed: number): Uint32Array {
  const size = trainingSetSize(vertices, percent);
  return new RandomStream(seed, "training set").shuffle(indices(vertices)).slice(0, size).sort();
}

function normalised(_lab: ExactLab, { graph }: LoadedDataset): CsrMatrix {
  return gcnNormalise(graph);
}

/** Aggregation matrix: GCN weights, self-loops added. Computed once for each dataset. */
export function aggregationMatrix(lab: Pick<ExactLab, "once">, dataset: LoadedDataset): Promise<CsrMatrix> {
  return lab.once(normalised, dataset, {});
}

/** Execution paths of a model of this depth for a drawn training set; layer L - 1 first. */
export async function pathsOf(
  lab: Pick<ExactLab, "once" | "seed">,
  dataset: LoadedDataset,
  { percent = TRAINING_PERCENT, layers = 2 }: { readonly percent?: number; readonly layers?: number } = {},
): Promise<ExecutionPath[]> {
  const matrix = await aggregationMatrix(lab, dataset);
  const training = drawTrainingSet(matrix.rows, percent, lab.seed);
  // Undirected with symmetric weights: the matrix is its own transpose.
  return executionPaths(matrix, training, { layers, transpose: matrix });
}
