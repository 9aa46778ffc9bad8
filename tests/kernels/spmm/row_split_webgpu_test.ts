import assert from "node:assert/strict";
import fc from "fast-check";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { allocateMatrix, freeMatrix, poisonMatrix, uploadMatrix } from "../../../hardware/dense.ts";
import { roundNumbers } from "../../../hardware/number_format.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { cutCsr } from "../../../kernels/spmm/plans/device_csr_webgpu.ts";
import { rowSplitBf16WebGpu } from "../../../kernels/spmm/row_split_bf16/webgpu.ts";
import { rowSplitScalarWebGpu } from "../../../kernels/spmm/row_split_scalar/webgpu.ts";
import { rowSplitWebGpu } from "../../../kernels/spmm/row_split/webgpu.ts";
import { RandomStream } from "../../../platform/random.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { matrixOf, type SpmmWebGpuKernel } from "./plan_checks_webgpu.ts";

const KERNELS: readonly SpmmWebGpuKernel[] = [rowSplitWebGpu, rowSplitScalarWebGpu, rowSplitBf16WebGpu];
const EPS = 2 ** -23;

/** Runs kernels and compares every entry, padding included, with a float64 sum. */
async function checkKernels(
  device: WebGpuDevice,
  matrix: CsrMatrix,
  width: number,
  parameters: ParameterValues = {},
  kernels: readonly SpmmWebGpuKernel[] = KERNELS,
): Promise<Record<string, number>> {
  const random = new RandomStream(11, "features");
  const given = Float32Array.from({ length: matrix.cols * width }, () => 2 * random.uniform() - 1);
  const y = allocateMatrix(device, "y", matrix.rows, width);
  let facts: Readonly<Record<string, number>> = {};
  for (const kernel of kernels) {
    const format = kernel.features ?? "f32", features = roundNumbers(format, given);
    const x = uploadMatrix(device, "x", matrix.cols, width, given, format);
    const operands = { matrix, x, y, output: y };
    poisonMatrix(device, y);
    const plan = await prepareKernel(kernel, device, operands, width, { parameters });
    // The second run detects a plan that adds to the result of the first.
    plan.run();
    plan.run();
    let largest = 0;
    for (const panel of y.panels) {
      const got = new Float32Array(await device.read(panel.buffer));
      for (let row = 0; row < matrix.rows; row++) {
        for (let j = 0; j < panel.stride; j++) {
          let sum = 0, magnitude = 0;
          for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1] && j < panel.cols; e++) {
            const term = (matrix.values?.[e] ?? 1) * features[matrix.colIdx[e] * width + panel.firstCol + j];
            sum += term;
            magnitude += Math.abs(term);
          }
          const terms = matrix.rowPtr[row + 1] - matrix.rowPtr[row];
          const error = Math.abs(got[row * panel.stride + j] - sum);
          if (!(error <= terms * EPS * magnitude)) {
            assert.fail(`${kernel.id}, width ${width}: y[${row}, ${panel.firstCol + j}] is off by ${error}`);
          }
          largest = Math.max(largest, Math.abs(sum));
        }
      }
    }
    if (matrix.colIdx.length > 0 && width > 0) assert(largest > 1e-3, "the reference is trivially zero");
    // The chunks are those of float32, of which fewer columns fit into a binding.
    if (format === "f32") facts = plan.facts!;
    plan.destroy();
    freeMatrix(device, x);
  }
  freeMatrix(device, y);
  assert.equal(device.ledger.live, 0);
  return facts;
}

testOnAdapter("every width is right, with zero padding", async (device) => {
  const matrix = matrixOf(150, 90, (row) => row % 11);
  for (const width of [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64, 100, 257, 602]) {
    await checkKernels(device, matrix, width);
  }
});

testOnAdapter("every workgroup size is right", async (device) => {
  const matrix = matrixOf(300, 300, (row) => row % 7);
  for (const workgroup of [1, 3, 32, 100, 256]) await checkKernels(device, matrix, 40, { workgroup });
});

testOnAdapter("lanes that load eight or sixteen bytes at once are right", async (device) => {
  const matrix = matrixOf(200, 150, (row) => row % 13), kernels = [rowSplitWebGpu, rowSplitBf16WebGpu];
  for (const load of [8, 16]) {
    for (const width of [1, 6, 8, 64, 100]) await checkKernels(device, matrix, width, { load }, kernels);
  }
});

testOnAdapter("empty rows, empty matrices and matrices without rows or columns are right", async (device) => {
  await checkKernels(device, matrixOf(1000, 50, (row) => row % 97 === 0 ? 20 : 0), 32);
  for (const [rows, cols] of [[5, 5], [0, 5], [5, 0], [0, 0], [1, 1]] as const) {
    await checkKernels(device, matrixOf(rows, cols, () => 0), 8);
  }
  await checkKernels(device, matrixOf(3, 3, () => 1), 0);
  await checkKernels(device, matrixOf(1, 1, () => 1), 1);
});

testOnAdapter("absent values count as ones", async (device) => {
  await checkKernels(device, matrixOf(200, 64, (row) => row % 9, false), 16);
  await checkKernels(device, matrixOf(200, 64, () => 0, false), 16);
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  await checkKernels(device, matrixOf(70_001, 100, (row) => row % 3), 4, { workgroup: 1 });
  // Rows of more lanes than a workgroup has, which reads them in several passes.
  await checkKernels(device, matrixOf(70_001, 100, (row) => row % 2), 36, { workgroup: 4 });
});

testOnAdapter("a row of 100,000 nonzeros is right", async (device) => {
  await checkKernels(device, matrixOf(64, 100_000, (row) => row === 13 ? 100_000 : row % 4), 8);
});

testOnAdapter("operands above the binding limit are cut into panels and chunks", async (device) => {
  const facts = await checkKernels(device, matrixOf(300, 400, (row) => row === 7 ? 400 : row % 50), 50);
  assert(facts.chunks > 1 && facts.dispatches > facts.chunks, JSON.stringify(facts));
  // Wide input with short output, and the reverse: the panels of x and y differ in width.
  await checkKernels(device, matrixOf(60, 250, () => 30), 70);
  await checkKernels(device, matrixOf(250, 60, () => 6, false), 70);
  // There are more row offsets than a binding holds.
  await checkKernels(device, matrixOf(1000, 16, (row) => row % 2), 1);
}, { bindingBytes: 16_000 });

testOnAdapter("rows with more work than one dispatch may have are continued by the next", async (device) => {
  Object.assign(device, { dispatchWork: 1000 });
  const facts = await checkKernels(device, matrixOf(9, 700, (row) => row % 2 === 0 ? 600 + row : 3), 8);
  assert(facts.chunks === 1 && facts.dispatches > 20, JSON.stringify(facts));
  await checkKernels(device, matrixOf(3, 251, (row) => 249 + row, false), 4);
});

testOnAdapter(
  "rows that lie in several chunks, and in several dispatches of each, are right",
  async (device) => {
    Object.assign(device, { dispatchWork: 1000 });
    const facts = await checkKernels(device, matrixOf(30, 950, (row) => row % 3 === 0 ? 940 : row), 4);
    assert(facts.chunks > 2 && facts.dispatches > 10 * facts.chunks, JSON.stringify(facts));
  },
  { bindingBytes: 16_000 },
);

testOnAdapter("operands whose shapes do not fit the matrix are refused", async (device) => {
  const matrix = matrixOf(10, 20, () => 2);
  const x = allocateMatrix(device, "x", 10, 8), y = allocateMatrix(device, "y", 10, 8);
  await assert.rejects(
    () => prepareKernel(rowSplitWebGpu, device, { matrix, x, y, output: y }, 8),
    UsageError,
  );
});

Deno.test("chunks cover every row and entry once, in order, within the limits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40, size: "max" }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (lengths, maxRows, maxEntries) => {
        const rowPtr = new Uint32Array(lengths.length + 1);
        lengths.forEach((length, row) => rowPtr[row + 1] = rowPtr[row] + length);
        const ranges = cutCsr(rowPtr, { rows: maxRows, entries: maxEntries });
        let row = 0, entry = 0;
        for (const range of ranges) {
          assert(range.rows >= 1 && range.rows <= maxRows && range.entries <= maxEntries);
          assert.equal(range.firstEntry, entry);
          assert.equal(range.continues, entry > rowPtr[range.firstRow]);
          assert.equal(range.firstRow, range.continues ? row - 1 : row);
          entry += range.entries;
          row = range.firstRow + range.rows;
          assert(entry <= rowPtr[row] && (range.rows === 1 || entry === rowPtr[row]));
        }
        assert.deepEqual([row, entry], [lengths.length, rowPtr[lengths.length]]);
      },
    ),
  );
});
