/**
 * Checks of activations and their gradient on a device against the oracle, and of dropout masks as results
 * show them.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import type { ActivationOperandsOf } from "../../../kernels/activation/activation.ts";
import { activation, activationGradient } from "../../../kernels/activation/mod.ts";
import { ATOL, EPS_F32 } from "../../../kernels/checks/error_bound.ts";
import type { Epilogue } from "../../../kernels/epilogue/epilogue.ts";
import { type Kernel, prepareKernel } from "../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../kernels/operation.ts";
import { RandomStream } from "../../../platform/random.ts";
import { guardArena } from "../guarded_arena.ts";
import { anyEpilogue, type EpilogueChoice, randomEpilogue } from "../gemm/gemm_problem.ts";

/** Shape of a matrix and the epilogue of its entries. */
export interface ActivationCase {
  readonly rows: number;
  readonly cols: number;
  readonly epilogue: EpilogueChoice;
}

/**
 * Shapes that are no multiples of 4 or of a workgroup, empty ones among them, each with a different epilogue.
 */
export const CASES: readonly ActivationCase[] = [
  { rows: 0, cols: 5, epilogue: { negativeSlope: 0, biased: true } },
  { rows: 5, cols: 0, epilogue: { negativeSlope: 0, biased: true } },
  { rows: 1, cols: 1, epilogue: { negativeSlope: 0.5, biased: false } },
  { rows: 33, cols: 7, epilogue: { negativeSlope: 0, biased: false } },
  { rows: 40, cols: 129, epilogue: { negativeSlope: 0.1, biased: true } },
  { rows: 50, cols: 130, epilogue: { negativeSlope: 0, biased: true, dropout: { rate: 0.5, step: 1 } } },
  { rows: 30, cols: 300, epilogue: { negativeSlope: 1, biased: false, dropout: { rate: 0.2, step: 9 } } },
  { rows: 77, cols: 9, epilogue: { negativeSlope: 0.2, biased: true, dropout: { rate: 0.7, step: 4e9 } } },
];

/** Arbitrary shape up to 60 x 90 with an arbitrary epilogue. */
export const anyCase: fc.Arbitrary<ActivationCase & { readonly seed: number }> = fc.record({
  rows: fc.integer({ min: 1, max: 60 }),
  cols: fc.integer({ min: 1, max: 90 }),
  epilogue: anyEpilogue.map((choice) => choice ?? { negativeSlope: 1, biased: false }),
  seed: fc.nat(),
});

/**
 * Runs one kernel twice over poison and checks every entry against its error bound; entries that are 0 by the
 * oracle must be 0 exactly, and nothing may be written behind a buffer.
 */
async function checkKernel<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  { operation, kernel }: { operation: Operation<Problem, OperandsOf>; kernel: Kernel<OperandsOf> },
  problem: Problem,
): Promise<void> {
  const { rows, cols } = operation.oracle.shape(problem);
  using _ = guardArena(device);
  const operands = operation.stage(device, problem);
  poisonMatrix(device, operands.output);
  const plan = await prepareKernel(kernel, device, operands, cols);
  plan.run();
  plan.run();
  const got = await readMatrix(device, operands.output);
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    const terms = operation.oracle.row(problem, row, value, magnitude);
    for (let col = 0; col < cols; col++) {
      const allowed = magnitude[col] > 0 ? ATOL + (terms + 2) * EPS_F32 * magnitude[col] : 0;
      const error = Math.abs(got[row * cols + col] - value[col]);
      if (error <= allowed) continue;
      assert.fail(
        `${operation.id}, ${rows} x ${cols}: [${row}, ${col}] is ${got[row * cols + col]}, not ${value[col]}`,
      );
    }
  }
  plan.destroy();
  operation.release(device, operands);
  assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
}

/** Checks the activation and the gradient of its result, on every kernel of the device's backend. */
export async function checkActivation(
  device: Device,
  { rows, cols, epilogue: choice, seed = 1 }: ActivationCase & { readonly seed?: number },
): Promise<void> {
  const stream = new RandomStream(seed, "test activation");
  const uniform = () => Float32Array.from({ length: rows * cols }, () => 2 * stream.uniform() - 1);
  const epilogue = randomEpilogue(choice, cols, seed);
  const problem = { x: uniform(), rows, cols, epilogue };
  for (const kernel of activation.kernels) {
    if (kernel.backend === device.backend) {
      await checkKernel(device, { operation: activation, kernel }, problem);
    }
  }
  const y = new Float32Array(rows * cols), value = new Float64Array(cols), magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    activation.oracle.row(problem, row, value, magnitude);
    y.set(value, row * cols);
  }
  const backward = { y, gradient: uniform(), rows, cols, epilogue };
  for (const kernel of activationGradient.kernels) {
    if (kernel.backend !== device.backend) continue;
    await checkKernel(device, { operation: activationGradient, kernel }, backward);
  }
}

/** Result of dropout on a matrix of ones, by the oracle. */
export function oracleOfOnes(rows: number, cols: number, epilogue: Epilogue): Float32Array {
  const x = new Float32Array(rows * cols).fill(1), y = new Float32Array(rows * cols);
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    activation.oracle.row({ x, rows, cols, epilogue }, row, value, magnitude);
    y.set(value, row * cols);
  }
  return y;
}

/** Result of dropout on a matrix of ones, on a device. */
export async function deviceOfOnes(
  device: Device,
  shape: { rows: number; cols: number },
  epilogue: Epilogue,
) {
  const problem = { x: new Float32Array(shape.rows * shape.cols).fill(1), ...shape, epilogue };
  const operands = activation.stage(device, problem) as
    & ActivationOperandsOf["wasm"]
    & ActivationOperandsOf["webgpu"];
  const kernel = activation.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, shape.cols);
  plan.run();
  const got = await readMatrix(device, operands.y);
  plan.destroy();
  activation.release(device, operands);
  return got;
}
