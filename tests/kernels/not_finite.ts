/**
 * Checks of an operation's kernels against its oracle where operands have numbers that are not finite.
 *
 * @module
 */
import assert from "node:assert/strict";
import { poisonMatrix, readMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { ATOL, EPS_F32 } from "../../kernels/checks/error_bound.ts";
import { kernelName, type ParameterValues, type Plan, prepareKernel } from "../../kernels/kernel.ts";
import type { HostNumbers, Operation, StagedOperands } from "../../kernels/operation.ts";
import { MissingError } from "../../platform/errors.ts";
import { roundedProblem } from "../../kernels/rounded_problem.ts";
import type { RandomStream } from "../../platform/random.ts";

/** Numbers that are not finite: both NaNs that hardware produces, and both infinities. */
export const HOSTILE = new Float32Array(
  Uint32Array.of(0x7fc00000, 0xffc00000, 0x7f800000, 0xff800000).buffer,
);

/** Replaces up to three of the numbers by ones that are not finite; returns their count. */
export function plant(numbers: HostNumbers, stream: RandomStream): number {
  const count = numbers.length === 0 ? 0 : 1 + stream.below(3);
  for (let i = 0; i < count; i++) {
    // The bits are copied as words, since float arithmetic could change the NaN.
    const at = stream.below(numbers.length), hostile = stream.below(HOSTILE.length);
    if (numbers instanceof Float32Array) numbers.set(HOSTILE.subarray(hostile, hostile + 1), at);
    else numbers[at] = HOSTILE[hostile];
  }
  return count;
}

/** Whether an error is the one by which fixed-point SpMM refuses numbers that are not finite. */
export function refusesNotFinite(kernel: string, error: unknown): boolean {
  return kernel === "neighbor-group-fixed" && error instanceof MissingError &&
    /neighbor-group-fixed".*(NaN|Infinity) in row \d+, column \d+ of (X|the matrix)/s.test(error.message);
}

/** Properties of individual kernels that a test allows for. */
export interface KernelKnowledge {
  /** Values of a kernel's parameters. */
  readonly parameters?: (kernel: string) => ParameterValues;
  /** Whether a kernel may refuse with a given error. */
  readonly mayRefuse?: (kernel: string, error: unknown) => boolean;
}

/**
 * Runs every kernel of the device's backend. The result must be finite exactly where the oracle's is, and
 * there within the usual error bound. Returns the number of entries that are not finite, and the number of
 * kernels that refused.
 */
export async function assertSpreadsAlike<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  device: Device,
  operation: Operation<Problem, OperandsOf>,
  given: Problem,
  { parameters = () => ({}), mayRefuse = () => false }: KernelKnowledge = {},
): Promise<{ readonly broken: number; readonly refused: number }> {
  const { rows, cols } = operation.oracle.shape(given);
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  let broken = 0, refused = 0;
  for (const kernel of operation.kernels.filter(({ backend }) => backend === device.backend)) {
    const problem = roundedProblem(operation, given, kernel.features);
    const operands = operation.stage(device, problem, kernel.features), width = operation.width(problem);
    try {
      let plan: Plan;
      try {
        plan = await prepareKernel(kernel, device, operands, width, { parameters: parameters(kernel.id) });
      } catch (error) {
        if (!mayRefuse(kernel.id, error)) throw error;
        refused++;
        continue;
      }
      if (operation.restore) operation.restore(device, operands, problem);
      else poisonMatrix(device, operands.output);
      plan.run();
      plan.destroy();
      const got = await readMatrix(device, operands.output);
      broken = 0;
      for (let row = 0; row < rows; row++) {
        const terms = operation.oracle.row(problem, row, value, magnitude);
        for (let col = 0; col < cols; col++) {
          const entry = got[row * cols + col];
          const where = `${operation.id} ${kernelName(kernel)}: ${entry} for ${
            value[col]
          } at [${row}, ${col}]`;
          assert.equal(Number.isFinite(entry), Number.isFinite(value[col]), where);
          if (!Number.isFinite(entry)) broken++;
          else {
            const allowed = ATOL + (terms + 2) * EPS_F32 * magnitude[col];
            assert.ok(Math.abs(entry - value[col]) <= allowed, where);
          }
        }
      }
    } finally {
      operation.release(device, operands);
    }
  }
  assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
  return { broken, refused };
}
