/**
 * All-active and partially-active training of one problem side by side.
 *
 * @module
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../graph/csr.ts";
import { type ExecutionPath, executionPaths } from "../../graph/execution_paths.ts";
import { isSymmetric } from "../../graph/symmetry.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Executor } from "../../training/executors/executor.ts";
import type { ProductOrder } from "../../training/layers/graph_convolution.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { gcn } from "../../training/models/gcn.ts";
import { outputsOf } from "../../training/operations/step_rules.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { partiallyActive } from "../../training/partially_active.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program } from "../../training/program/program.ts";
import type { Tensor } from "../../training/program/tensor.ts";
import { vertexClassification, type VertexTask } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import { graphOf } from "../graph/graph_fixture.ts";
import { gradientsOf, randomParameters } from "./gradient_check.ts";
import { plantedData } from "./vertex_task_fixture.ts";
import { shares } from "../shares.ts";

/** Options of partially-active training that differ between cases. */
export interface ActiveOptions {
  /** Number of the model's backward aggregations. */
  readonly hops: number;
  /** Whether the aggregation next to the features has no path: nothing reads what it gives. */
  readonly neededOnly?: boolean;
  /** Storage of gradients. */
  readonly gradients?: "compact" | "full";
  /** Whether the gradient of the features is computed. */
  readonly featureGradient?: boolean;
}

/** Program with its numbers. */
export interface BoundTask {
  readonly task: VertexTask;
  readonly bindings: Bindings;
}

/** Builds the same training with all vertices active, and on paths. */
export function bothWays(
  data: VertexData,
  layers: readonly Layer[],
  { hops, neededOnly = false, gradients = "compact", featureGradient = false }: ActiveOptions,
): { readonly all: BoundTask; readonly part: BoundTask; readonly paths: readonly ExecutionPath[] } {
  const printed = executionPaths(data.adjacency, data.split.train, { layers: hops });
  const paths = neededOnly ? printed.slice(0, -1) : printed;
  const shape = vertexTaskShape(data);
  const options = { layers, optimizer: adam({ weightDecay: 0 }), seed: 5, featureGradient };
  const all = vertexClassification(shape, options);
  const active = partiallyActive(data.split.train, paths, gradients);
  const part = vertexClassification(shape, { ...options, active });
  return {
    all: { task: all, bindings: bindVertexData(all, data) },
    part: { task: part, bindings: bindVertexData(part, data, paths) },
    paths,
  };
}

/**
 * Runs one training step from random parameters, the same for equal labels, and returns the loss and the
 * gradient of each parameter, by label.
 */
export async function numbersOf(
  executor: Executor,
  program: Program,
): Promise<ReadonlyMap<string, Float64Array>> {
  const { loss, gradients } = await gradientsOf(executor, program, randomParameters(program));
  const numbers = new Map<string, Float64Array>([["loss", Float64Array.of(loss)]]);
  for (const [{ label }, gradient] of gradients) numbers.set(label, gradient);
  return numbers;
}

/** Greatest difference of two lists, relative to the largest entry of the first. */
export function apart(one: ArrayLike<number>, other: ArrayLike<number>): number {
  assert.equal(one.length, other.length);
  let most = 0, largest = 0;
  for (let i = 0; i < one.length; i++) {
    assert.ok(Number.isFinite(other[i]), `entry ${i} is ${other[i]}`);
    most = Math.max(most, Math.abs(one[i] - other[i]));
    largest = Math.max(largest, Math.abs(one[i]));
  }
  return most === 0 ? 0 : most / largest;
}

/** Asserts that all numbers of two trainings are equal within a tolerance. */
export function assertEqual(
  one: ReadonlyMap<string, Float64Array>,
  other: ReadonlyMap<string, Float64Array>,
  tolerance: number,
): void {
  assert.deepEqual([...one.keys()], [...other.keys()]);
  for (const [label, numbers] of one) {
    const distance = apart(numbers, other.get(label)!);
    assert.ok(distance <= tolerance, `${label}: ${distance} apart`);
  }
}

/** Result of the last backward step: the gradient of the features, where that is computed. */
export function lastGradient({ train }: Program): Tensor {
  const [tensor] = outputsOf(train.findLast(({ pass }) => pass === "backward")!);
  return tensor;
}

/** Random training: a graph that may be directed, without self-loops and disconnected, and a GCN. */
export interface ActiveCase {
  readonly data: VertexData;
  readonly layers: readonly Layer[];
  readonly options: ActiveOptions;
}

/** Numbers that describe a case, so that a failing case shrinks and is readable. */
const descriptions = fc.record({
  vertices: fc.integer({ min: 1, max: 40 }),
  degree: shares.map((share) => 4 * share),
  directed: fc.boolean(),
  selfLoops: fc.constantFrom("drop", "add"),
  weighted: fc.boolean(),
  ratio: fc.double({ min: 0.01, max: 0.8, noNaN: true }),
  layers: fc.integer({ min: 1, max: 6 }),
  order: fc.constantFrom<ProductOrder>("aggregate-first", "transform-first"),
  gradients: fc.constantFrom("compact", "full"),
  featureGradient: fc.boolean(),
  dropout: fc.constantFrom(0, 0.4),
  bias: fc.boolean(),
  several: fc.boolean(),
  sparse: fc.boolean(),
  seed: fc.nat({ max: 2 ** 31 }),
});

type Description = typeof descriptions extends fc.Arbitrary<infer Value> ? Value : never;

/** Random trainings. */
export const activeCases: fc.Arbitrary<ActiveCase> = descriptions.map((description) => ({
  ...caseOf(description),
  toString: () => JSON.stringify(description),
}));

const CLASSES = 3, WIDTH = 5;

function caseOf(description: Description): ActiveCase {
  const { layers, order, dropout, bias, gradients } = description;
  // No step multiplies two sparse matrices, or a gradient of sparse features.
  const sparse = description.sparse && order === "transform-first";
  const featureGradient = description.featureGradient && !sparse;
  return {
    data: randomData({ ...description, sparse }),
    layers: gcn({ classes: CLASSES, hidden: 6, layers, order, dropout, bias, decays: "all" }),
    options: {
      hops: layers,
      gradients,
      featureGradient,
      neededOnly: order === "aggregate-first" && !featureGradient,
    },
  };
}

function randomData({ vertices, several, ratio, sparse, seed, ...graph }: Description): VertexData {
  const stream = new RandomStream(seed, "active training");
  const all = Uint32Array.from({ length: vertices }, (_, v) => v);
  const adjacency = randomAdjacency({ vertices, ...graph }, stream);
  const training = stream.shuffle(all.slice()).slice(0, Math.max(1, Math.round(ratio * vertices)));
  const values = Float32Array.from({ length: vertices * WIDTH }, () => stream.normal());
  return {
    adjacency,
    symmetric: isSymmetric(adjacency),
    features: sparse
      ? { kind: "sparse", matrix: wholeMatrix(vertices, values) }
      : { kind: "dense", width: WIDTH, values },
    truth: several
      ? { targets: Float32Array.from({ length: vertices * CLASSES }, () => stream.below(2)) }
      : { labels: all.map(() => stream.below(CLASSES)) },
    classes: CLASSES,
    split: { train: training, validation: all, test: all },
    drawn: [],
  };
}

function randomAdjacency(
  { vertices, degree, directed, selfLoops, weighted }: Pick<
    Description,
    "vertices" | "degree" | "directed" | "selfLoops" | "weighted"
  >,
  stream: RandomStream,
): CsrMatrix {
  const pairs = Array.from(
    { length: Math.round(vertices * degree) },
    (): [number, number] => [stream.below(vertices), stream.below(vertices)],
  );
  const graph = graphOf(vertices, pairs, {
    symmetrise: !directed,
    selfLoops: selfLoops === "add" ? "add" : "drop",
  });
  if (!weighted) return graph;
  return { ...graph, values: Float32Array.from(graph.colIdx, () => 0.2 + stream.uniform()) };
}

/** Converts dense numbers to a sparse matrix with an entry for each. */
function wholeMatrix(rows: number, values: Float32Array): CsrMatrix {
  return {
    rows,
    cols: WIDTH,
    values,
    rowPtr: Uint32Array.from({ length: rows + 1 }, (_, row) => row * WIDTH),
    colIdx: Uint32Array.from(values, (_, e) => e % WIDTH),
  };
}

const EDGES: [number, number][] = [[0, 1], [1, 2], [1, 3], [1, 4], [2, 3], [3, 4]];

/** Example of the paper with five vertices, and two without an edge; `train` are the training vertices. */
export function workedExample(train: readonly number[]): VertexData {
  const planted = plantedData({ vertices: 7 });
  const adjacency = graphOf(7, EDGES, { symmetrise: true });
  return { ...planted, adjacency, split: { ...planted.split, train: Uint32Array.from(train) } };
}
