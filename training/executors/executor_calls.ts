/**
 * Preconditions of an executor's methods, the same for every executor.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";
import { DeviceError, UsageError } from "../../platform/errors.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { plural } from "../../platform/text/plural.ts";

/** Checks that reject calls with foreign operands, or after the executor was closed. */
export class ExecutorCalls {
  readonly #program: Program;
  #closed = false;

  /** Creates the checks of a program's executor. */
  constructor(program: Program) {
    this.#program = program;
  }

  /** Whether the executor is closed. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Marks the executor as closed; `false` where it already was. */
  close(): boolean {
    return !this.#closed && (this.#closed = true);
  }

  /**
   * Checks that the executor is open.
   *
   * @throws {DeviceError} once it is closed.
   */
  assertOpen(action: string): void {
    if (!this.#closed) return;
    throw new DeviceError({
      action,
      current: "a closed executor",
      wanted: "an open one",
      next: "create another for the same program",
    });
  }

  /**
   * Checks that a tensor belongs to the program.
   *
   * @throws {UsageError} for a tensor of another program; {@linkcode DeviceError} where the executor is
   * closed.
   */
  assertOwn(verb: string, tensor: Tensor): void {
    const action = `${verb} "${tensor.label}"`;
    this.assertOpen(action);
    if (this.#program.tensors[tensor.id] === tensor) return;
    throw new UsageError({
      action,
      current: "a tensor of another program",
      wanted: "one of the program that runs",
      next: "take tensors from the program that the executor was made for",
    });
  }

  /**
   * Checks that the numbers for a tensor have its size.
   *
   * @throws {UsageError} where their number is not `rows * cols`; otherwise as
   * {@linkcode ExecutorCalls.assertOwn}.
   */
  assertWritable(tensor: Tensor, { length }: HostNumbers): void {
    this.assertOwn("write", tensor);
    const { label, rows, cols } = tensor;
    if (length === rows * cols) return;
    throw new UsageError({
      action: `write "${label}"`,
      current: plural(length, "number"),
      wanted: `${rows} x ${cols}`,
      next: "write the whole tensor, row-major",
    });
  }

  /**
   * Checks the number of a training step.
   *
   * @throws {UsageError} where it is not an integer from 1; {@linkcode DeviceError} where the executor is
   * closed.
   */
  assertStep(step: number): void {
    this.assertOpen("train");
    if (Number.isInteger(step) && step >= 1 && step < 2 ** 32) return;
    throw new UsageError({
      action: "train",
      current: `step ${step}`,
      wanted: "a whole number from 1 to 2^32 - 1",
      next: "count steps from 1",
    });
  }
}
