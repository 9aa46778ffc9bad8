import assert from "node:assert/strict";
import { cacheText, capability } from "../../../hardware/cpu/capability.ts";
import { allLastCacheBytes } from "../../../hardware/cpu/cpu_facts.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { WasmDevice } from "../../../hardware/cpu/wasm_device.ts";
import { arrayBytesFor, measureBandwidth, probeWasmRoofline } from "../../../hardware/cpu/wasm_roofline.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";

Deno.test("the probe gives limits of a real machine and returns its memory", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { bandwidthGBs, gflops } = await probeWasmRoofline(device);
    // A 1990s laptop and twice today's fastest socket.
    assert.ok(bandwidthGBs > 0.05 && bandwidthGBs < 2000, `${bandwidthGBs} GB/s`);
    assert.ok(gflops > 0.5 && gflops < 20_000, `${gflops} GFLOP/s`);
    assert.equal(device.ledger.live, 0);
    // Three arrays, each beyond all caches, as far as three fit into 4 GiB.
    const least = Math.min(2 ** 30, Math.max(64 * 2 ** 20, 2 * allLastCacheBytes()));
    assert.ok(device.ledger.peak >= 3 * least, `${device.ledger.peak}`);
  } finally {
    device.close();
  }
});

Deno.test("a small arena is probed with small arrays", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  try {
    assert.ok(await measureBandwidth(device) > 0);
    assert.equal(device.ledger.peak, 3 * 2 ** 18);
  } finally {
    device.close();
  }
});

Deno.test("the CPU is always a device where relaxed SIMD and shared memory are", () => {
  const { present, detail } = capability();
  assert.equal(present, true);
  assert.match(detail, /; 4 GiB for operands; relaxed SIMD yes, shared memory yes/);
});

Deno.test("doctor is told the caches of a core, or that they are taken to be the usual ones", () => {
  const told = [{ bytes: 48 * 2 ** 10, cpus: 1 }, { bytes: 2 ** 21, cpus: 1 }, {
    bytes: 105 * 2 ** 20,
    cpus: 56,
  }];
  assert.equal(cacheText(told), "caches 48 KiB, 2 MiB, 105 MiB");
  assert.equal(cacheText([]), "caches not told by the system, taken to be 32 KiB, 1 MiB, 32 MiB");
});

Deno.test("an array exceeds all last-level caches together, as far as memory goes, and is a power of two", () => {
  const mib = 2 ** 20, all = 4096 * mib - 256;
  assert.equal(arrayBytesFor(all, 32 * mib), 64 * mib);
  assert.equal(arrayBytesFor(all, 8 * mib), 64 * mib);
  // A core complex with 96 MiB, and a socket of twelve with 32 MiB each.
  assert.equal(arrayBytesFor(all, 96 * mib), 256 * mib);
  assert.equal(arrayBytesFor(all, 12 * 32 * mib), 512 * mib);
  assert.equal(arrayBytesFor(128 * mib, 96 * mib), 32 * mib);
});

/** Device that says it has more threads, and the calls that it was given. */
function withThreads(device: WasmDevice, threads: number) {
  const calls: ParallelCall[] = [];
  const wide: WasmDevice = {
    backend: device.backend,
    limits: device.limits,
    ledger: device.ledger,
    threads,
    load: (module) => device.load(module),
    allocate: (label, bytes) => device.allocate(label, bytes),
    allocateNear: (label, bytes) => device.allocateNear(label, bytes),
    clear: (buffer) => device.clear(buffer),
    free: (buffer) => device.free(buffer),
    time: (run, times) => device.time(run, times),
    parallel(call) {
      calls.push(call);
      device.parallel(call);
    },
  } as WasmDevice;
  return { wide, calls };
}

Deno.test("every probe has blocks for all threads of a large machine", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  try {
    const threads = 384, { wide, calls } = withThreads(device, threads);
    await probeWasmRoofline(wide);
    const blocks = new Map(calls.map(({ fn, items, block }) => [fn, items / block]));
    assert.ok(blocks.get("multiplyAdd")! >= 4 * threads, `${blocks.get("multiplyAdd")} blocks`);
    assert.ok(blocks.get("triad")! >= 4 * threads, `${blocks.get("triad")} blocks`);
    assert.equal(blocks.size, 2);
  } finally {
    device.close();
  }
});
