/**
 * Small classifiers whose layers have an adjacency each, bound to numbers, like the programs of mini-batches.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { transpose } from "../../graph/transpose.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Adjacency, Layer } from "../../training/layers/layer.ts";
import { adam } from "../../training/optimizers/adam.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import { classifierProgram } from "../../training/program/classifier_program.ts";
import type { Program } from "../../training/program/program.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { IndexOperand, SparseOperand } from "../../training/program/tensor.ts";
import { transposedEntries } from "../../training/transposed_entries.ts";

/** Matrices of a layer's aggregation. */
export interface BoundAdjacency {
  /** Sparse matrix, output x input vertices. */
  readonly matrix: CsrMatrix;
  /** Matrix that replaces the whole transpose. */
  readonly transposed?: CsrMatrix;
}

/** Program with its bindings, and the operands of each adjacency. */
export interface StagedProgram {
  readonly program: Program;
  readonly bindings: Bindings;
  readonly adjacencies: readonly Adjacency[];
}

/** Settings of a program. */
export interface StagedOptions {
  /** Rows of the last adjacency that count in the loss; all by default. */
  readonly training?: readonly number[];
  /** Columns of the features; 4 by default. */
  readonly width?: number;
  /** Operands that every adjacency lacks. */
  readonly without?: readonly (keyof Adjacency)[];
}

/** Builds layers on dense features, 3 classes. Each aggregating layer takes the next adjacency. */
export function stagedProgram(
  layers: readonly Layer[],
  matrices: readonly BoundAdjacency[],
  { training, width = 4, without = [] }: StagedOptions = {},
): StagedProgram {
  const builder = new ProgramBuilder({ seed: 3 });
  const sparse = new Map<SparseOperand, CsrMatrix>(), indices = new Map<IndexOperand, Uint32Array>();
  const sparseOperand = (label: string, matrix: CsrMatrix) => {
    const { rows, cols, colIdx, values } = matrix;
    const operand = builder.sparse(label, { rows, cols, nnz: colIdx.length, weighted: values !== undefined });
    sparse.set(operand, matrix);
    return operand;
  };
  const indexOperand = (label: string, list: Uint32Array) => {
    const operand = builder.index(label, list.length);
    indices.set(operand, list);
    return operand;
  };
  const adjacencies = matrices.map(({ matrix, transposed = transpose(matrix) }, i): Adjacency => {
    const whole: Adjacency = {
      matrix: sparseOperand(`block ${i}`, matrix),
      transposed: sparseOperand(`block ${i} transposed`, transposed),
      transposedOrder: indexOperand(`block ${i} order`, transposedEntries(matrix)),
      ...(matrix.rows === matrix.cols ? {} : {
        outputVertices: indexOperand(
          `block ${i} outputs`,
          Uint32Array.from({ length: matrix.rows }, (_, v) => v),
        ),
      }),
    };
    const kept = Object.entries(whole).filter(([key]) => !without.includes(key as keyof Adjacency));
    return Object.fromEntries(kept) as unknown as Adjacency;
  });
  let at = 0;
  const stages = layers.map((layer) => ({ layer, adjacency: adjacencies[layer.rowWise ? at : at++] }));
  const rows = matrices[0].matrix.cols, scored = matrices[matrices.length - 1].matrix.rows;
  const features = builder.tensor("input", "features", { rows, cols: width });
  const labels = indexOperand("labels", Uint32Array.from({ length: scored }, (_, v) => v % 3));
  const weights = builder.tensor("input", "weights", { rows: 1, cols: scored });
  const program = classifierProgram(builder, {
    stages,
    features,
    truth: { labels },
    weights,
    optimizer: adam({ weightDecay: 0.01 }),
  });
  const stream = new RandomStream(5, "staged features");
  const counted = training ?? Array.from({ length: scored }, (_, v) => v);
  const lossWeights = new Float32Array(scored);
  for (const vertex of counted) lossWeights[vertex] = 1 / counted.length;
  const inputs = new Map([
    [features, Float32Array.from({ length: rows * width }, () => stream.normal())],
    [weights, lossWeights],
  ]);
  return { program, bindings: { sparse, indices, inputs }, adjacencies };
}

/**
 * Draws a directed matrix with values, `rows <= cols`; the first `rows` columns are the rows. A row has its
 * own column, if `own`, and up to `degree` others, one row in five none of them.
 */
export function randomBlock(
  { rows, cols, degree, own, seed }: {
    readonly rows: number;
    readonly cols: number;
    readonly degree: number;
    readonly own: boolean;
    readonly seed: number;
  },
): Required<CsrMatrix> {
  const stream = new RandomStream(seed, "random block");
  const rowPtr = new Uint32Array(rows + 1), colIdx: number[] = [];
  for (let row = 0; row < rows; row++) {
    const others = row % 5 === 4 ? 0 : degree;
    const drawn = new Set(Array.from({ length: others }, () => stream.below(cols)));
    if (own) drawn.add(row);
    else drawn.delete(row);
    colIdx.push(...[...drawn].sort((a, b) => a - b));
    rowPtr[row + 1] = colIdx.length;
  }
  const values = Float32Array.from(colIdx, () => 0.3 + stream.uniform());
  return { rows, cols, rowPtr, colIdx: Uint32Array.from(colIdx), values };
}
