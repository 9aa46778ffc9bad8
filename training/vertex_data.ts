/**
 * Preparation of a dataset for vertex classification: normalised adjacency and features, truth, training
 * vertices. Parts that the dataset lacks are drawn at random, and recorded.
 *
 * @module
 */
import type { LoadedDataset, Split } from "../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import type { ExecutionPath } from "../graph/execution_paths.ts";
import { gcnNormalise } from "../graph/normalization.ts";
import { isSymmetric } from "../graph/symmetry.ts";
import { transpose } from "../graph/transpose.ts";
import type { HostNumbers } from "../kernels/operation.ts";
import { UsageError } from "../platform/errors.ts";
import { SparseInput } from "./layers/features.ts";
import type { VertexTruth } from "./metrics.ts";
import { trainingVertices } from "./partially_active.ts";
import type { Bindings } from "./program/bindings.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./program/tensor.ts";
import { transposedEntries } from "./transposed_entries.ts";
import type { VertexTask, VertexTaskShape } from "./vertex_classification.ts";
import { drawFeatures, type FeatureOptions, featureSource, type VertexFeatures } from "./vertex_features.ts";
import { type TruthOptions, vertexTruth } from "./vertex_truth.ts";

export type { DrawnFeatures, FeatureOptions, FeatureSource, VertexFeatures } from "./vertex_features.ts";
export type { DrawnTruth, TruthOptions } from "./vertex_truth.ts";

/** Numbers of a task. */
export interface VertexData {
  /** Normalised adjacency, `vertices x vertices`. */
  readonly adjacency: CsrMatrix;
  /** Whether the adjacency equals its transpose. */
  readonly symmetric: boolean;
  /** Features, one row a vertex. */
  readonly features: VertexFeatures;
  /** Truth about each vertex; a vertex without a label has class 0 and is in no part of the split. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
  /** Training, validation and test vertices. */
  readonly split: Split;
  /**
   * Parts that were drawn at random because the dataset lacks them, or on request: `features`, `labels`,
   * `split`.
   */
  readonly drawn: readonly ("features" | "labels" | "split")[];
}

/** Settings of the preparation. */
export interface VertexDataOptions extends FeatureOptions, TruthOptions {
  /** Computes the propagation matrix of the graph; {@linkcode gcnNormalise} by default. */
  readonly normalise?: (graph: CsrMatrix) => CsrMatrix;
}

/**
 * Prepares a dataset. Sparse features are divided by their row sums, as Kipf and Welling do for the citation
 * graphs; dense ones are not changed. Missing features are drawn uniformly from [-1, 1), of the width that
 * the papers print.
 *
 * @throws {MissingError} if features are not there though the dataset has some, or nothing says how wide
 * random ones, or how many random classes, should be.
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { loadDataset, vertexData } from "gnn-repro";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 16, classes: 4 });
 * if (data.classes < 2) throw new Error("labels are drawn where the graph has none");
 * ```
 */
export async function vertexData(dataset: LoadedDataset, options: VertexDataOptions): Promise<VertexData> {
  const { graph } = dataset;
  const { normalise = gcnNormalise } = options;
  const adjacency = normalise(graph);
  const features = await featureSource(dataset, options);
  const { drawn, ...truth } = vertexTruth(dataset, options);
  return {
    adjacency,
    symmetric: isSymmetric(adjacency),
    features: features.kind === "drawn" ? drawFeatures(graph.rows, features) : features,
    ...truth,
    drawn: [...(features.kind === "drawn" ? ["features"] as const : []), ...drawn],
  };
}

/**
 * Shapes of prepared data, from which its program is built.
 *
 * @example
 * ```ts
 * import { loadDataset, vertexData, vertexTaskShape } from "gnn-repro";
 * const dataset = await loadDataset("cora@1/8", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1 });
 * if (vertexTaskShape(data).classes !== data.classes) throw new Error("one score a class");
 * ```
 */
export function vertexTaskShape(
  { adjacency, symmetric, features, truth, classes }: VertexData,
): VertexTaskShape {
  const { rows: vertices, values } = adjacency;
  return {
    graph: { vertices, entries: nnz(adjacency), symmetric, weighted: values !== undefined },
    features: features.kind === "dense"
      ? { kind: "dense", width: features.width }
      : { kind: "sparse", width: features.matrix.cols, entries: nnz(features.matrix) },
    classes,
    labels: truth.labels ? "single" : "several",
  };
}

/**
 * Binds prepared data to the program that was built from its shapes, and the paths if it has some.
 *
 * @throws {UsageError} if the features or the truth are of another kind, or the paths of another training
 * set.
 */
export function bindVertexData(
  task: VertexTask,
  data: VertexData,
  paths: readonly ExecutionPath[] = [],
): Bindings {
  const sparse = new Map<SparseOperand, CsrMatrix>();
  const indices = new Map<IndexOperand, Uint32Array>();
  const inputs = new Map<Tensor, HostNumbers>();

  const { matrix, transposed, madeTransposedOrder } = task.adjacency;
  sparse.set(matrix, data.adjacency);
  if (transposed && transposed !== matrix) sparse.set(transposed, transpose(data.adjacency));
  if (madeTransposedOrder) indices.set(madeTransposedOrder, transposedEntries(data.adjacency));

  if (task.features instanceof SparseInput && data.features.kind === "sparse") {
    const { matrix: features } = data.features;
    sparse.set(task.features.matrix, features);
    sparse.set(task.features.transposed, transpose(features));
    const entries = task.features.madeEntries;
    if (entries) {
      inputs.set(entries.values, features.values ?? new Float32Array(nnz(features)).fill(1));
      indices.set(entries.order, transposedEntries(features));
    }
  } else if (!(task.features instanceof SparseInput) && data.features.kind === "dense") {
    inputs.set(task.features, data.features.values);
  } else throw otherKind(`${data.features.kind} features`);

  const { train } = data.split;
  const bound = task.paths?.bind(train, paths);
  for (const [operand, path] of bound?.sparse ?? []) sparse.set(operand, path);
  for (const [operand, vertices] of bound?.indices ?? []) indices.set(operand, vertices);

  const scored = task.paths?.scored === undefined ? undefined : trainingVertices(train);
  const truth = scored ? truthOf(data, scored) : data.truth;
  if ("labels" in task.truth && truth.labels) indices.set(task.truth.labels, truth.labels);
  else if ("targets" in task.truth && truth.targets) inputs.set(task.truth.targets, truth.targets);
  else throw otherKind(truth.labels ? "one label a vertex" : "several labels a vertex");

  const weights = meanWeights(train, data.adjacency.rows);
  inputs.set(task.weights, scored ? Float32Array.from(scored, (vertex) => weights[vertex]) : weights);
  return { sparse, indices, inputs };
}

/** Truth of some of the vertices. */
function truthOf({ truth, classes }: VertexData, vertices: Uint32Array): VertexTruth {
  if (truth.labels) return { labels: vertices.map((vertex) => truth.labels[vertex]) };
  const targets = new Float32Array(vertices.length * classes);
  vertices.forEach((vertex, i) => {
    targets.set(truth.targets.subarray(vertex * classes, (vertex + 1) * classes), i * classes);
  });
  return { targets };
}

/** Weights of the mean: 1/n on each of n vertices, 0 on all others. */
function meanWeights(training: Uint32Array, vertices: number): Float32Array {
  const weights = new Float32Array(vertices);
  for (const vertex of training) weights[vertex] = 1 / training.length;
  return weights;
}

function otherKind(current: string): UsageError {
  return new UsageError({
    action: "bind data to a program",
    current,
    wanted: "what the program was built for",
    next: "build the program from vertexTaskShape of the same data",
  });
}
