/**
 * Contract of a training operation: everything that programs, executors, ledgers and checks need to know of
 * its steps.
 *
 * @module
 */
import type { Oracle, StagedOperands, Work } from "../../../kernels/operation.ts";
import type { Phase } from "../../program/phase.ts";
import type { IndexOperand, SparseOperand, Tensor, TensorShape } from "../../program/tensor.ts";
import type { EpilogueUse } from "./epilogue.ts";
import type { OperandCheck } from "./operand_check.ts";
import type { OperandSource } from "./operand_source.ts";
import type { ProblemSource } from "./problem_source.ts";

/** Step before its result exists. */
export type Unwritten<Step> = Omit<Step, "out">;

/** Matrix, and the part of it that a step reads. */
export interface MatrixRead {
  /** The matrix. */
  readonly operand: SparseOperand;
  /** Part that is read: `values`, or only the places of the entries. */
  readonly part: "values" | "pattern";
}

/** Indices that a step follows, with their bounds. */
export type IndexUse =
  | {
    /** The list. */
    readonly operand: IndexOperand;
    /** Number of rows, classes or entries that the list picks from; each index is below it. */
    readonly below: number;
    /** Whether no index may occur twice, because each is written to. */
    readonly distinct: boolean;
  }
  | {
    /** Offsets of segments. */
    readonly operand: IndexOperand;
    /** Number of rows that the segments divide. */
    readonly segmentsOf: number;
  };

/** Rules that every operation has. */
export interface CommonRules<Step, Operands extends StagedOperands, Problem> {
  /** Part of a GNN that the operation's time counts for, unless the layer names another. */
  readonly phase: Phase;
  /**
   * Weight in the memory manager: `heavy` for products and operations on the entries of a matrix, each an
   * operation of its own; a `light` step is fused with the step that wrote its operand.
   */
  readonly weight: "heavy" | "light";
  /**
   * Entries that the kernels write: all of `out`; some rows of it, where the others are 0 before the first
   * step and stay so; or tensors that they also read.
   */
  readonly writes: "all" | "some-rows" | "in-place";
  /** Tensors that the operation reads, in the order of its operands. */
  inputs(step: Unwritten<Step>): readonly Tensor[];
  /**
   * Shape of the result.
   *
   * @throws {UsageError} by `check`, for operands that do not match.
   */
  shape(step: Unwritten<Step>, check: OperandCheck): TensorShape;
  /** Sparse matrices that the operation reads. */
  matrices(step: Unwritten<Step>): readonly MatrixRead[];
  /** Lists of indices that the operation follows. */
  indices(step: Unwritten<Step>): readonly IndexUse[];
  /** Operands of the kernels, on a device; sparse matrices stay on the host, where the kernels find them. */
  operands(step: Step, at: OperandSource): Operands;
  /** Problem that the oracle solves. */
  problem(step: Step, given: ProblemSource): Problem;
  /**
   * Arithmetic and traffic from shapes alone. Only products count as arithmetic; entry-wise operations are
   * bound by the bytes that they read and write.
   *
   * @param denseBytes Bytes of all tensors that the step reads or writes.
   */
  work(step: Step, denseBytes: number): Work;
}

/** Rules of an operation that changes its operands. */
export interface InPlaceRules<Step, Problem> {
  /** Tensors that the operation changes; the one that its kernels call their output comes first. */
  updates(step: Step): readonly Tensor[];
  /** Oracle of each changed tensor, in the same order. */
  readonly oracles: readonly Oracle<Problem>[];
}

/**
 * Rules of one training operation. A step names its result `out`; an operation without `out` names the
 * tensors that it changes in place. An operation whose steps have an epilogue names the epilogue's owner.
 */
export type OperationRules<Step, Operands extends StagedOperands = StagedOperands, Problem = unknown> =
  & CommonRules<Step, Operands, Problem>
  & ("out" extends keyof Step ? { readonly writes: "all" | "some-rows" }
    : { readonly writes: "in-place"; readonly inPlace: InPlaceRules<Step, Problem> })
  & ("epilogue" extends keyof Step ? { readonly epilogue: EpilogueUse } : unknown);
