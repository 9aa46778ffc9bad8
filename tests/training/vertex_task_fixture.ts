/**
 * Small vertex classifications for tests: planted classes, dense or sparse features, graphs with and without
 * direction.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise, rowMean } from "../../graph/normalization.ts";
import { isSymmetric } from "../../graph/symmetry.ts";
import { RandomStream } from "../../platform/random.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexClassification, type VertexTask } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import { graphOf } from "../graph/graph_fixture.ts";

/** Sizes and kinds of the planted task. */
export interface PlantedOptions {
  /** Vertices; 12 by default. */
  readonly vertices?: number;
  /** Classes; 3 by default. */
  readonly classes?: number;
  /** Feature width; 5 by default. */
  readonly width?: number;
  /** Edges a vertex; 2 by default. */
  readonly degree?: number;
  /** Whether edges keep their direction, so that the adjacency differs from its transpose. */
  readonly directed?: boolean;
  /** Whether features are sparse instead of dense. */
  readonly sparse?: boolean;
  /** Whether a vertex has several labels instead of one. */
  readonly several?: boolean;
  /** Seed of all draws. */
  readonly seed?: number;
}

/** Plants a task: vertex v has class v mod classes; edges and words prefer their class. */
export function plantedData(options: PlantedOptions = {}): VertexData {
  const { vertices = 12, classes = 3, width = 5, degree = 2, directed = false, seed = 1 } = options;
  const stream = new RandomStream(seed, "planted task");
  const peer = (v: number) =>
    (v % classes + classes * stream.below(Math.ceil(vertices / classes))) % vertices;
  const anyone = () => stream.below(vertices);
  const pairs = Array.from({ length: vertices * degree }, (_, i): [number, number] => {
    const v = i % vertices;
    return [stream.uniform() < 0.8 ? peer(v) : anyone(), v];
  });
  const graph = graphOf(vertices, pairs, { symmetrise: !directed, selfLoops: "drop" });
  const adjacency = directed
    ? gcnNormalise({ ...graph, values: randomValues(graph, stream) })
    : gcnNormalise(graph);
  const words = plantedWords({ vertices, classes, width }, stream);
  const all = Uint32Array.from({ length: vertices }, (_, v) => v);
  return {
    adjacency,
    symmetric: isSymmetric(adjacency),
    features: options.sparse ? { kind: "sparse", matrix: words } : {
      kind: "dense",
      width,
      values: Float32Array.from({ length: vertices * width }, () => stream.normal()),
    },
    truth: options.several
      ? { targets: Float32Array.from({ length: vertices * classes }, () => stream.below(2)) }
      : { labels: all.map((v) => v % classes) },
    classes,
    split: {
      train: all.filter((v) => v % 5 < 2),
      validation: all.filter((v) => v % 5 === 2),
      test: all.filter((v) => v % 5 > 2),
    },
    drawn: [],
  };
}

function randomValues({ colIdx }: CsrMatrix, stream: RandomStream): Float32Array {
  return Float32Array.from(colIdx, () => 0.5 + stream.uniform());
}

/**
 * Draws the words of each vertex; those that equal its class modulo the number of classes are more frequent.
 * Rows sum to 1.
 */
function plantedWords(
  { vertices, classes, width }: { vertices: number; classes: number; width: number },
  stream: RandomStream,
): CsrMatrix {
  const rowPtr = new Uint32Array(vertices + 1);
  const colIdx: number[] = [];
  for (let v = 0; v < vertices; v++) {
    for (let word = 0; word < width; word++) {
      if (stream.uniform() < (word % classes === v % classes ? 0.3 : 0.15)) colIdx.push(word);
    }
    rowPtr[v + 1] = colIdx.length;
  }
  return rowMean({ rows: vertices, cols: width, rowPtr, colIdx: Uint32Array.from(colIdx) });
}

/** Converts sparse features to dense ones with the same numbers. */
export function withDenseFeatures(data: VertexData): VertexData {
  if (data.features.kind === "dense") return data;
  const { rows, cols, rowPtr, colIdx, values } = data.features.matrix;
  const dense = new Float32Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) dense[r * cols + colIdx[e]] = values![e];
  }
  return { ...data, features: { kind: "dense", width: cols, values: dense } };
}

/** Builds a task with its oracle; Adam with a weight decay of 0.01. The seed is that of the dropouts. */
export function oracleTask(
  data: VertexData,
  layers: readonly Layer[],
  seed = 7,
): { readonly task: VertexTask; readonly executor: OracleExecutor } {
  const task = vertexClassification(vertexTaskShape(data), {
    layers,
    optimizer: adam({ weightDecay: 0.01 }),
    seed,
  });
  return { task, executor: new OracleExecutor(task.program, bindVertexData(task, data)) };
}
