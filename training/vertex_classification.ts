/**
 * Vertex classification, the task of all five papers: predicts the class or classes of each vertex of one
 * graph from some whose classes are known. Built from shapes alone, so that a program of published sizes
 * needs no memory.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { SparseInput } from "./layers/features.ts";
import { GraphAdjacency } from "./layers/graph_adjacency.ts";
import type { Layer } from "./layers/layer.ts";
import type { StepTruth } from "./operations/rules/classified_rows.ts";
import type { Optimizer } from "./optimizers/optimizer.ts";
import { ExecutionPathOperands, type PartiallyActiveShape } from "./partially_active.ts";
import { classifierProgram } from "./program/classifier_program.ts";
import type { Program } from "./program/program.ts";
import { ProgramBuilder } from "./program/program_builder.ts";
import type { Tensor } from "./program/tensor.ts";
import { plural } from "../platform/text/plural.ts";

/** Shape of the graph that layers aggregate over. */
export interface GraphShape {
  /** Number of vertices. */
  readonly vertices: number;
  /** Stored entries of the adjacency as it is multiplied: with the self-loops that its normalisation adds. */
  readonly entries: number;
  /** Whether the adjacency equals its transpose, so that one copy is enough; true by default. */
  readonly symmetric?: boolean;
  /** Whether entries have values; true by default. */
  readonly weighted?: boolean;
}

/** Shape of the features. */
export type FeatureShape =
  | {
    /** Dense features: a number for each vertex and column. */
    readonly kind: "dense";
    /** Number of feature columns. */
    readonly width: number;
  }
  | {
    /** Sparse features, mostly 0: bags of words. */
    readonly kind: "sparse";
    /** Number of feature columns. */
    readonly width: number;
    /** Stored entries. */
    readonly entries: number;
  };

/** All shapes of a task. */
export interface VertexTaskShape {
  /** The graph. */
  readonly graph: GraphShape;
  /** Features of the vertices. */
  readonly features: FeatureShape;
  /** Number of classes, from 1. */
  readonly classes: number;
  /** `single` for one class a vertex (softmax), `several` for any number (sigmoid); `single` by default. */
  readonly labels?: "single" | "several";
}

/** Model and training of a vertex classifier. */
export interface VertexClassifierOptions {
  /** Layers of the model, from the features to the logits, whose width is the number of classes. */
  readonly layers: readonly Layer[];
  /** Optimizer of the parameters. */
  readonly optimizer: Optimizer;
  /** Seed of the dropout masks. */
  readonly seed: number;
  /** Paths for the aggregation of gradients; all vertices are active by default. */
  readonly active?: PartiallyActiveShape;
  /** Whether the gradient of the features is computed, which no parameter needs; false by default. */
  readonly featureGradient?: boolean;
}

/** Program of a task, with the operands to bind. */
export interface VertexTask {
  /** Program with training step and scoring. */
  readonly program: Program;
  /** Adjacency of the graph and its transpose. */
  readonly adjacency: GraphAdjacency;
  /** Features, `vertices x width`. */
  readonly features: Tensor | SparseInput;
  /** Class of each scored vertex, or 0 and 1 for each scored vertex and class. */
  readonly truth: StepTruth;
  /** Weight of each scored vertex: 1/n on n training vertices, else 0. */
  readonly weights: Tensor;
  /**
   * Paths for the aggregation of gradients. With compact paths only the training vertices are scored, else
   * all vertices.
   */
  readonly paths?: ExecutionPathOperands;
}

/**
 * Builds the program of a task. Its loss is the mean over the training vertices, which the weights select.
 *
 * @throws {UsageError} if the layers do not match, or do not end with a column a class.
 * @example
 * ```ts
 * import { adamOptimizer, gcn, vertexClassification } from "gnn-repro/training";
 * const { program } = vertexClassification(
 *   {
 *     graph: { vertices: 2708, entries: 13264 },
 *     features: { kind: "sparse", width: 1433, entries: 49216 },
 *     classes: 7,
 *   },
 *   {
 *     layers: gcn({ classes: 7, hidden: 16, dropout: 0.5 }),
 *     optimizer: adamOptimizer({ weightDecay: 5e-4 }),
 *     seed: 1,
 *   },
 * );
 * if (program.parameters.length !== 2) throw new Error("two weights");
 * ```
 */
export function vertexClassification(shape: VertexTaskShape, options: VertexClassifierOptions): VertexTask {
  const { graph: { vertices, weighted = true }, classes, labels = "single" } = shape;
  if (!(Number.isInteger(classes) && classes >= 1)) {
    throw new UsageError({
      action: "build a program",
      current: plural(classes, "class", "classes"),
      wanted: "a whole number from 1",
      next: "pass the number of classes of the dataset",
    });
  }
  const builder = new ProgramBuilder(options);
  const adjacency = makeAdjacency(builder, shape.graph, options.active);
  const paths = options.active &&
    new ExecutionPathOperands(builder, options.active, { weighted, ...adjacency });
  const scored = paths?.scored ?? vertices;
  const features = makeFeatures(builder, shape);
  const truth: StepTruth = labels === "single"
    ? { labels: builder.index("labels", scored) }
    : { targets: builder.tensor("input", "targets", { rows: scored, cols: classes }) };
  const weights = builder.tensor("input", "loss weights", { rows: 1, cols: scored });
  const program = classifierProgram(builder, {
    stages: options.layers.map((layer) => ({ layer, adjacency })),
    features: features instanceof SparseInput ? { input: features } : features,
    truth,
    weights,
    optimizer: options.optimizer,
    ...(paths ? { active: paths.start } : {}),
    ...(options.featureGradient ? { featureGradient: true } : {}),
  });
  if (program.scores.cols !== classes) {
    throw new UsageError({
      action: "build a program",
      current: `layers that end with ${plural(program.scores.cols, "column")}`,
      wanted: `${classes}, one a class`,
      next: "give the last layer the number of classes as its width",
    });
  }
  return { program, adjacency, features, truth, weights, ...(paths ? { paths } : {}) };
}

function makeAdjacency(
  builder: ProgramBuilder,
  graph: GraphShape,
  active: PartiallyActiveShape | undefined,
): GraphAdjacency {
  const { vertices, entries: nnz, symmetric = true, weighted = true } = graph;
  const square = { rows: vertices, cols: vertices, nnz, weighted };
  const matrix = builder.sparse("adjacency", square);
  if (!symmetric && active && active.gradients !== "full") return new GraphAdjacency(builder, { matrix });
  const transposed = symmetric ? matrix : builder.sparse("adjacency transposed", square);
  return new GraphAdjacency(builder, { matrix, transposed });
}

function makeFeatures(builder: ProgramBuilder, { graph, features }: VertexTaskShape): Tensor | SparseInput {
  const shape = { rows: graph.vertices, cols: features.width };
  return features.kind === "dense"
    ? builder.tensor("input", "features", shape)
    : new SparseInput(builder, "features", { ...shape, nnz: features.entries });
}
