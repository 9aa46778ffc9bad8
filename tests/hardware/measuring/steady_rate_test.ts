import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import { SteadyRate } from "../../../hardware/measuring/steady_rate.ts";

/** A device whose executions take `ms` of the milliseconds worked so far, and the calls it was asked for. */
function rising(ms: (worked: number) => number, kind: Partial<Device> = {}) {
  const asked: number[] = [];
  let worked = 0;
  const device = {
    backend: "webgpu",
    adapterKind: "hardware",
    time: (_run: () => void, calls: number) => {
      asked.push(calls);
      const each = ms(worked);
      worked += calls * each;
      return Promise.resolve(calls * each);
    },
    ...kind,
  } as unknown as Device;
  return { device, asked, worked: () => worked };
}

const plan = { run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} };

Deno.test("a GPU whose clocks rise for 200 ms is worked until they are high", async () => {
  // From 5 ms an execution down to 1, at the rate at which work goes on.
  const { device, worked } = rising((done) => Math.max(1, 5 - done / 50));
  await new SteadyRate(device).reach(plan, 5);
  assert(worked() >= 200, `${worked()} ms of work`);
});

Deno.test("a steady GPU is looked at a few times, with as many executions as make 20 ms", async () => {
  for (const [ms, calls] of [[2, 10], [3, 7], [50, 1], [1e-9, 1024]]) {
    const { device, asked } = rising(() => ms);
    await new SteadyRate(device).reach(plan, ms);
    assert.deepEqual(asked, [calls, calls, calls]);
  }
});

Deno.test("a GPU that never becomes steady is given up, and the CPU is not looked at", async () => {
  let ms = 1e9;
  const endless = rising(() => ms *= 0.9, { pauses: 0 });
  const rate = new SteadyRate(endless.device);
  await rate.reach(plan, 1);
  assert.equal(endless.asked.length, 25);
  await rate.reach(plan, 1);
  assert.equal(endless.asked.length, 50, "and the next plan does not count on its rate");
  for (const kind of [{ backend: "x86", adapterKind: "none" }, { adapterKind: "software" }] as const) {
    const { device, asked } = rising(() => 1, kind);
    await new SteadyRate(device).reach(plan, 1);
    assert.deepEqual(asked, []);
  }
});

Deno.test("a comparison makes a GPU steady before its first contender alone", async () => {
  const { device, asked } = rising(() => 5, { pauses: 0 });
  const contenders = ["a", "b"].map((id) => ({ id, bytes: 1, prepare: () => Promise.resolve(plan) }));
  const whole = { ...device, timer: "wall", limits: { memoryBytes: 100 }, ledger: { live: 0 }, waits: 0 };
  const finish = () => Promise.resolve(), warmed: Record<string, number> = {};
  const onPhase = (id: string, phase: string) => {
    if (phase === "sample") warmed[id] ??= asked.length;
  };
  const once = {
    seed: 1,
    minRounds: 1,
    maxRounds: 1,
    preparations: 1,
    budgetMs: 1e9,
    narrow: 1,
    sampleMs: 1,
  };
  await measure({ ...whole, finish } as unknown as Device, contenders, { ...once, onPhase });
  // Both are warm before the first sample: three looks, of one of them.
  assert.equal(Math.min(...Object.values(warmed)), 3);
});

Deno.test("a GPU that has not paused since it was steady is not worked again, by another plan either", async () => {
  const kind = { pauses: 3 };
  const { device, asked } = rising(() => 2, kind);
  const rate = new SteadyRate(device);
  await rate.reach(plan, 2);
  await rate.reach({ ...plan }, 2);
  assert.deepEqual(asked, [10, 10, 10]);
  Object.assign(device, { pauses: 4 });
  await rate.reach(plan, 2);
  assert.deepEqual(asked, [10, 10, 10, 10, 10, 10]);
});
