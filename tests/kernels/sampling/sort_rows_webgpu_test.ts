import assert from "node:assert/strict";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { releaseIdMap, reserveIdMap } from "../../../kernels/id_map/id_map.ts";
import { type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import type { FinishOperands } from "../../../kernels/sampling/sampling.ts";
import { sortRowsWebGpu } from "../../../kernels/sampling/sort_rows/webgpu.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

const uploaded = (device: WebGpuDevice, words: Uint32Array<ArrayBuffer>): WebGpuBuffer => {
  const buffer = device.allocate("words", words.byteLength);
  device.write(buffer, words);
  return buffer;
};

/** Rows to sort, and the numbers that the sort knows of them in advance. */
interface Rows extends Pick<FinishOperands, "maxRows" | "longestRow"> {
  readonly rowPtr: Uint32Array<ArrayBuffer>;
  /** Number of the batch's rows; all that `rowPtr` has when absent. */
  readonly rows?: number;
  readonly local: Uint32Array<ArrayBuffer>;
  /** Values beside the local ids; none when absent. */
  readonly values?: Uint32Array<ArrayBuffer>;
  readonly parameters?: ParameterValues;
}

/** Sorts rows on a device; returns their report, ids and values. */
async function sortOn(
  device: WebGpuDevice,
  { maxRows, longestRow, rowPtr, rows = rowPtr.length - 1, local, values, parameters = {} }: Rows,
): Promise<readonly number[][]> {
  const map = reserveIdMap(device, { capacity: local.length, keptCapacity: 4, distinct: local.length });
  device.write(map.sizes, Uint32Array.of(rows, local.length));
  device.write(map.local, local);
  device.write(map.counters, Uint32Array.of(4, 0, 0, 0));
  const offsets = uploaded(device, rowPtr), report = uploaded(device, new Uint32Array(4));
  const beside = values && uploaded(device, values);
  const plan = await prepareKernel(
    sortRowsWebGpu,
    device,
    {
      maxRows,
      longestRow,
      rowPtr: offsets,
      map,
      layer: 0,
      report,
      ...(beside && { values: beside }),
    } as FinishOperands<WebGpuBuffer>,
    0,
    { parameters },
  );
  plan.run();
  const read = [report, map.local, ...(beside ? [beside] : [])];
  const found = await Promise.all(read.map(async (each) => [...new Uint32Array(await device.read(each))]));
  plan.destroy();
  releaseIdMap(device, map);
  for (const buffer of [offsets, report, ...(beside ? [beside] : [])]) device.free(buffer);
  return found;
}

testOnAdapter(
  "a batch of more rows than there is room for is reported, and the others stay",
  async (device) => {
    const rowPtr = Uint32Array.of(0, 2, 4, 6, 8), local = Uint32Array.of(1, 0, 3, 2, 5, 4, 7, 6);
    // A buffer for two rows has no offsets of later ones: what is read in their place may end before it
    // begins, and a sort would not come back.
    for (const longestRow of [2, 500]) {
      const [report, sorted] = await sortOn(device, { maxRows: 2, longestRow, rowPtr, local });
      assert.deepEqual(report, [4, 8, 4, 0]);
      assert.deepEqual(sorted, [0, 1, 2, 3, 5, 4, 7, 6]);
    }
  },
);

testOnAdapter(
  "a batch of fewer rows than there is room for leaves what earlier ones left behind",
  async (device) => {
    const rowPtr = Uint32Array.of(0, 2, 4, 6, 8), local = Uint32Array.of(1, 0, 3, 2, 5, 4, 7, 6);
    for (const longestRow of [2, 500]) {
      const [report, sorted] = await sortOn(device, { maxRows: 4, longestRow, rowPtr, rows: 2, local });
      assert.deepEqual(report, [2, 8, 4, 0]);
      assert.deepEqual(sorted, [0, 1, 2, 3, 5, 4, 7, 6]);
    }
  },
);

/** Checks that rows of given lengths are sorted, with and without values. */
async function assertSorted(device: WebGpuDevice, lengths: readonly number[], parameters: ParameterValues) {
  const rowPtr = Uint32Array.of(0, ...lengths);
  for (let row = 0; row < lengths.length; row++) rowPtr[row + 1] += rowPtr[row];
  const local = Uint32Array.from(randomPermutation(rowPtr[lengths.length], new RandomStream(1, "local ids")));
  const values = local.map((id) => 3 * id + 1), longestRow = Math.max(...lengths);
  const wanted = lengths.flatMap((_, row) => [...local.slice(rowPtr[row], rowPtr[row + 1]).sort()]);
  for (const beside of [undefined, values]) {
    const [report, sorted, moved] = await sortOn(device, {
      maxRows: lengths.length,
      longestRow,
      rowPtr,
      local,
      parameters,
      ...(beside && { values: beside }),
    });
    assert.deepEqual(report, [lengths.length, local.length, 4, 0]);
    assert.deepEqual(sorted, wanted, JSON.stringify(parameters));
    if (beside) assert.deepEqual(moved, wanted.map((id) => 3 * id + 1));
  }
}

testOnAdapter("rows of every kind of length are sorted by every number of invocations", async (device) => {
  const lengths = [0, 1, 2, 3, 63, 64, 65, 0, 127, 128, 129, 255, 256, 257, 500, 1000, 1024, 1025, 0];
  for (const workgroup of [1, 7, 64, 256]) await assertSorted(device, lengths, { workgroup });
  await assertSorted(device, lengths.map((length) => Math.min(length, 64)), {});
});

testOnAdapter("a hub of 20,000 entries is shared by a workgroup", async (device) => {
  // One invocation would go through more iterations than llvmpipe lets it.
  await assertSorted(device, [3, 20_000, 0, 5], {});
});
