/** @module */
import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { confineColumns } from "../../../graph/column_window.ts";
import { nnz } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { registerKernel } from "../../../kernels/registry.ts";
import { measureHeadroom } from "../../../kernels/spmm/headroom.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import { MissingError, WrongResultError } from "../../../platform/errors.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

const WIDTH = 32, WINDOW = 64;
const matrix = gcnNormalise(rmat({ vertices: 4096, edges: 40_000 }, 1));
const problem = { matrix, features: randomFeatures(matrix.cols, WIDTH, 1), width: WIDTH };
const ROUNDS = {
  seed: 1,
  minRounds: 4,
  maxRounds: 4,
  preparations: 2,
  budgetMs: 60_000,
  narrow: 0.05,
  sampleMs: 1,
  l2Bytes: 4 * 4 * WIDTH * WINDOW,
} as const;

async function assertHeadroom(device: Device): Promise<void> {
  const { ratio, naturalNs, confinedNs, window, check, underpowered } = await measureHeadroom(
    device,
    problem,
    ROUNDS,
  );
  assert.deepEqual([window, ratio.n, ratio.preparations, underpowered], [WINDOW, 4, 2, false]);
  assert.ok(ratio.median > 0 && ratio.ciLo <= ratio.median && ratio.median <= ratio.ciHi);
  assert.ok(naturalNs > 0 && confinedNs > 0);
  assert.ok(ratio.median > 0.2 * naturalNs / confinedNs && ratio.median < 5 * naturalNs / confinedNs);
  // Both products, in both preparations, against the oracle.
  assert.deepEqual([check.ok, check.checkedRows], [true, 4 * matrix.rows]);
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(
    backend,
    `headroom is the time in the order of the ids over the time within the window, both checked (${backend})`,
    assertHeadroom,
    [2],
  );
}

Deno.test("a matrix that is confined already has a headroom of about 1", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const confined = { ...problem, matrix: confineColumns(matrix, WINDOW, 2) };
    assert.equal(nnz(confined.matrix), nnz(matrix));
    const { ratio } = await measureHeadroom(device, confined, {
      ...ROUNDS,
      minRounds: 9,
      maxRounds: 9,
      sampleMs: 5,
    });
    assert.ok(ratio.median > 0.6 && ratio.median < 1.7, `${ratio.median}`);
  } finally {
    device.close();
  }
});

Deno.test("a kernel that is wrong before it is timed is refused with the place, and no round is named", async () => {
  const kernel = "headroom-test-idle", device = openWasmDevice({ threads: 1 });
  const prepare: typeof rowSplitWasm.prepare = async (...given) => ({
    ...await rowSplitWasm.prepare(...given),
    run: () => {},
  });
  registerKernel("spmm", { ...rowSplitWasm, id: kernel, prepare });
  try {
    await assert.rejects(measureHeadroom(device, problem, { ...ROUNDS, kernel }), (error: unknown) => {
      assert.ok(error instanceof WrongResultError);
      assert.match(error.message, /NaN in row \d+[^a-z]/);
      assert.doesNotMatch(error.message, /last round/);
      return true;
    });
  } finally {
    device.close();
  }
});

testOnAdapter("headroom on WebGPU wants the size of the L2, and then measures", async (device) => {
  const { l2Bytes: _, ...unnamed } = ROUNDS;
  await assert.rejects(measureHeadroom(device, problem, unnamed), MissingError);
  await assertHeadroom(device);
});
