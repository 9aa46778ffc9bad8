/**
 * The numbers that an oracle computes a step from.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";

/** Numbers on the host for every operand of a step. */
export interface ProblemSource {
  /** The numbers of a tensor that the step reads, row-major, before it runs. */
  numbers(tensor: Tensor): HostNumbers;
  /** The matrix of a sparse operand. */
  sparse(operand: SparseOperand): CsrMatrix;
  /** The list of an index operand. */
  list(operand: IndexOperand): Uint32Array;
  /** Number of the training step, from 1. */
  readonly trainingStep: number;
}

/** Numbers as the oracles take truth, weights and values of entries. */
export function asFloat32(numbers: HostNumbers): Float32Array {
  return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
}
