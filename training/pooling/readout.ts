/**
 * Readout, one row a graph from one row a vertex: the mean and the largest entry of each column.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { transpose } from "../../graph/transpose.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import type { BoundOperands } from "./bound_operands.ts";

/** Operands that assign vertices to graphs. */
export interface ReadoutOperands {
  /** Averaging matrix, `graphs x vertices`: 1 / n on the n vertices of each graph. */
  readonly means: SparseOperand;
  /** Transpose of the averaging matrix. */
  readonly shares: SparseOperand;
  /** First vertex of each graph, and the total number at the end. */
  readonly offsets: IndexOperand;
}

/** Mean and largest entries of a readout, or their gradients: `graphs x columns` each. */
export interface Readout {
  /** Mean of each column. */
  readonly mean: Tensor;
  /** Largest entry of each column. */
  readonly max: Tensor;
}

/** Builds the averaging matrix of each graph's vertices, one row a graph. */
function meanMatrix(offsets: Uint32Array): Required<CsrMatrix> {
  const rows = offsets.length - 1, cols = offsets[rows];
  const values = new Float32Array(cols);
  for (let graph = 0; graph < rows; graph++) {
    values.fill(1 / (offsets[graph + 1] - offsets[graph]), offsets[graph], offsets[graph + 1]);
  }
  const colIdx = indices(cols);
  return { rows, cols, rowPtr: offsets, colIdx, values };
}

/** Makes the operands of a readout. */
export function readoutOperands(
  operands: BoundOperands,
  label: string,
  offsets: Uint32Array,
): ReadoutOperands {
  const means = meanMatrix(offsets);
  return {
    means: operands.sparse(`${label} means`, means),
    shares: operands.sparse(`${label} shares`, transpose(means)),
    offsets: operands.index(`${label} offsets`, offsets),
  };
}

/** Emits a readout. */
export function emitReadout(steps: StepEmitter, x: Tensor, { means, offsets }: ReadoutOperands): Readout {
  return {
    mean: steps.emit("mean", { op: "spmm", matrix: means, x }, "combination"),
    max: steps.emit("max", { op: "segment-max", offsets, x }),
  };
}

/** Emits the gradient of a readout's input. */
export function readoutGradient(
  steps: StepEmitter,
  { mean, max }: Readout,
  { x, shares, offsets }: ReadoutOperands & { readonly x: Tensor },
): Tensor {
  const spread = steps.emit("gradient by mean", { op: "spmm", matrix: shares, x: mean }, "combination");
  const picked = steps.emit("gradient by max", { op: "segment-max-gradient", offsets, x, gradient: max });
  return steps.emit("readout gradient", { op: "add", alpha: 1, x: spread, beta: 1, y: picked });
}
