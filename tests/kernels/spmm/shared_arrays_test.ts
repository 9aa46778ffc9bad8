import assert from "node:assert/strict";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import {
  allocateMatrix,
  freeMatrix,
  poisonMatrix,
  readMatrix,
  uploadMatrix,
} from "../../../hardware/dense.ts";
import type { Device, DeviceBuffer } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { type Kernel, type Plan, prepareKernel } from "../../../kernels/kernel.ts";
import { planSharing } from "../../../kernels/spmm/plans/shared_arrays.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { randomProblem } from "./spmm_problem.ts";

const { matrix } = randomProblem({ rows: 2000, cols: 1500, width: 1, entries: (row) => row % 60 });
const MATRIX_BYTES = 4 * (matrix.rows + 1) + 8 * nnz(matrix);
/** Bytes of the uniform of a dispatch. */
const LAUNCH_BYTES = 256;

const kernelOn = (device: Device, id: string) =>
  spmm.kernels.find((kernel) => kernel.id === id && kernel.backend === device.backend)!;

/** Plan over operands of its own, with a check that it still computes the product. */
class Product {
  private constructor(
    readonly plan: Plan,
    readonly check: () => Promise<void>,
    readonly close: () => void,
  ) {}

  /** Plans `matrix` times a random X. */
  static async of(device: Device, matrix: CsrMatrix, width: number, id = "row-split"): Promise<Product> {
    const random = new RandomStream(width, "features");
    const features = Float32Array.from({ length: matrix.cols * width }, () => 2 * random.uniform() - 1);
    const x = uploadMatrix(device, "X", matrix.cols, width, features);
    const y = allocateMatrix(device, "Y", matrix.rows, width);
    const close = () => {
      freeMatrix(device, x);
      freeMatrix(device, y);
    };
    try {
      const kernel: Kernel<SpmmOperandsOf> = kernelOn(device, id);
      // The buffers belong to the backend of the device that allocated them, so the cast is safe.
      const operands = { matrix, x, y, output: y } as unknown as SpmmOperandsOf["wasm"];
      const plan = await prepareKernel(kernel, device, operands, width);
      return new Product(plan, async () => {
        poisonMatrix(device, y);
        plan.run();
        const problem = { matrix, features, width };
        assert.ok(checkOutput(spmm, problem, await readMatrix(device, y), { seed: 1 }).ok);
      }, () => {
        plan.destroy();
        close();
      });
    } catch (error) {
      close();
      throw error;
    }
  }
}

/** Bytes that the device holds besides X and Y. */
function bytesBeside(device: Device, widths: readonly number[]): number {
  const dense = sumOf(widths, (width) => 16 * Math.ceil(width / 4));
  return device.ledger.live - dense * (matrix.rows + matrix.cols);
}

async function checkLifetimes(device: Device): Promise<void> {
  const first = await Product.of(device, matrix, 16);
  const once = bytesBeside(device, [16]);
  assert.ok(once >= MATRIX_BYTES && once <= MATRIX_BYTES + LAUNCH_BYTES, `${once} of ${MATRIX_BYTES}`);
  const second = await Product.of(device, matrix, 16);
  const scalar = await Product.of(device, matrix, 16, "row-split-scalar");
  assert.ok(bytesBeside(device, [16, 16, 16]) <= once + 2 * LAUNCH_BYTES, "the matrix came twice");
  first.close();
  first.plan.destroy();
  assert.ok(bytesBeside(device, [16, 16]) >= MATRIX_BYTES, "the matrix went with the first of three plans");
  await second.check();
  await scalar.check();
  scalar.close();
  await second.check();
  second.close();
  assert.equal(device.ledger.live, 0, "the matrix stayed when nobody used it");
  const again = await Product.of(device, matrix, 16);
  await again.check();
  again.close();
  assert.equal(device.ledger.live, 0);
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(
    backend,
    `plans on ${backend} share a matrix, and offsets where rows of X are as far apart`,
    async (device) => {
      await checkLifetimes(device);
      const narrow = await Product.of(device, matrix, 14);
      const once = bytesBeside(device, [14]);
      // 13 to 16 columns have a stride of 16 with the padding; 17 columns have 20.
      const padded = await Product.of(device, matrix, 16, "neighbor-group");
      const wide = await Product.of(device, matrix, 17);
      const unweighted = await Product.of(
        device,
        { ...matrix, values: new Float32Array(nnz(matrix)).fill(2) },
        14,
      );
      const groups = bytesBeside(device, [14, 16, 17, 14]) - once - 2 * 4 * nnz(matrix);
      assert.ok(
        groups > 0 && groups < 4 * nnz(matrix),
        "only offsets for 17, other values and the groups are new",
      );
      for (const product of [narrow, padded, wide, unweighted]) await product.check();
      for (const product of [padded, wide, narrow, unweighted]) product.close();
      assert.equal(device.ledger.live, 0);
    },
    [2],
  );
}

testOnAdapter("plans on WebGPU share a matrix in all widths", async (device) => {
  await checkLifetimes(device);
  // The matrix is wide enough to be dispatched in several ranges.
  Object.assign(device, { dispatchWork: 2 ** 20 });
  const widths = [1, 16, 100];
  const products = [];
  for (const width of widths) products.push(await Product.of(device, matrix, width));
  const { dispatches } = products[2].plan.facts!;
  assert.ok(dispatches > 1);
  const bytes = bytesBeside(device, widths);
  assert.ok(bytes <= MATRIX_BYTES + (dispatches + 2) * LAUNCH_BYTES, `${bytes} of ${MATRIX_BYTES}`);
  for (const product of products) await product.check();
  for (const product of products) product.close();
  assert.equal(device.ledger.live, 0);
});

testOnAdapter("chunks of a matrix that no binding holds are shared, too", async (device) => {
  const first = await Product.of(device, matrix, 1);
  assert.ok(first.plan.facts!.chunks > 2);
  const once = bytesBeside(device, [1]);
  const second = await Product.of(device, matrix, 1, "memory-aware");
  const launches = first.plan.facts!.dispatches * LAUNCH_BYTES;
  assert.ok(bytesBeside(device, [1, 1]) <= once + launches, "the chunks came twice");
  first.close();
  await second.check();
  second.close();
  assert.equal(device.ledger.live, 0);
}, { bindingBytes: 50_000 });

Deno.test("devices share no arrays, nor do operands that were staged separately", async () => {
  const devices = [openWasmDevice({ threads: 1 }), openWasmDevice({ threads: 1 })];
  const products = await Promise.all(devices.map((device) => Product.of(device, matrix, 8)));
  for (const device of devices) assert.ok(bytesBeside(device, [8]) >= MATRIX_BYTES);
  for (const product of products) product.close();
  const [device] = devices;
  const problem = { matrix, features: new Float32Array(matrix.cols * 8).fill(1), width: 8 };
  const sets = [spmm.stage(device, problem), spmm.stage(device, problem)];
  const plans = await Promise.all(
    sets.map((operands) => prepareKernel(kernelOn(device, "row-split"), device, operands, 8)),
  );
  assert.ok(
    bytesBeside(device, [8, 8]) >= 2 * MATRIX_BYTES,
    "a set of operands that rotates must be its own",
  );
  for (const plan of plans) plan.destroy();
  for (const operands of sets) spmm.release(device, operands);
  assert.equal(device.ledger.live, 0);
  for (const each of devices) each.close();
});

Deno.test("a plan without room in memory keeps the arrays of other plans, and frees its own", async () => {
  const dense = (16 + 160) * (matrix.rows + matrix.cols);
  const device = openWasmDevice({ threads: 1, memoryBytes: MATRIX_BYTES + dense + 4096 });
  const small = await Product.of(device, matrix, 4);
  const before = device.ledger.live;
  // X and Y fit into the memory, offsets for another stride of X do not.
  await assert.rejects(() => Product.of(device, matrix, 40), OutOfMemoryError);
  assert.equal(device.ledger.live, before);
  await small.check();
  small.close();
  assert.equal(device.ledger.live, 0);
  device.close();
});

/**
 * Device that reports an error after the work, as a GPU does when its memory is full, and frees the buffers
 * that it allocated.
 */
function lateFailure() {
  const buffers = new Set<DeviceBuffer>();
  let fails = false;
  const device = {
    buffers,
    shared: new WeakMap(),
    failFromNow: () => fails = true,
    allocate(label: string, bytes: number): DeviceBuffer {
      const buffer = { label, bytes };
      buffers.add(buffer);
      return buffer;
    },
    write: () => {},
    free: (buffer: DeviceBuffer) => buffers.delete(buffer),
    async guard<T>(action: string, work: () => T | Promise<T>): Promise<T> {
      const before = new Set(buffers);
      const result = await work();
      if (!fails) return result;
      for (const buffer of buffers) if (!before.has(buffer)) buffers.delete(buffer);
      throw new OutOfMemoryError({ action, current: "no memory", wanted: "memory", next: "stop" });
    },
  };
  return device;
}

Deno.test("an error that a GPU reports after building releases shared arrays, so that none is leaked or used after free", async () => {
  const stub = lateFailure();
  const device = stub as unknown as Device;
  const [shared, own] = [Uint32Array.of(1, 2), Uint32Array.of(3)];
  const plan = await planSharing(device, "first", (share) => {
    share("shared", { of: shared });
    return { run: () => {}, destroy: () => {} };
  });
  assert.equal(stub.buffers.size, 1);
  stub.failFromNow();
  await assert.rejects(() =>
    planSharing(device, "second", (share) => {
      share("shared", { of: shared });
      share("own", { of: own });
      return { run: () => {}, destroy: () => {} };
    }), OutOfMemoryError);
  assert.equal(stub.buffers.size, 1, "the first plan's array");
  plan.destroy();
  assert.equal(stub.buffers.size, 0);
});
