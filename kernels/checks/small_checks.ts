/**
 * Checks of a kernel on small problems, with its parameters at their defaults and at either end of their
 * ranges.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { MissingError, UsageError, WrongResultError } from "../../platform/errors.ts";
import type { Kernel, ParameterValues } from "../kernel.ts";
import type { AnyOperandsOf, Operation } from "../operation.ts";
import { verifyKernel } from "./verify_kernel.ts";
import { smallProblems } from "./small_problems.ts";

/** One check of a kernel. */
export interface SmallCheck {
  /** Problem of the kernel's operation. */
  readonly problem: unknown;
  /** Parameters that are not at their defaults. */
  readonly parameters: ParameterValues;
  /**
   * Whether the kernel refused the problem: an end of a range may be more than the device has, or than the
   * problem's numbers allow.
   */
  readonly refused: boolean;
  /** Largest error over its tolerance; 0 where nothing was compared or has to be exact. */
  readonly errorShare: number;
  /** Wrong result, or the error that ended the check; absent where the kernel is right or refused. */
  readonly fault?: Error;
}

/** The defaults, and each parameter at either end of its range. */
function settings(kernel: Kernel<AnyOperandsOf>): ParameterValues[] {
  const ends = Object.entries(kernel.parameters).flatMap(([name, { range }]) =>
    range.map((value) => ({ [name]: value }))
  );
  return [{}, ...ends];
}

/**
 * Checks a kernel on every small problem of its operation with every setting; nothing is thrown for a kernel
 * that fails.
 */
export async function* smallChecks(
  device: Device,
  operation: Operation<unknown, AnyOperandsOf>,
  kernel: Kernel<AnyOperandsOf>,
): AsyncGenerator<SmallCheck> {
  for (const problem of smallProblems[operation.id] ?? []) {
    for (const parameters of settings(kernel)) {
      const check = { problem, parameters, refused: false, errorShare: 0 };
      try {
        const report = await verifyKernel({ operation, kernel, device }, problem, { seed: 1, parameters });
        const errorShare = report.tolerance > 0 ? report.relErr / report.tolerance : 0;
        const fault = report.ok ? undefined : new WrongResultError({
          action: `check ${operation.id}/${kernel.id} on ${device.name}`,
          current: `${kernel.id} is wrong: ${JSON.stringify({ ...report.worst, ...parameters })}`,
          wanted: "the oracle's result on every small problem",
          next: "compare the kernel with the formula of its operation",
        });
        yield { ...check, errorShare, ...(fault && { fault }) };
      } catch (error) {
        const refused = (error instanceof MissingError || error instanceof UsageError) &&
          Object.keys(parameters).length > 0;
        const fault = error instanceof Error ? error : new Error(String(error));
        yield { ...check, refused, ...(!refused && { fault }) };
      }
    }
  }
}
