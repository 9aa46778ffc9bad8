/**
 * Numbers on the host from which an oracle computes a step.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";

/** Numbers on the host for every operand of a step. */
export interface ProblemSource {
  /** Numbers of a tensor that the step reads, row-major, before it runs. */
  numbers(tensor: Tensor): HostNumbers;
  /** Matrix of a sparse operand. */
  sparse(operand: SparseOperand): CsrMatrix;
  /** List of an index operand. */
  list(operand: IndexOperand): Uint32Array;
  /** Number of the training step, from 1. */
  readonly trainingStep: number;
}

/** Converts numbers to float32, as the oracles read truth, weights and values of entries. */
export function asFloat32(numbers: HostNumbers): Float32Array {
  return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
}
