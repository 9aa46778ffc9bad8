import assert from "node:assert/strict";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { releaseIdMap, reserveIdMap } from "../../../kernels/id_map/id_map.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import type { FinishOperands } from "../../../kernels/sampling/sampling.ts";
import { sortRowsWebGpu } from "../../../kernels/sampling/sort_rows/webgpu.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

const uploaded = (device: WebGpuDevice, words: Uint32Array<ArrayBuffer>): WebGpuBuffer => {
  const buffer = device.allocate("words", words.byteLength);
  device.write(buffer, words);
  return buffer;
};

testOnAdapter(
  "a batch of more rows than there is room for is reported, and the others stay",
  async (device) => {
    const rows = Uint32Array.of(0, 2, 4, 6, 8), local = Uint32Array.of(1, 0, 3, 2, 5, 4, 7, 6);
    const map = reserveIdMap(device, { capacity: local.length, keptCapacity: 4, distinct: local.length });
    device.write(map.sizes, Uint32Array.of(4, local.length));
    device.write(map.local, local);
    device.write(map.counters, Uint32Array.of(4, 0, 0, 0));
    const rowPtr = uploaded(device, rows), report = uploaded(device, new Uint32Array(4));
    // A buffer for two rows has no offsets of later ones: what is read in their place may end before it
    // begins, and a sort would not come back.
    const operands = { maxRows: 2, rowPtr, map, layer: 0, report } as FinishOperands<WebGpuBuffer>;
    const plan = await prepareKernel(sortRowsWebGpu, device, operands, 0);
    plan.run();
    assert.deepEqual([...new Uint32Array(await device.read(report))], [4, 8, 4, 0]);
    assert.deepEqual([...new Uint32Array(await device.read(map.local))], [0, 1, 2, 3, 5, 4, 7, 6]);
    plan.destroy();
    releaseIdMap(device, map);
    for (const buffer of [rowPtr, report]) device.free(buffer);
  },
);
