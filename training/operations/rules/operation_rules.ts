/**
 * The contract of a training operation: all that programs, executors, ledgers and checks have to know of its
 * steps.
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

/** A step before its result exists. */
export type Unwritten<Step> = Omit<Step, "out">;

/** A matrix, and the part of it that a step reads. */
export interface MatrixRead {
  /** The matrix. */
  readonly operand: SparseOperand;
  /** `values`, or only the places of its entries. */
  readonly part: "values" | "pattern";
}

/** Indices that a step follows, and what they must keep to. */
export type IndexUse =
  | {
    /** The list. */
    readonly operand: IndexOperand;
    /** Rows, classes or entries that it picks from: each index is below. */
    readonly below: number;
    /** Whether no index may stand in it twice, because each is written to. */
    readonly distinct: boolean;
  }
  | {
    /** Offsets of segments. */
    readonly operand: IndexOperand;
    /** Rows that the segments divide. */
    readonly segmentsOf: number;
  };

/** Rules that every operation has. */
export interface CommonRules<Step, Operands extends StagedOperands, Problem> {
  /** Part of a GNN that its time counts for, unless the layer says another. */
  readonly phase: Phase;
  /**
   * `heavy` for products and all that goes along the entries of a matrix, each an operation of its own to a
   * memory manager; a `light` step fuses with the one that wrote what it reads.
   */
  readonly weight: "heavy" | "light";
  /**
   * Entries that its kernels write: all of `out`; some rows of it, where the others are 0 before the first
   * step and stay so; or tensors that it reads as well.
   */
  readonly writes: "all" | "some-rows" | "in-place";
  /** Tensors that it reads, in the order of its operands. */
  inputs(step: Unwritten<Step>): readonly Tensor[];
  /**
   * The shape of its result.
   *
   * @throws {UsageError} by `check`, for operands that do not go together.
   */
  shape(step: Unwritten<Step>, check: OperandCheck): TensorShape;
  /**
   * Tensors that the gradients of its inputs are computed from, beside the gradient of `out`: what a backward
   * pass keeps of the forward pass. Empty where sparse matrices and lists suffice, or where the operation is
   * a gradient or an update itself.
   */
  gradientReads(step: Step): readonly Tensor[];
  /** Sparse matrices that it reads. */
  matrices(step: Unwritten<Step>): readonly MatrixRead[];
  /** Lists of indices that it follows. */
  indices(step: Unwritten<Step>): readonly IndexUse[];
  /** Operands of its kernels, on a device; sparse matrices stay on the host, where the kernels find them. */
  operands(step: Step, at: OperandSource): Operands;
  /** The problem that its oracle solves. */
  problem(step: Step, given: ProblemSource): Problem;
  /**
   * Arithmetic and traffic from shapes alone. Only products count as arithmetic; entry-wise operations are
   * bound by the bytes that they read and write.
   *
   * @param denseBytes Bytes of all tensors that the step reads or writes.
   */
  work(step: Step, denseBytes: number): Work;
}

/** Rules of an operation that changes what it reads. */
export interface InPlaceRules<Step, Problem> {
  /** Tensors that it changes; the one that its kernels call their output comes first. */
  updates(step: Step): readonly Tensor[];
  /** The oracle of each of them, in the same order. */
  readonly oracles: readonly Oracle<Problem>[];
}

/**
 * One training operation. A step names its result `out`; an operation without says what it changes in place.
 * One whose steps have an epilogue says whose the epilogue is.
 */
export type OperationRules<Step, Operands extends StagedOperands = StagedOperands, Problem = unknown> =
  & CommonRules<Step, Operands, Problem>
  & ("out" extends keyof Step ? { readonly writes: "all" | "some-rows" }
    : { readonly writes: "in-place"; readonly inPlace: InPlaceRules<Step, Problem> })
  & ("epilogue" extends keyof Step ? { readonly epilogue: EpilogueUse } : unknown);
