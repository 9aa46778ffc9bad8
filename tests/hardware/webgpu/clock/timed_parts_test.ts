/**
 * Work that is timed once: on an adapter with one wait for all parts that follow each other.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../../../hardware/device.ts";
import { onceTimer, timeEach } from "../../../../hardware/measuring/time_once.ts";
import { computePipeline } from "../../../../hardware/webgpu/pipeline.ts";
import { testOnNewDevice } from "../any_adapter.ts";

const COUNT = `
override ROUNDS: u32 = 1;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = data[id.x];
  for (var i = 0u; i < ROUNDS; i++) { sum = (sum ^ i) * 1664525u + 1u; }
  data[id.x] = sum;
}`;

testOnNewDevice(
  "parts run once and in order, each has its own time, and the host waits once",
  async (device) => {
    if (!device.gpu.features.has("timestamp-query")) return;
    const buffer = device.allocate("numbers", 64 * 256), copy = device.allocate("copy", 64 * 256);
    const run = async (rounds: number) => {
      const pipeline = await computePipeline(device, {
        label: "count",
        source: COUNT,
        constants: { ROUNDS: rounds },
      });
      const group = device.bindGroup(pipeline, [buffer]);
      return () => device.dispatch(pipeline, group, [64, 1, 1]);
    };
    const order: string[] = [];
    const named = (name: string, work: () => void) => () => {
      order.push(name);
      work();
    };
    const short = await run(1), long = await run(20_000);
    // The first execution compiles.
    short();
    long();
    await device.finish();
    const before = device.waits;
    const times = await device.timeParts([
      named("short", short),
      named("nothing", () => {}),
      named("long", long),
      named("copy", () => device.copy({ buffer }, { buffer: copy }, buffer.bytes)),
    ]);
    assert.equal(device.waits - before, 1);
    assert.deepEqual(order, ["short", "nothing", "long", "copy"]);
    assert.equal(times[1], 0);
    // An emulated GPU shares its cores with other programs: the short part may wait for one, not every time.
    const tried: (readonly number[])[] = [[times[0], times[2]]];
    while (tried.length < 10 && !tried.some(([some, more]) => more > some)) {
      tried.push(await device.timeParts([short, long]));
    }
    assert.ok(tried.some(([some, more]) => more > some), tried.join("; "));
    assert.ok(times[3] >= 0);
    assert.deepEqual(await device.timeParts([]), []);
    for (const each of [buffer, copy]) device.free(each);
  },
);

Deno.test("a device with its own clock times what runs once by it, one without by the wall", async () => {
  const timers = { "gpu-timestamp": "gpu-timestamp", "wall-slope": "wall", "wall": "wall" } as const;
  for (const timer of ["gpu-timestamp", "wall-slope", "wall"] as const) {
    assert.equal(onceTimer({ timer }), timers[timer]);
  }
  const runs: string[] = [];
  const device = {
    backend: "wasm",
    timer: "wall",
    time: (run: () => void, calls: number) => Promise.try(run).then(() => calls * 3),
  } as unknown as Device;
  assert.deepEqual(await timeEach(device, [() => runs.push("a"), () => runs.push("b")]), [3, 3]);
  assert.deepEqual(runs, ["a", "b"]);
});
