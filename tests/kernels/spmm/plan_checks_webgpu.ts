/**
 * Checks of every WebGPU SpMM kernel: over a poisoned output, in two runs, every entry against a float64 sum,
 * the padding against zero, and the device's ledger for leaks.
 *
 * @module
 */
import assert from "node:assert/strict";
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import { allocateMatrix, freeMatrix, poisonMatrix, uploadMatrix } from "../../../hardware/dense.ts";
import { roundNumbers } from "../../../hardware/number_format.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { EPS_F32 } from "../../../kernels/checks/error_bound.ts";
import { type KernelOn, type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../../platform/random.ts";

/** Kernel under test. */
export type SpmmWebGpuKernel = KernelOn<"webgpu", SpmmOperandsOf>;

/** Matrix whose row r has `lengths(r)` entries at random columns; weighted by default. */
export function matrixOf(
  rows: number,
  cols: number,
  lengths: (row: number) => number,
  weighted = true,
): CsrMatrix {
  const random = new RandomStream(7, "matrix");
  const rowPtr = new Uint32Array(rows + 1);
  const columns: number[] = [];
  for (let row = 0; row < rows; row++) {
    const length = Math.min(cols, lengths(row));
    // A strictly ascending sample: one column from each of `length` equal ranges.
    for (let i = 0; i < length; i++) {
      const begin = Math.floor(i * cols / length), end = Math.floor((i + 1) * cols / length);
      columns.push(begin + random.below(end - begin));
    }
    rowPtr[row + 1] = columns.length;
  }
  const values = Float32Array.from(columns, () => 2 * random.uniform() - 1);
  const colIdx = Uint32Array.from(columns);
  return assertCsr(weighted ? { rows, cols, rowPtr, colIdx, values } : { rows, cols, rowPtr, colIdx });
}

/** Options of {@link checkPlan}. */
export interface CheckOptions {
  readonly parameters?: ParameterValues;
  /** Features X; random in [-1, 1) when absent. */
  readonly features?: Float32Array;
}

/** Result of a checked plan. */
export interface CheckedPlan {
  readonly facts: Readonly<Record<string, number>>;
  /** Panels of Y, padding included. */
  readonly panels: readonly Float32Array[];
}

/** Prepares a plan, runs it twice and compares every entry, padding included. */
export async function checkPlan(
  device: WebGpuDevice,
  kernel: SpmmWebGpuKernel,
  problem: { readonly matrix: CsrMatrix; readonly width: number },
  options: CheckOptions = {},
): Promise<CheckedPlan> {
  const { matrix, width } = problem;
  const random = new RandomStream(11, "features");
  const given = options.features ??
    Float32Array.from({ length: matrix.cols * width }, () => 2 * random.uniform() - 1);
  const { features: format = "f32" } = kernel, features = roundNumbers(format, given);
  const x = uploadMatrix(device, "x", matrix.cols, width, given, format);
  const y = allocateMatrix(device, "y", matrix.rows, width);
  const operands = { matrix, x, y, output: y };
  const panels: Float32Array[] = [];
  let facts: Readonly<Record<string, number>> = {};
  try {
    const plan = await prepareKernel(kernel, device, operands, width, { parameters: options.parameters });
    poisonMatrix(device, y);
    // The second run detects a plan that adds to the result of the first.
    plan.run();
    plan.run();
    let largest = 0;
    for (const panel of y.panels) {
      const got = new Float32Array(await device.read(panel.buffer));
      panels.push(got);
      const value = new Float64Array(panel.stride), magnitude = new Float64Array(panel.stride);
      for (let row = 0; row < matrix.rows; row++) {
        value.fill(0);
        magnitude.fill(0);
        for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
          const from = matrix.colIdx[e] * width + panel.firstCol;
          const weight = matrix.values?.[e] ?? 1;
          for (let j = 0; j < panel.cols; j++) {
            const term = weight * features[from + j];
            value[j] += term;
            magnitude[j] += Math.abs(term);
          }
        }
        const terms = matrix.rowPtr[row + 1] - matrix.rowPtr[row];
        for (let j = 0; j < panel.stride; j++) {
          const error = Math.abs(got[row * panel.stride + j] - value[j]);
          if (!(error <= (terms + 2) * EPS_F32 * magnitude[j])) {
            assert.fail(`${kernel.id}, width ${width}: y[${row}, ${panel.firstCol + j}] is off by ${error}`);
          }
          largest = Math.max(largest, Math.abs(value[j]));
        }
      }
    }
    if (matrix.colIdx.length > 0 && width > 0) {
      const size = features.reduce((most, feature) => Math.max(most, Math.abs(feature)), 0);
      assert(largest > 1e-3 * size, "the reference is trivially zero");
    }
    facts = plan.facts ?? {};
    plan.destroy();
  } finally {
    freeMatrix(device, x);
    freeMatrix(device, y);
  }
  assert.equal(device.ledger.live, 0, `${kernel.id} leaks`);
  return { facts, panels };
}

/**
 * Cases that all kernels of a family must pass; each criterion is registered as a test where it is called.
 */
export const COMMON_CASES: Readonly<
  Record<
    string,
    (device: WebGpuDevice, kernel: SpmmWebGpuKernel, parameters?: ParameterValues) => Promise<void>
  >
> = {
  "widths 1 to 9, 17, 64 and 130 are right, with zero padding": async (device, kernel) => {
    const matrix = matrixOf(150, 90, (row) => row % 11);
    for (const width of [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64, 130]) {
      await checkPlan(device, kernel, { matrix, width });
    }
  },
  "empty rows, empty matrices and matrices without rows or columns are right": async (device, kernel) => {
    await checkPlan(device, kernel, {
      matrix: matrixOf(1000, 50, (row) => row % 97 === 0 ? 20 : 0),
      width: 32,
    });
    for (const [rows, cols] of [[5, 5], [0, 5], [5, 0], [0, 0], [1, 1]] as const) {
      await checkPlan(device, kernel, { matrix: matrixOf(rows, cols, () => 0), width: 8 });
    }
    await checkPlan(device, kernel, { matrix: matrixOf(3, 3, () => 1), width: 0 });
    await checkPlan(device, kernel, { matrix: matrixOf(1, 1, () => 1), width: 1 });
  },
  "absent values count as ones": async (device, kernel) => {
    await checkPlan(device, kernel, { matrix: matrixOf(200, 64, (row) => row % 40, false), width: 16 });
    await checkPlan(device, kernel, { matrix: matrixOf(200, 64, () => 0, false), width: 16 });
    await checkPlan(device, kernel, { matrix: matrixOf(40, 40, () => 40, false), width: 5 });
  },
  "a row of 20,000 entries among hubs and short rows is right": async (device, kernel) => {
    const lengths = (row: number) => row === 13 ? 20_000 : row % 9 === 0 ? 700 : row % 4;
    await checkPlan(device, kernel, { matrix: matrixOf(64, 20_000, lengths), width: 8 });
  },
};
