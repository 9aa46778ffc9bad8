/**
 * Program of one layer on one device's block: from features to the output, and from the output's gradient to
 * the other gradients.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import { transpose } from "../../graph/transpose.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import { isSparse } from "../layers/features.ts";
import type { Adjacency, Layer } from "../layers/layer.ts";
import { inputsOf } from "../operations/step_rules.ts";
import { adam } from "../optimizers/adam.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Program, Step } from "../program/program.ts";
import { type LearnedParameter, ProgramBuilder } from "../program/program_builder.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import { transposedEntries } from "../transposed_entries.ts";

/** Kind of work: forward and backward passes, or the forward pass alone and without dropout. */
export type PartitionedWork = "training" | "inference";

/** Settings of a layer's program. */
export interface LayerProgramOptions {
  /** Rows of the block's matrix, its columns (sources) and entries, and whether these have values. */
  readonly block: Omit<SparseOperand, "id" | "label">;
  /** Columns of the layer's input. */
  readonly width: number;
  /** Kind of work. */
  readonly work: PartitionedWork;
  /** Whether there is a lower layer, so that the gradient of the input is needed. */
  readonly inputGradient: boolean;
  /** Seed of dropout masks. */
  readonly seed: number;
}

/** Program of a layer with its operands. */
export interface LayerProgram {
  /**
   * Program. In training: forward; the loss `<output, output gradient>`, which yields the gradients of an
   * ordinary training step; backward; update.
   */
  readonly program: Program;
  /**
   * Reports whether a step is timed: forward and backward steps of the layer itself are. Loss and update
   * belong to no partition.
   */
  readonly isTimed: (step: Step) => boolean;
  /** Input, `sources x width`. */
  readonly features: Tensor;
  /** Result, one row a vertex of the block. */
  readonly output: Tensor;
  /** Gradient of the output, an input of the output's shape; absent in inference. */
  readonly outputGradient?: Tensor;
  /** Input of the loss, `rows x 1`, all 0; absent in inference. */
  readonly lossGate?: Tensor;
  /**
   * Gradient of the input, `sources x width`, where needed: the block's share for the vertices that it reads.
   */
  readonly featuresGradient?: Tensor;
  /** Parameters with the tensors of the block's share of their gradients; none in inference. */
  readonly learned: readonly LearnedParameter[];
  /** Operands of the aggregation; only those that the steps use have to be bound. */
  readonly adjacency: Adjacency;
}

const EVERYTHING: Readonly<Record<Optional, boolean>> = {
  transposed: true,
  transposedOrder: true,
  outputVertices: true,
};
type Optional = "transposed" | "transposedOrder" | "outputVertices";

/**
 * Builds the program of a layer that aggregates.
 *
 * @throws {UsageError} for a layer without aggregation, or one that multiplies all sources by its weights:
 * rows from another device would be multiplied again on every device that reads them.
 */
export function layerProgram(layer: Layer, options: LayerProgramOptions): LayerProgram {
  const first = emitLayer(layer, options, EVERYTHING);
  const { program: { train, evaluate }, adjacency } = first;
  const used = new Set<unknown>([...train, ...evaluate].flatMap((step) => Object.values(step)));
  return emitLayer(layer, options, {
    transposed: used.has(adjacency.transposed),
    transposedOrder: used.has(adjacency.transposedOrder),
    outputVertices: used.has(adjacency.outputVertices),
  });
}

function emitLayer(
  layer: Layer,
  { block, width, work, inputGradient, seed }: LayerProgramOptions,
  needs: Readonly<Record<Optional, boolean>>,
): LayerProgram {
  if (layer.rowWise) {
    throw unfit(layer, "a layer that aggregates nothing", "leave it out: no partition differs in it");
  }
  const builder = new ProgramBuilder({ seed });
  const { rows, cols, nnz, weighted } = block;
  const adjacency: Adjacency = {
    matrix: builder.sparse("block", block),
    ...(needs.transposed && {
      transposed: builder.sparse("block transposed", { rows: cols, cols: rows, nnz, weighted }),
    }),
    ...(needs.transposedOrder && { transposedOrder: builder.index("order of block transposed", nnz) }),
    ...(needs.outputVertices && { outputVertices: builder.index("own vertices", rows) }),
  };
  const features = builder.tensor("input", "features", { rows: cols, cols: width });
  const { label } = layer;
  const sequence = work === "training" ? "train" : "evaluate";
  const { features: output, backward } = layer.forward(
    builder.steps(sequence, { layer: label, pass: "forward" }),
    { features, adjacency, inputGradient },
  );
  if (isSparse(output)) {
    throw unfit(layer, "a layer with a sparse result", "partition layers with dense results");
  }
  const shared = { features, output, adjacency };
  if (work === "inference") {
    const program = builder.buildInference(output);
    requireAggregationFirst(layer, program.evaluate, features);
    return { ...shared, program, isTimed: () => true, learned: [] };
  }
  if (!backward) throw unfit(layer, "a layer without a backward pass", "partition layers that have weights");
  const outputGradient = builder.tensor("input", "output gradient", output);
  const lossGate = builder.tensor("input", "loss gate", { rows, cols: 1 });
  const lossSteps = builder.steps("train", { layer: "loss", pass: "forward" });
  const products = lossSteps.emit("of each row", {
    op: "tanh-gate-gradient",
    x: output,
    scores: lossGate,
    gradient: outputGradient,
  });
  const loss = builder.tensor("loss", "loss", { rows: 1, cols: 1 });
  lossSteps.write({ op: "column-sum", x: products, out: loss }, "loss");
  const gradient = backward(builder.steps("train", { layer: label, pass: "backward" }), {
    tensor: outputGradient,
  });
  const learned = builder.learned(), optimizer = adam();
  optimizer.update(builder.steps("train", { layer: optimizer.label, pass: "update" }), learned);
  const program = builder.buildTraining({ loss, logits: output });
  requireAggregationFirst(layer, program.train, features);
  return {
    ...shared,
    program,
    outputGradient,
    lossGate,
    learned,
    isTimed: (step) => step.layer === label,
    ...(gradient && { featuresGradient: gradient.tensor }),
  };
}

/** Dense numbers of a layer's program. */
export interface LayerNumbers {
  /** Input, `sources x width`, row-major. */
  readonly features: HostNumbers;
  /** Gradient of the output, one row a vertex of the block; not needed in inference. */
  readonly outputGradient?: HostNumbers;
}

/** Operands of a block that are computed once for all layers. */
export class BlockOperands {
  #transposed?: CsrMatrix;
  #order?: Uint32Array;

  /** Creates the operands without computing them. */
  constructor(readonly block: RangeBlock) {}

  /** Transpose of the block's matrix. */
  get transposed(): CsrMatrix {
    return this.#transposed ??= transpose(this.block.matrix);
  }

  /** Place in the matrix of each entry of the transpose. */
  get transposedOrder(): Uint32Array {
    return this.#order ??= transposedEntries(this.block.matrix);
  }

  /** Shape that a layer's program is built for. */
  get shape(): LayerProgramOptions["block"] {
    const { matrix } = this.block, { rows, cols, values } = matrix;
    return { rows, cols, nnz: nnz(matrix), weighted: values !== undefined };
  }
}

/** Binds a program that was built for a block's shape to the block and to numbers. */
export function bindLayer(
  { adjacency, features, outputGradient, lossGate }: LayerProgram,
  operands: BlockOperands,
  numbers: LayerNumbers,
): Bindings {
  const { block: { matrix, firstOwn } } = operands;
  const { transposed, transposedOrder, outputVertices } = adjacency;
  const sparse = new Map<SparseOperand, CsrMatrix>([[adjacency.matrix, matrix]]);
  if (transposed) sparse.set(transposed, operands.transposed);
  const indices = new Map<IndexOperand, Uint32Array>();
  if (transposedOrder) indices.set(transposedOrder, operands.transposedOrder);
  if (outputVertices) {
    indices.set(outputVertices, Uint32Array.from({ length: matrix.rows }, (_, i) => firstOwn + i));
  }
  const inputs = new Map<Tensor, HostNumbers>([[features, numbers.features]]);
  if (outputGradient && numbers.outputGradient) inputs.set(outputGradient, numbers.outputGradient);
  if (lossGate) inputs.set(lossGate, new Float32Array(lossGate.rows));
  return { sparse, indices, inputs };
}

function requireAggregationFirst(layer: Layer, steps: readonly Step[], features: Tensor): void {
  if (
    !steps.some((step) => step.op === "gemm" && step.pass === "forward" && inputsOf(step).includes(features))
  ) {
    return;
  }
  throw unfit(
    layer,
    "one that multiplies every source by its weights, those of other devices too",
    'give it the order "aggregate-first"',
  );
}

function unfit({ label }: Layer, current: string, next: string): UsageError {
  return new UsageError({
    action: `run ${label} on several devices`,
    current,
    wanted: "one that aggregates its input and then multiplies the rows of its own vertices",
    next,
  });
}
