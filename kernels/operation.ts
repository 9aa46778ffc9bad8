/**
 * Contract of an operation: its definition (the oracle), the staging of its operands on a device, its amount
 * of work, and the kernels that compute it.
 *
 * @module
 */
import type { Device } from "../hardware/device.ts";
import type { DeviceMatrix } from "../hardware/dense.ts";
import type { NumberFormat } from "../hardware/number_format.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Numbers of a dense operand on the host, row-major: float32 as devices hold them, or float64 where the
 * oracles themselves compute a whole training step.
 */
export type HostNumbers = Float32Array | Float64Array;

/**
 * Reference implementation that every check compares with: plain TypeScript with float64 accumulation, row by
 * row, together with the quantities that the tolerance of each row depends on.
 */
export interface Oracle<Problem> {
  /** Shape of the result. */
  shape(problem: Problem): { readonly rows: number; readonly cols: number };
  /**
   * Writes row `row` of the exact result to `value` and the sum of the absolute values of its terms to
   * `magnitude` (both `cols` long); returns the number of terms that each entry sums.
   */
  row(problem: Problem, row: number, value: Float64Array, magnitude: Float64Array): number;
  /**
   * Number of terms of a row, known without computing the row; used to find the heaviest rows for a partial
   * check.
   */
  terms(problem: Problem, row: number): number;
  /**
   * Power of two of which each term of each entry is a multiple, where the numbers of all dense inputs are
   * multiples of the power `step`; `undefined` where others take part. Absent where results are no sums.
   */
  quantum?(problem: Problem, step: number): number | undefined;
  /**
   * Computes the exact result times the vector `weights` (`cols` long), one entry per row, with magnitudes,
   * for a check by Freivalds' method. Absent, or `undefined` for a problem, where that would cost as much as
   * all rows: the check compares every row instead.
   */
  project?(problem: Problem, weights: Float64Array): Projection | undefined;
}

/** Product of a result and a vector: one entry per row of the result. */
export interface Projection {
  /** Exact entries. */
  readonly value: Float64Array;
  /** Sums of the absolute values of the entries' terms. */
  readonly magnitude: Float64Array;
}

/** Amount of work of a problem, for roofline bounds. */
export interface Work {
  /** Fused multiply-adds; each counts as two operations in GFLOP/s. */
  readonly multiplyAdds: number;
  /** Compulsory traffic in bytes: every input read once, the output written once. */
  readonly compulsoryBytes: number;
  /** Traffic in bytes without any cache hits. */
  readonly bytesWithoutReuse: number;
}

/** Operands on a device: the matrices that a kernel reads, and the one that it writes. */
export interface StagedOperands {
  /** Matrix that every kernel writes the result to. */
  readonly output: DeviceMatrix;
}

/** Operands of any operation, by backend. */
export interface AnyOperandsOf {
  /** Operands on a `wasm` device. */
  readonly wasm: StagedOperands;
  /** Operands on a `webgpu` device. */
  readonly webgpu: StagedOperands;
}

/** Operands of an operation's kernels, one type per backend. */
export interface OperandsByBackend<Wasm, WebGpu> {
  /** Operands on a device of CPU threads. */
  readonly wasm: Wasm;
  /** Operands in GPU buffers. */
  readonly webgpu: WebGpu;
}

/**
 * Dense input of an operation: its numbers in a problem, its matrix among the operands, and a way to replace
 * its numbers by random ones.
 */
export interface DenseInput<Problem, Operands> {
  /** Name in the formula: `X`. */
  readonly name: string;
  /** Numbers of the input as the device holds them, row-major. */
  numbers(problem: Problem): HostNumbers;
  /** Matrix of the input on the device. */
  matrix(operands: Operands): DeviceMatrix;
  /** Copy of the problem with numbers from `draw`, which returns a given count of random numbers. */
  redrawn(problem: Problem, draw: (length: number) => Float32Array): Problem;
}

/** Definition of an operation, apart from its kernels. A missing oracle or staging rule is a type error. */
export interface OperationDefinition<Problem, OperandsOf extends AnyOperandsOf> {
  /** Name of the operation, the prefix of its kernels' full names: `spmm`. */
  readonly id: string;
  /** Formula in one line. */
  readonly formula: string;
  /** Reference that every kernel's output is checked against. */
  readonly oracle: Oracle<Problem>;
  /** Feature width of a problem, on which a kernel's needs depend. */
  width(problem: Problem): number;
  /**
   * Counts arithmetic and traffic, without running anything; of dense inputs in a format, float32 when
   * absent.
   */
  work(problem: Problem, features?: NumberFormat): Work;
  /**
   * Copies a problem's operands to a device, the dense inputs in a format, float32 when absent; `release`
   * returns their memory. An operation without kernels that read another format needs to know but the one.
   */
  stage(
    device: Device,
    problem: Problem,
    features?: NumberFormat,
  ): OperandsOf["wasm"] | OperandsOf["webgpu"];
  /**
   * Writes the problem's numbers into the operands again, for an operation that works in place. A check calls
   * this function instead of poisoning the output.
   */
  restore?(device: Device, operands: OperandsOf["wasm"] | OperandsOf["webgpu"], problem: Problem): void;
  /**
   * Dense inputs that a check compares afterwards; an operation whose plans are timed individually lists all
   * of them.
   */
  readonly inputs?: readonly DenseInput<Problem, OperandsOf["wasm"] | OperandsOf["webgpu"]>[];
  /** Frees the memory that `stage` allocated. */
  release(device: Device, operands: OperandsOf["wasm"] | OperandsOf["webgpu"]): void;
}

/** Definition of an operation whose plans are timed individually: checks after timing replace its inputs. */
export type TimedDefinition<Problem, OperandsOf extends AnyOperandsOf> =
  & OperationDefinition<Problem, OperandsOf>
  & Required<Pick<OperationDefinition<Problem, OperandsOf>, "inputs">>;

/** Operation and all its kernels. */
export interface Operation<Problem, OperandsOf extends AnyOperandsOf>
  extends OperationDefinition<Problem, OperandsOf> {
  /** Kernels of the operation, the simplest first, the best known last. */
  readonly kernels: readonly Kernel<OperandsOf>[];
}

/** Operation whose plans are timed individually, and all its kernels. */
export type TimedOperation<Problem, OperandsOf extends AnyOperandsOf> =
  & Operation<Problem, OperandsOf>
  & TimedDefinition<Problem, OperandsOf>;
