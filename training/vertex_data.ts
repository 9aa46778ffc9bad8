/**
 * Preparation of a dataset for vertex classification: normalised adjacency and features, truth, training
 * vertices. Parts that the dataset lacks are drawn at random, and recorded.
 *
 * @module
 */
import type { LoadedDataset, Split } from "../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import type { ExecutionPath } from "../graph/execution_paths.ts";
import { gcnNormalise, rowMean } from "../graph/normalization.ts";
import { isSymmetric } from "../graph/symmetry.ts";
import { transpose } from "../graph/transpose.ts";
import type { HostNumbers } from "../kernels/operation.ts";
import { MissingError, UsageError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { SparseInput } from "./layers/features.ts";
import type { VertexTruth } from "./metrics.ts";
import { trainingVertices } from "./partially_active.ts";
import type { Bindings } from "./program/bindings.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./program/tensor.ts";
import { transposedEntries } from "./transposed_entries.ts";
import type { VertexTask, VertexTaskShape } from "./vertex_classification.ts";

/** Features as a program multiplies them. */
export type VertexFeatures =
  | {
    /** Sparse features: bags of words. */
    readonly kind: "sparse";
    /** Sparse matrix with values, `vertices x width`. */
    readonly matrix: CsrMatrix;
  }
  | {
    /** Dense features. */
    readonly kind: "dense";
    /** Number of feature columns. */
    readonly width: number;
    /** Features, `vertices x width`, row-major. */
    readonly values: Float32Array;
  };

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
export interface VertexDataOptions {
  /** Seed of all random draws. */
  readonly seed: number;
  /** Computes the propagation matrix of the graph; {@linkcode gcnNormalise} by default. */
  readonly normalise?: (graph: CsrMatrix) => CsrMatrix;
  /** Width of random dense features that replace the publisher's. */
  readonly randomWidth?: number;
  /** Number of classes of random labels, for a dataset without labels that states no number of classes. */
  readonly classes?: number;
  /**
   * Share of training vertices of a random split that replaces the publisher's; an equal share of the
   * remaining vertices validates, the rest tests.
   */
  readonly trainingShare?: number;
}

/** Share of training vertices where the dataset has no split and none was requested (eppgcn: 10 %). */
const TRAINING_SHARE = 0.1;

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
  const { normalise = gcnNormalise, seed } = options;
  const adjacency = normalise(graph);
  const { features, drawn: drawnFeatures } = await loadFeatures(dataset, options);
  const { truth, classes, labelled, drawn: drawnLabels } = makeTruth(dataset, options);
  const published = options.trainingShare === undefined ? dataset.split : undefined;
  const split = published ?? drawSplit(labelled, options.trainingShare ?? TRAINING_SHARE, seed);
  return {
    adjacency,
    symmetric: isSymmetric(adjacency),
    features,
    truth,
    classes,
    split,
    drawn: [
      ...(drawnFeatures ? ["features"] as const : []),
      ...(drawnLabels ? ["labels"] as const : []),
      ...(published ? [] : ["split"] as const),
    ],
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

async function loadFeatures(
  dataset: LoadedDataset,
  { randomWidth, seed }: VertexDataOptions,
): Promise<{ readonly features: VertexFeatures; readonly drawn: boolean }> {
  if (randomWidth === undefined && dataset.features) {
    return { features: { kind: "sparse", matrix: rowMean(await dataset.features.load()) }, drawn: false };
  }
  if (randomWidth === undefined && dataset.denseFeatures) {
    const { width } = dataset.denseFeatures;
    return { features: { kind: "dense", width, values: await dataset.denseFeatures.load() }, drawn: false };
  }
  const width = randomWidth ?? dataset.featureWidth;
  if (width === undefined) throw unsaid(dataset, "features", "their width as `randomWidth`");
  requireCount(width, "random features");
  const stream = new RandomStream(seed, "features");
  const values = new Float32Array(dataset.graph.rows * width);
  for (let i = 0; i < values.length; i++) values[i] = 2 * stream.uniform() - 1;
  return { features: { kind: "dense", width, values }, drawn: true };
}

interface DrawnTruth {
  readonly truth: VertexTruth;
  readonly classes: number;
  /** Vertices whose label is known. */
  readonly labelled: Uint32Array;
  readonly drawn: boolean;
}

function makeTruth(dataset: LoadedDataset, options: VertexDataOptions): DrawnTruth {
  const { multiLabels, labels, graph: { rows: vertices } } = dataset;
  const all = () => Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  if (multiLabels) {
    const targets = Float32Array.from(multiLabels.values);
    return { truth: { targets }, classes: multiLabels.width, labelled: all(), drawn: false };
  }
  if (labels) {
    const known = all().filter((vertex) => labels[vertex] >= 0);
    const classes = dataset.classes ?? known.reduce((most, vertex) => Math.max(most, labels[vertex] + 1), 1);
    const truth = { labels: Uint32Array.from(labels, (label) => Math.max(0, label)) };
    return { truth, classes, labelled: known, drawn: false };
  }
  const classes = options.classes ?? dataset.classes;
  if (classes === undefined) throw unsaid(dataset, "labels", "a number of classes as `classes`");
  requireCount(classes, "random labels");
  const stream = new RandomStream(options.seed, "labels");
  const truth = { labels: Uint32Array.from({ length: vertices }, () => stream.below(classes)) };
  return { truth, classes, labelled: all(), drawn: true };
}

function drawSplit(labelled: Uint32Array, share: number, seed: number): Split {
  if (!(share > 0 && share <= 1)) {
    throw new UsageError({
      action: "split vertices at random",
      current: `a training share of ${share}`,
      wanted: "a number above 0, at most 1",
      next: "leave it out for the publisher's split",
    });
  }
  const shuffled = new RandomStream(seed, "split").shuffle(labelled.slice());
  const training = Math.min(shuffled.length, Math.max(1, Math.round(share * shuffled.length)));
  const validation = Math.min(training, Math.floor((shuffled.length - training) / 2));
  return {
    train: shuffled.slice(0, training).sort(),
    validation: shuffled.slice(training, training + validation).sort(),
    test: shuffled.slice(training + validation).sort(),
  };
}

function requireCount(count: number, what: string): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new UsageError({
    action: `draw ${what}`,
    current: `${count} columns`,
    wanted: "a whole number from 1",
    next: "pass another width or number of classes",
  });
}

function unsaid({ id }: LoadedDataset, what: string, wanted: string): MissingError {
  return new MissingError({
    action: `prepare ${id} for training`,
    current: `no ${what}, and nothing that says how many columns random ones have`,
    wanted,
    next: "pass it, or fetch the dataset with its labels and features",
  });
}
