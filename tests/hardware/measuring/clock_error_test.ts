/**
 * Samples whose clock was set anew meanwhile: they are taken again, and what runs once is timed by the wall.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { ClockError, measuredAgain } from "../../../hardware/measuring/clock_error.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import { timeOnce } from "../../../hardware/measuring/time_once.ts";

/** A GPU of 5 ms an execution whose clock is set anew in some of its measurements, counted from 1. */
function gpu(setAnew: (measurement: number) => boolean): Device {
  let measurements = 0;
  return {
    backend: "webgpu",
    adapterKind: "hardware",
    timer: "gpu-timestamp",
    limits: { memoryBytes: 100 },
    ledger: { live: 0, peak: 0 },
    waits: 0,
    finish: () => Promise.resolve(),
    time: (_run: () => void, calls: number) =>
      setAnew(++measurements) ? Promise.reject(new ClockError(17)) : Promise.resolve(5 * calls),
  } as unknown as Device;
}

const contender = {
  id: "a",
  bytes: 1,
  prepare: () => Promise.resolve({ run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} }),
};
const options = { seed: 1, minRounds: 6, maxRounds: 6, preparations: 3, budgetMs: 60_000, narrow: 0.01 };

Deno.test("samples are taken again where the clock was set anew, whichever they are", async () => {
  for (const every of [2, 3, 5]) {
    const { samples, failures } = await measure(gpu((at) => at % every === 0), [contender], options);
    assert.equal(failures.size, 0);
    assert.deepEqual(samples.map(({ ms }) => ms), Array(6).fill(5));
  }
});

Deno.test("a clock that never runs on fails the contender, by name", async () => {
  const { samples, failures } = await measure(gpu(() => true), [contender], options);
  assert.equal(samples.length, 0);
  assert.ok(failures.get("a") instanceof ClockError);
});

Deno.test("what runs once is timed by the wall where the clock was set anew, and other errors stay", async () => {
  assert.equal(await timeOnce(gpu(() => false), () => {}), 5);
  assert.equal(await timeOnce(gpu(() => true), () => {}), 17);
  let tries = 0;
  await assert.rejects(measuredAgain(() => Promise.reject(new TypeError(`try ${++tries}`))), /try 1/);
  assert.equal(tries, 1);
});
