import assert from "node:assert/strict";
import { measureRate } from "../../../../hardware/webgpu/clock/timer.ts";
import { measureRoofline } from "../../../../hardware/webgpu/probes/roofline.ts";
import { computePipeline } from "../../../../hardware/webgpu/pipeline.ts";
import type { WebGpuDevice } from "../../../../hardware/webgpu/device.ts";
import { OutOfMemoryError } from "../../../../platform/errors.ts";
import { median } from "../../../../platform/statistics/median.ts";
import { testOnNewDevice } from "../any_adapter.ts";

const SPIN = `
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = data[id.x];
  for (var i = 0u; i < 400u; i++) { x = fma(x, 0.99, 0.5); }
  data[id.x] = x;
}`;

async function spin(device: WebGpuDevice): Promise<() => void> {
  const pipeline = await computePipeline(device, { label: "spin", source: SPIN });
  const group = device.bindGroup(pipeline, [device.allocate("data", 64 * 64 * 4)]);
  return () => device.dispatch(pipeline, group, [64, 1, 1]);
}

testOnNewDevice("eight times the calls take about eight times as long", async (device) => {
  const run = await spin(device), tried: string[] = [];
  await device.time(run, 4);
  // An emulated GPU shares its cores with other programs; a clock that counts no calls never does.
  const isEightfold = async () => {
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++) {
      ratios.push(await device.time(run, 64) / await device.time(run, 8));
    }
    tried.push(ratios.join(", "));
    const middle = median(ratios);
    return middle > 4 && middle < 16;
  };
  let right = false;
  for (let tries = 0; tries < 6 && !right; tries++) right = await isEightfold();
  assert(right, tried.join("; "));
});

testOnNewDevice("a timer that is trusted agrees with the wall clock", async (device) => {
  const { timer, ratio, quantumNs } = device.calibration;
  if (timer === "wall-slope") {
    console.log(`no trusted timestamps on ${device.name}: ratio ${ratio}`);
    return;
  }
  assert(Math.abs(ratio! - 1) <= 0.15);
  assert(quantumNs! >= 1);
  const run = await spin(device);
  const { wallMs, pass } = await device.batch(run, 200);
  assert(pass!.ms > 0 && pass!.ms <= wallMs, `${pass!.ms} ms by timestamps, ${wallMs} by the wall`);
});

testOnNewDevice("clears and copies between passes are timed too", async (device) => {
  if (device.timer !== "gpu-timestamp") return;
  const large = device.allocate("large", 32 * 2 ** 20);
  // Both clocks of one batch: of two, other programs may disturb one.
  const { wallMs, pass } = await device.batch(() => device.clear(large), 8);
  assert(pass!.ms > 0.1 * (wallMs - 12), `${pass!.ms} ms of ${wallMs}`);
  assert(pass!.ms > 0 && await device.time(() => device.clear(large), 8) > 0);
});

testOnNewDevice("more passes than one query set holds are all timed", async (device) => {
  const [from, to] = ["from", "to"].map((label) => device.allocate(label, 16));
  // A copy ends the pass, so every call makes one of its own: 2,100 passes, 4,200 queries.
  const pipeline = await computePipeline(device, {
    label: "nothing",
    source: "@compute @workgroup_size(1) fn main() {}",
  });
  const group = device.gpu.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [] });
  const bestOfThree = async (calls: number) => {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      times.push(
        await device.time(() => {
          device.copy({ buffer: from }, { buffer: to }, 16);
          device.dispatch(pipeline, group, [1, 1, 1]);
        }, calls),
      );
    }
    return Math.min(...times);
  };
  // An emulated GPU shares its cores with other tests; passes that are not timed are never timed.
  const tried: string[] = [];
  const isTimed = async () => {
    const ms = await bestOfThree(2100), few = await bestOfThree(210);
    tried.push(`${ms} ms for 2,100 calls, ${few} for 210`);
    return ms > 3 * few && ms < 30 * few;
  };
  assert(await isTimed() || await isTimed() || await isTimed(), tried.join("; "));
});

testOnNewDevice("work is cut into submissions, and the plan's result does not change", async (device) => {
  const submit = device.gpu.queue.submit.bind(device.gpu.queue);
  let submissions = 0;
  device.gpu.queue.submit = (buffers) => {
    submissions++;
    submit(buffers);
  };
  const source = `@group(0) @binding(0) var<storage, read_write> n: array<u32>;
    @compute @workgroup_size(1) fn main() { n[0] += 1u; }`;
  const pipeline = await computePipeline(device, { label: "count", source });
  const counter = device.allocate("n", 4);
  device.clear(counter);
  const group = device.bindGroup(pipeline, [counter]);
  for (let i = 0; i < 10; i++) device.dispatch(pipeline, group, [1, 1, 1], device.dispatchWork / 2);
  await device.finish();
  assert.equal(submissions, 5);
  assert.equal(new Uint32Array(await device.read(counter))[0], 10);
});

testOnNewDevice("the roofline probe finds positive limits and returns its memory", async (device) => {
  const { copyGBs, readGBs, gflops } = await measureRoofline(device);
  for (const value of [copyGBs, readGBs, gflops]) assert(value > 0.01 && value < 1e7, `${value}`);
  assert.equal(device.ledger.live, 0);
});

/** Makes a device refuse buffers of more than `most` bytes, as one does whose memory nothing tells. */
function refuseAbove(device: WebGpuDevice, most: number): void {
  const allocate = device.allocate.bind(device);
  device.allocate = (label, bytes) => {
    if (bytes <= most) return allocate(label, bytes);
    throw new OutOfMemoryError({ action: `allocate "${label}"`, current: "no room", wanted: "", next: "" });
  };
}

testOnNewDevice("the roofline probe takes arrays that an adapter has room for", async (device) => {
  refuseAbove(device, 5 * 2 ** 20);
  assert.equal((await measureRoofline(device)).bytes, 4 * 2 ** 20);
  assert.equal(device.ledger.live, 0);
  refuseAbove(device, 2 ** 20);
  await assert.rejects(measureRoofline(device), OutOfMemoryError);
  assert.equal(device.ledger.live, 0);
});

testOnNewDevice(
  "the rate of a launch is about that of the roofline's arithmetic, and its memory is returned",
  async (device) => {
    const before = device.ledger.live, rate = await measureRate(device, 16);
    assert.equal(device.ledger.live, before);
    // 10^9 operations in a second are 10^6 in a millisecond, two a multiply-add; dependent ones are slower.
    const { gflops } = await measureRoofline(device);
    assert(
      rate > 0 && rate < 10 * gflops * 1e6 / 2,
      `${rate} multiply-adds in 1 ms, roofline ${gflops} GFLOP/s`,
    );
  },
);
