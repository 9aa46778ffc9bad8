/**
 * Program of a two-layer GCN written out step by step, for tests of executors and ledgers.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { transpose } from "../../graph/transpose.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Executor } from "../../training/executors/executor.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program } from "../../training/program/program.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../training/program/tensor.ts";
import { randomProblem } from "../kernels/spmm/spmm_problem.ts";

/** Sizes and training settings of the network. */
export interface PlainGcn {
  /** Number of vertices. */
  readonly vertices: number;
  /** Columns of the features. */
  readonly features: number;
  /** Columns of the hidden layer. */
  readonly hidden: number;
  /** Number of classes. */
  readonly classes: number;
  /** Stored entries of the adjacency, for programs without one. */
  readonly entries?: number;
  /** Dropout of the hidden layer. */
  readonly dropout?: number;
  /** Learning rate of Adam. */
  readonly learningRate?: number;
}

/** Program with the operands to bind. */
export interface PlainProgram {
  readonly program: Program;
  readonly features: Tensor;
  readonly weights: Tensor;
  readonly adjacency: SparseOperand;
  readonly transposed: SparseOperand;
  readonly labels: IndexOperand;
}

/** Builds the program: `A relu(A X W1 + b1) W2`, softmax cross-entropy, Adam. */
export function plainGcn(
  { vertices, features: width, hidden, classes, entries = 0, dropout = 0, learningRate = 0.01 }: PlainGcn,
): PlainProgram {
  const builder = new ProgramBuilder({ seed: 7 });
  const features = builder.tensor("input", "features", { rows: vertices, cols: width });
  const weights = builder.tensor("input", "loss weights", { rows: 1, cols: vertices });
  const shape = { rows: vertices, cols: vertices, nnz: entries, weighted: true };
  const adjacency = builder.sparse("adjacency", shape);
  const transposed = builder.sparse("adjacency transposed", shape);
  const labels = builder.index("labels", vertices);
  const epilogue = { negativeSlope: 0 };
  const forward = (sequence: "train" | "evaluate") => {
    const first = builder.steps(sequence, { layer: "layer 1", pass: "forward" });
    const w1 = first.parameter("weight", { rows: width, cols: hidden, initialisation: "glorot" });
    const b1 = first.parameter("bias", { rows: 1, cols: hidden, initialisation: "zeros" });
    const drop = first.dropout(dropout);
    const rectified = { ...epilogue, bias: b1, ...(drop ? { dropout: drop } : {}) };
    const projected = first.emit("projected", { op: "gemm", form: "nn", a: features, b: w1 });
    const aggregated = first.emit("aggregated", { op: "spmm", matrix: adjacency, x: projected });
    const output = first.emit("output", { op: "activation", x: aggregated, epilogue: rectified });
    const second = builder.steps(sequence, { layer: "layer 2", pass: "forward" });
    const w2 = second.parameter("weight", { rows: hidden, cols: classes, initialisation: "glorot" });
    const narrow = second.emit("projected", { op: "gemm", form: "nn", a: output, b: w2 });
    const logits = second.emit("logits", { op: "spmm", matrix: adjacency, x: narrow });
    return { w1, b1, w2, rectified, output, logits };
  };
  const { w1, b1, w2, rectified, output, logits } = forward("train");
  const score = builder.steps("train", { layer: "loss", pass: "forward" });
  const truth = { labels };
  const losses = score.emit("losses", { op: "cross-entropy", logits, truth, weights });
  const loss = score.tensor("loss", "mean", { rows: 1, cols: 1 });
  score.write({ op: "column-sum", x: losses, out: loss }, "loss");
  const descent = builder.steps("train", { layer: "loss", pass: "backward" });
  const logitsGradient = descent.emit("gradient", { op: "cross-entropy-gradient", logits, truth, weights });
  const second = builder.steps("train", { layer: "layer 2", pass: "backward" });
  const narrowGradient = second.emit("projected gradient", {
    op: "spmm",
    matrix: transposed,
    x: logitsGradient,
  });
  const w2Gradient = second.emit("weight gradient", { op: "gemm", form: "tn", a: output, b: narrowGradient });
  const outputGradient = second.emit("input gradient", { op: "gemm", form: "nt", a: narrowGradient, b: w2 });
  const first = builder.steps("train", { layer: "layer 1", pass: "backward" });
  const slope = first.emit("slope", {
    op: "activation-gradient",
    y: output,
    gradient: outputGradient,
    epilogue: rectified,
  });
  const b1Gradient = first.emit("bias gradient", { op: "column-sum", x: slope });
  const wide = first.emit("projected gradient", { op: "spmm", matrix: transposed, x: slope });
  const w1Gradient = first.emit("weight gradient", { op: "gemm", form: "tn", a: features, b: wide });
  const update = builder.steps("train", { layer: "adam", pass: "update" });
  const constants = { learningRate, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 5e-4 };
  for (const [parameter, gradient] of [[w1, w1Gradient], [b1, b1Gradient], [w2, w2Gradient]]) {
    const firstMoment = update.tensor("moment", `${parameter.label} m`, parameter);
    const secondMoment = update.tensor("moment", `${parameter.label} v`, parameter);
    update.write({ op: "adam", parameter, gradient, firstMoment, secondMoment, constants });
  }
  const program = builder.build({ loss, scores: forward("evaluate").logits });
  return { program, features, weights, adjacency, transposed, labels };
}

/** Builds a plain GCN over a random graph with random features and classes; half of the vertices train. */
export function boundGcn(options: PlainGcn): PlainProgram & { readonly bindings: Bindings } {
  const { vertices, features, classes } = options;
  const stream = new RandomStream(3, "plain GCN");
  const { matrix } = randomProblem({
    rows: vertices,
    cols: vertices,
    width: 1,
    entries: (row) => Math.min(vertices, 1 + row % 7),
    seed: 5,
  });
  const plain = plainGcn({ ...options, entries: nnz(matrix) });
  const labels = Uint32Array.from({ length: vertices }, () => stream.below(classes));
  const numbers = Float32Array.from({ length: vertices * features }, () => 2 * stream.uniform() - 1);
  const training = Math.ceil(vertices / 2);
  const weights = Float32Array.from({ length: vertices }, (_, v) => v < training ? 1 / training : 0);
  const bindings: Bindings = {
    sparse: new Map([[plain.adjacency, matrix], [plain.transposed, transpose(matrix)]]),
    indices: new Map([[plain.labels, labels]]),
    inputs: new Map([[plain.features, numbers], [plain.weights, weights]]),
  };
  return { ...plain, bindings };
}

/** Writes the same small random numbers into every parameter of equal programs. */
export function writeParameters(executor: Executor, program: Program, seed = 1): void {
  const stream = new RandomStream(seed, "plain parameters");
  for (const { tensor } of program.parameters) {
    const scale = Math.sqrt(6 / (tensor.rows + tensor.cols));
    const draw = () => (2 * stream.uniform() - 1) * scale;
    executor.write(tensor, Float32Array.from({ length: tensor.rows * tensor.cols }, draw));
  }
}
