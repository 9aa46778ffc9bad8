import assert from "node:assert/strict";
import { capability } from "../../../hardware/cpu/capability.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { probeWasmRoofline } from "../../../hardware/cpu/roofline.ts";

Deno.test("the probe gives limits of a real machine and returns its memory", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { bandwidthGBs, gatherGBs, gflops, arrayBytes } = await probeWasmRoofline(device);
    // A 1990s laptop and twice today's fastest socket.
    for (const rate of [bandwidthGBs, gatherGBs]) assert.ok(rate > 0.05 && rate < 2000, `${rate} GB/s`);
    assert.ok(gflops > 0.5 && gflops < 20_000, `${gflops} GFLOP/s`);
    assert.equal(arrayBytes, 64 * 2 ** 20);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("a small arena is probed with small arrays", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  try {
    const { arrayBytes, bandwidthGBs } = await probeWasmRoofline(device);
    assert.equal(arrayBytes, 2 ** 18);
    assert.ok(bandwidthGBs > 0);
  } finally {
    device.close();
  }
});

Deno.test("the CPU is always a device where relaxed SIMD and shared memory are", () => {
  const { present, detail } = capability();
  assert.equal(present, true);
  assert.match(detail, /relaxed SIMD yes, shared memory yes/);
});
