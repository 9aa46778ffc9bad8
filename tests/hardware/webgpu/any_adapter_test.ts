/**
 * Tests that share a device share its pipelines, and nothing that one of them has done to it.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { testOnAdapter, testOnNewDevice } from "./any_adapter.ts";

let left: WebGpuDevice | undefined;
const leave = (device: WebGpuDevice) => Promise.resolve(left = device);

testOnAdapter("a test that leaves its device as it was", (device) => {
  device.pipelines.set("compiled", Promise.reject(new Error("nobody waits for it")));
  device.pipelines.get("compiled")!.catch(() => {});
  return leave(device).then(() => {});
});

testOnAdapter("the next test has the same device, with its pipelines", async (device) => {
  assert.ok(device === left && device.pipelines.has("compiled"));
  const buffer = device.allocate("x", 1024);
  device.free(buffer);
  await device.finish();
  assert.equal(device.ledger.peak, 1024);
});

testOnNewDevice("a test may have a device of its own", (device) => {
  assert.ok(device !== left);
  return Promise.resolve();
});

testOnAdapter("lower limits are those of one test", async (device) => {
  assert.ok(device === left && device.limits.bindingBytes === 4096 && device.limits.memoryBytes === 8192);
  assert.throws(() => device.allocate("more than all memory", 8200), OutOfMemoryError);
  await device.finish();
}, { bindingBytes: 4096, memoryBytes: 8192 });

testOnAdapter("the next test has the limits of the adapter again", (device) => {
  assert.ok(device === left && device.limits.bindingBytes > 2 ** 20 && device.limits.memoryBytes > 2 ** 20);
  return Promise.resolve();
});

const CHANGES: Readonly<Record<string, (device: WebGpuDevice) => void>> = {
  "work of a dispatch": (device) => Object.assign(device, { dispatchWork: 1 }),
  "limit": (device) => Object.assign(device.limits, { workgroupsPerAxis: 7 }),
  "memory": (device) => void device.allocate("left", 64),
  "loss": (device) => device.close(),
};
for (const [change, make] of Object.entries(CHANGES)) {
  testOnAdapter(`a device with another ${change}, after one that begins as new`, async (device) => {
    assert.equal(device.ledger.peak, 0, "the peak is the last test's");
    await leave(device);
    make(device);
  });
  testOnAdapter(`is not given to the next test: ${change}`, (device) => {
    assert.ok(device !== left);
    return Promise.resolve();
  });
}
