/**
 * The contract of an operation: its exact meaning (the oracle), how its operands reach a device, how much
 * work it is, and the kernels that compute it.
 *
 * @module
 */
import type { Device } from "../hardware/device.ts";
import type { DeviceMatrix } from "../hardware/dense.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Numbers of a dense operand on the host, row-major: float32 as devices hold them, or float64 where the
 * oracles themselves compute a whole training step.
 */
export type HostNumbers = Float32Array | Float64Array;

/**
 * The truth of every check: plain TypeScript with float64 accumulation, row by row, together with what the
 * tolerance needs to know about each row.
 */
export interface Oracle<Problem> {
  /** Shape of the result. */
  shape(problem: Problem): { readonly rows: number; readonly cols: number };
  /**
   * Writes row `row` of the exact result to `value` and the sum of the absolute values of its terms to
   * `magnitude` (both `cols` long); returns the number of terms that each entry sums.
   */
  row(problem: Problem, row: number, value: Float64Array, magnitude: Float64Array): number;
  /** Number of terms of a row, without computing it: picks the heaviest rows of a partial check. */
  terms(problem: Problem, row: number): number;
  /**
   * The exact result times the vector `weights` (`cols` long), one entry a row, with magnitudes: a Freivalds
   * check.
   */
  project(
    problem: Problem,
    weights: Float64Array,
  ): { readonly value: Float64Array; readonly magnitude: Float64Array };
}

/** How much work a problem is, for roofline bounds. */
export interface Work {
  /** Fused multiply-adds; each counts as two operations in GFLOP/s. */
  readonly multiplyAdds: number;
  /** Bytes that must move whatever the order: every input once, the output once. */
  readonly compulsoryBytes: number;
  /** Bytes that move if nothing is ever found in a cache. */
  readonly bytesWithoutReuse: number;
}

/** Operands on a device: what a kernel reads, and the matrix that it writes. */
export interface StagedOperands {
  /** Where every kernel leaves the result. */
  readonly output: DeviceMatrix;
}

/** What the kernels of an operation take, each on its own backend. */
export interface OperandsByBackend<Wasm, WebGpu> {
  /** In the arena. */
  readonly wasm: Wasm;
  /** In GPU buffers. */
  readonly webgpu: WebGpu;
}

/**
 * A dense input of an operation: its numbers in a problem, its place among the operands, and how it is drawn
 * anew.
 */
export interface DenseInput<Problem, Operands> {
  /** The name in the formula: `X`. */
  readonly name: string;
  /** Its numbers as the device holds them, row-major. */
  numbers(problem: Problem): HostNumbers;
  /** Where they lie on the device. */
  matrix(operands: Operands): DeviceMatrix;
  /** The same problem with numbers from `draw`, which returns as many random ones as it is asked for. */
  redrawn(problem: Problem, draw: (length: number) => Float32Array): Problem;
}

/** An operation and all its kernels. A missing oracle or staging rule is a type error. */
export interface Operation<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }> {
  /** Prefix of its kernels' full names: `spmm`. */
  readonly id: string;
  /** The formula in one line. */
  readonly formula: string;
  /** What every kernel's output is checked against. */
  readonly oracle: Oracle<Problem>;
  /** Feature width of a problem, for a kernel's needs. */
  width(problem: Problem): number;
  /** Counts arithmetic and traffic, without running anything. */
  work(problem: Problem): Work;
  /** Copies a problem's operands to a device; `release` returns their memory. */
  stage(device: Device, problem: Problem): OperandsOf["wasm"] | OperandsOf["webgpu"];
  /**
   * For an operation that works in place: writes the problem's numbers into its operands again. A check does
   * so where it poisons the output of the others.
   */
  restore?(device: Device, operands: OperandsOf["wasm"] | OperandsOf["webgpu"], problem: Problem): void;
  /**
   * Dense inputs that a check compares afterwards; an operation whose plans are timed by themselves has all
   * of them.
   */
  readonly inputs?: readonly DenseInput<Problem, OperandsOf["wasm"] | OperandsOf["webgpu"]>[];
  /** Frees what `stage` allocated. */
  release(device: Device, operands: OperandsOf["wasm"] | OperandsOf["webgpu"]): void;
  /** Simplest first, best known last. */
  readonly kernels: readonly Kernel<OperandsOf>[];
}

/** An operation whose plans are timed by themselves: checks after timing replace its inputs. */
export type TimedOperation<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }> =
  & Operation<Problem, OperandsOf>
  & Required<Pick<Operation<Problem, OperandsOf>, "inputs">>;
