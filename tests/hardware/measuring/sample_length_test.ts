/**
 * Length of samples and of the warm-up before them.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device, TimerKind } from "../../../hardware/device.ts";
import { shortestSample, warmUp } from "../../../hardware/measuring/sample_length.ts";
import { underClock } from "../../under_clock.ts";

const plan = { run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} };

Deno.test("the shortest sample is the plan's own, else that of its clock, else the device's", () => {
  const device = (timer: TimerKind, shortestSampleMs?: number) =>
    ({ timer, ...(shortestSampleMs && { shortestSampleMs }) }) as Device;
  const own = { ...plan, time: (calls: number) => Promise.resolve(calls) };
  assert.equal(shortestSample(device("gpu-timestamp", 100), { ...own, leastSampleMs: 7 }), 7);
  assert.equal(shortestSample(device("gpu-timestamp", 100), own), 20, "the wall clock's");
  assert.equal(shortestSample(device("gpu-timestamp", 100), plan), 100);
  assert.equal(shortestSample(device("gpu-timestamp"), plan), 2);
  assert.equal(shortestSample(device("wall-slope"), plan), 500);
});

Deno.test("a warm-up waits for two executions, for one where it is long, and tells their times", async () => {
  for (const [firstMs, executions] of [[99, 2], [100, 1]]) {
    await underClock(async (pass) => {
      const device = {
        backend: "x86",
        waits: 0,
        finish: () => {
          device.waits++;
          pass(runs === 1 ? firstMs - 1 : 30);
          return Promise.resolve();
        },
      };
      let runs = 0;
      const run = () => {
        runs++;
        pass(1);
      };
      const { cold, warmMs } = await warmUp(device as unknown as Device, { ...plan, run });
      assert.equal(runs, executions);
      assert.deepEqual(cold, { ms: firstMs, waits: 1 });
      assert.equal(warmMs, executions === 1 ? firstMs : 31);
    });
  }
});

Deno.test("a plan that allocates in each execution settles after the first, in place of a second one", async () => {
  const times = [500, 130], asked: string[] = [];
  const own = {
    ...plan,
    time: (calls: number) => {
      asked.push(`time ${calls}`);
      return Promise.resolve(times.shift()!);
    },
    settle: () => {
      asked.push("settle");
      return Promise.resolve(80);
    },
    timeScale: 4,
  };
  const device = { backend: "x86", waits: 0 } as unknown as Device;
  const { cold, warmMs } = await warmUp(device, own);
  assert.deepEqual(asked, ["time 1", "settle"]);
  assert.deepEqual([cold.ms, warmMs], [500, 20]);
});
