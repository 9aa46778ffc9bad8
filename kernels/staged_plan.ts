/**
 * Plan together with its operands and the problem that they hold, as checks need it.
 *
 * @module
 */
import type { DeviceMatrix } from "../hardware/dense.ts";
import type { AnyOperandsOf, OperationDefinition, TimedDefinition } from "./operation.ts";

/** Plan, its operands and the problem that they hold. */
export interface StagedPlan<Problem, OperandsOf extends AnyOperandsOf> {
  /** Name of the kernel, for messages. */
  readonly name: string;
  /** Operation that the plan computes. */
  readonly operation: OperationDefinition<Problem, OperandsOf>;
  /** Problem that the operands hold. */
  readonly problem: Problem;
  /** Operands on the device. */
  readonly operands: OperandsOf["wasm"] | OperandsOf["webgpu"];
  /** Matrix of the result; the operands' own output when absent. */
  readonly result?: DeviceMatrix;
  /**
   * Digest {@linkcode hostDigest} of the problem before the kernel was prepared; when absent, arrays on the
   * host are not compared.
   */
  readonly hostDigest?: string;
  /** Whether other plans read the same operands. */
  readonly shared?: boolean;
  /** Encodes one execution. */
  run(): void;
}

/** Plan of an operation whose inputs can be drawn anew. */
export interface TimedPlan<Problem, OperandsOf extends AnyOperandsOf>
  extends StagedPlan<Problem, OperandsOf> {
  /** Operation that the plan computes. */
  readonly operation: TimedDefinition<Problem, OperandsOf>;
}
