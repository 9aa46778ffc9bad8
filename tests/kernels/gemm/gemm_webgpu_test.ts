import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix, poisonMatrix, uploadMatrix } from "../../../hardware/dense.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { EPS_F32 } from "../../../kernels/check.ts";
import { gemmNaiveWebGpu } from "../../../kernels/gemm/gemm_naive_webgpu.ts";
import { gemmTiledWebGpu } from "../../../kernels/gemm/gemm_tiled_webgpu.ts";
import { type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

const KERNELS = [gemmNaiveWebGpu, gemmTiledWebGpu];

/** Runs both kernels twice on a poisoned C and compares every entry, padding included, with a float64 sum. */
async function checkGemm(
  device: WebGpuDevice,
  [rows, inner, cols]: readonly [number, number, number],
  parameters: Readonly<Record<string, ParameterValues>> = {},
): Promise<Record<string, number>> {
  const random = new RandomStream(5, "gemm");
  const uniform = (length: number) => Float32Array.from({ length }, () => 2 * random.uniform() - 1);
  const left = uniform(rows * inner), right = uniform(inner * cols);
  const a = uploadMatrix(device, "a", rows, inner, left), b = uploadMatrix(device, "b", inner, cols, right);
  const c = allocateMatrix(device, "c", rows, cols);
  const operands = { a, b, c, output: c, rows, inner, cols };
  let facts = {};
  for (const kernel of KERNELS) {
    poisonMatrix(device, c);
    const plan = await prepareKernel(kernel, device, operands, cols, parameters[kernel.id]);
    plan.run();
    plan.run();
    let largest = 0;
    for (const { buffer, firstCol, cols: width, stride } of c.panels) {
      const got = new Float32Array(await device.read(buffer));
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < stride; j++) {
          let sum = 0, magnitude = 0;
          for (let k = 0; k < inner && j < width; k++) {
            const term = left[i * inner + k] * right[k * cols + firstCol + j];
            sum += term;
            magnitude += Math.abs(term);
          }
          const error = Math.abs(got[i * stride + j] - sum);
          if (!(error <= (inner + 2) * EPS_F32 * magnitude)) {
            assert.fail(
              `${kernel.id} ${rows} x ${inner} x ${cols}: c[${i}, ${firstCol + j}] is off by ${error}`,
            );
          }
          largest = Math.max(largest, Math.abs(sum));
        }
      }
    }
    if (rows * inner * cols > 0) assert(largest > 1e-3, "the reference is trivially zero");
    facts = plan.facts!;
    plan.destroy();
  }
  for (const matrix of [a, b, c]) freeMatrix(device, matrix);
  assert.equal(device.ledger.live, 0);
  return facts;
}

testOnAdapter("shapes that are no multiple of a tile are right, the padding zero", async (device) => {
  for (const cols of [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33, 64, 130]) {
    await checkGemm(device, [70, 37, cols]);
  }
  for (const rows of [1, 63, 64, 65, 129, 200]) await checkGemm(device, [rows, 20, 40]);
  for (const inner of [1, 3, 4, 15, 16, 17, 100]) await checkGemm(device, [66, inner, 10]);
});

testOnAdapter("empty matrices are right, and a product over nothing is zero", async (device) => {
  for (const shape of [[0, 5, 5], [5, 0, 5], [5, 5, 0], [0, 0, 0], [70, 0, 70], [1, 1, 1]] as const) {
    await checkGemm(device, shape);
  }
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  await checkGemm(device, [70_001, 3, 2], { naive: { workgroup: 1 } });
});

testOnAdapter(
  "operands above the binding limit are cut into panels, each of its own width",
  async (device) => {
    // Rows differ, so A, B and C are cut at different columns.
    for (const shape of [[150, 90, 70], [40, 300, 130], [300, 40, 45], [9, 700, 9]] as const) {
      const facts = await checkGemm(device, shape);
      assert(facts.dispatches > 1, JSON.stringify(facts));
    }
  },
  { bindingBytes: 12_000 },
);

testOnAdapter(
  "products with more work than one dispatch may have are cut into slices of rows",
  async (device) => {
    Object.assign(device, { dispatchWork: 64 * 20 * 40 });
    assert.equal((await checkGemm(device, [200, 20, 40])).dispatches, 4);
  },
);

testOnAdapter("operands of other shapes than the problem's are refused", async (device) => {
  const matrix = () => allocateMatrix(device, "m", 6, 8);
  const operands = { a: matrix(), b: matrix(), c: matrix(), rows: 6, inner: 8, cols: 8 };
  for (const kernel of KERNELS) {
    await assert.rejects(
      () => prepareKernel(kernel, device, { ...operands, output: operands.c }, 8),
      UsageError,
    );
  }
});

testOnAdapter("random shapes are right on both kernels", async (device) => {
  const size = fc.integer({ min: 1, max: 90 });
  await fc.assert(
    fc.asyncProperty(size, size, size, async (...shape) => void await checkGemm(device, shape)),
    {
      numRuns: 15,
      seed: 3,
    },
  );
});
