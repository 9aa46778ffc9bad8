/**
 * Samples of the measuring loop: the untimed execution before each, their least length, first executions, and
 * contenders that are compared with themselves.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import type { Device } from "../../../hardware/device.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import type { MeasuringOptions } from "../../../hardware/measuring/options.ts";

const options: MeasuringOptions = {
  seed: 1,
  minRounds: 6,
  maxRounds: 6,
  preparations: 3,
  budgetMs: 60_000,
  narrow: 0.01,
};

const device = {
  timer: "wall",
  limits: { memoryBytes: 100 },
  ledger: { live: 0, peak: 0 },
  waits: 0,
} as unknown as Device;

/** A contender with a clock of its own: the call after the others' turns is slow, as after a sleep. */
function sleeper(
  id: string,
  { warmMs, asleepMs, bytes = 1 }: { warmMs: number; asleepMs: number; bytes?: number },
  log: string[],
): TimedContender {
  return {
    id,
    bytes,
    prepare: () =>
      Promise.resolve({
        time: (calls: number) => {
          const isAwake = log.at(-1) === id;
          log.push(id);
          return Promise.resolve((isAwake ? warmMs : asleepMs) + (calls - 1) * warmMs);
        },
        recheck: () => Promise.resolve(),
        destroy: () => {},
      }),
  };
}

Deno.test("a contender that falls asleep while others run is timed awake, by two executions or more", async () => {
  const log: string[] = [];
  const contenders = ["a", "b"].map((id) => sleeper(id, { warmMs: 30, asleepMs: 60 }, log));
  const { samples, cold } = await measure(device, contenders, options);
  assert.equal(samples.length, 12);
  for (const { ms, calls } of samples) assert.deepEqual([ms, calls], [30, 2]);
  // One a preparation, and none of them a sample.
  assert.deepEqual(cold.get("a")?.map(({ ms }) => ms >= 30), [true, true, true]);
  assert.equal(cold.get("b")?.[0].ms, 60);
});

Deno.test("a sample is as long as the clock needs in time that passes, whatever its time stands for", async () => {
  for (const timeScale of [0.1, 10, 32]) {
    const passedMs = 5,
      contender: TimedContender = {
        id: "a",
        bytes: 1,
        prepare: () =>
          Promise.resolve({
            time: (calls: number) => Promise.resolve(timeScale * calls * passedMs),
            timeScale,
            recheck: () => Promise.resolve(),
            destroy: () => {},
          }),
      };
    const { samples, cold } = await measure(device, [contender], options);
    for (const { ms, calls } of samples) assert.deepEqual([ms, calls], [timeScale * passedMs, 5]);
    assert.equal(cold.get("a")?.[0].ms, timeScale * passedMs);
  }
});

Deno.test("an execution of a second wakes up within itself, and is a sample alone", async () => {
  const log: string[] = [];
  const contenders = ["a", "b"].map((id) => sleeper(id, { warmMs: 1000, asleepMs: 1020 }, log));
  const { samples } = await measure(device, contenders, options);
  for (const { calls } of samples) assert.equal(calls, 1);
  assert.ok(samples.some(({ ms }) => ms === 1020), "no untimed execution came before");
});

Deno.test("an execution that is surely long enough is not probed: it runs once a preparation and once a round", async () => {
  const log: string[] = [], contenders = [sleeper("a", { warmMs: 2000, asleepMs: 2000 }, log)];
  const { samples } = await measure(device, contenders, options);
  assert.equal(samples.length, 6);
  assert.equal(log.length, 3 + 6);
});

Deno.test("samples by a plan's own clock hold no waits of the device, those by the wall clock all of them", async () => {
  const waiting = { ...device, waits: 0 };
  const contender = (id: string, clock?: "wall"): TimedContender => ({
    id,
    bytes: 1,
    ...(clock && { clock }),
    prepare: () =>
      Promise.resolve({
        time: (calls: number) => {
          waiting.waits++;
          return Promise.resolve(30 * calls);
        },
        recheck: () => Promise.resolve(),
        destroy: () => {},
      }),
  });
  // Together, and in pairs, where the mean of two samples counts.
  for (const bytes of [1, 60]) {
    const contenders = [contender("own"), contender("wall", "wall")].map((each) => ({ ...each, bytes }));
    const { samples, cold } = await measure(waiting, contenders, options);
    const waits = (wanted: string) =>
      new Set(samples.flatMap(({ contender, waits, calls }) => contender === wanted ? [waits * calls] : []));
    assert.deepEqual([waits("own"), waits("wall")], [new Set([0]), new Set([1])]);
    assert.deepEqual(["own", "wall"].map((id) => cold.get(id)![0].waits), [0, 1]);
  }
});

Deno.test("a contender that is compared with itself takes a second sample a round, which is none of its samples", async () => {
  const log: string[] = [];
  const plain = sleeper("plain", { warmMs: 30, asleepMs: 60 }, log);
  const compared: TimedContender = {
    ...sleeper("compared", { warmMs: 20, asleepMs: 40 }, log),
    selfCompared: true,
  };
  for (const bytes of [1, 60]) {
    const taken: string[] = [];
    const { samples, selfPairs } = await measure(
      device,
      [plain, compared].map((contender) => ({ ...contender, bytes })),
      { ...options, onPhase: (id, phase) => phase === "sample" && taken.push(id) },
    );
    const [ofPlain, ofCompared] = ["plain", "compared"].map((id) =>
      taken.filter((each) => each === id).length
    );
    assert.deepEqual([ofPlain, ofCompared], [bytes === 1 ? 6 : 12, 12]);
    assert.equal(samples.filter(({ contender }) => contender === "compared").length, 6);
    assert.deepEqual([...selfPairs.keys()], ["compared"]);
    const pairs = selfPairs.get("compared")!;
    assert.equal(pairs.length, 6, `${bytes} bytes`);
    assert.deepEqual([...new Set(pairs.map(({ preparation }) => preparation))], [0, 1, 2]);
    for (const { numerator, denominator } of pairs) assert.deepEqual([numerator, denominator], [20, 20]);
  }
});

/** A contender with a clock of its own, whose first execution after each preparation is slow. */
function slowAtFirst(firstMs: number, warmMs: number, calls: number[]): TimedContender {
  return {
    id: "a",
    bytes: 1,
    prepare: () => {
      let isFirst = true;
      return Promise.resolve({
        time: (count: number) => {
          calls.push(count);
          const ms = (isFirst ? firstMs : warmMs) + (count - 1) * warmMs;
          isFirst = false;
          return Promise.resolve(ms);
        },
        recheck: () => Promise.resolve(),
        destroy: () => {},
      });
    },
  };
}

Deno.test("a slow first execution after a preparation makes no sample shorter, and none without an untimed execution", async () => {
  for (const firstMs of [150, 400]) {
    const timed: number[] = [];
    const { samples } = await measure(device, [slowAtFirst(firstMs, 1, timed)], options);
    for (const { ms, calls } of samples) {
      assert.equal(ms, 1);
      assert.ok(calls * ms >= 20, `${calls} calls of ${ms} ms after ${firstMs} ms`);
    }
    for (const [i, calls] of timed.entries()) if (calls > 1) assert.equal(timed[i - 1], 1);
  }
});

Deno.test("samples that disturbed probes made too short become longer", async () => {
  let calls = 0;
  const disturbed: TimedContender = {
    id: "a",
    bytes: 1,
    prepare: () =>
      Promise.resolve({
        time: (count: number) => Promise.resolve(count * (calls++ < 8 ? 30 : 1)),
        recheck: () => Promise.resolve(),
        destroy: () => {},
      }),
  };
  const { samples } = await measure(device, [disturbed], { ...options, preparations: 1 });
  assert.equal(samples.length, 6);
  for (const { ms, calls } of samples.slice(3)) assert.ok(calls * ms >= 20, `${calls} calls of ${ms} ms`);
});

Deno.test("a sample of the shortest executions lasts as long as the clock needs, too", async () => {
  const fast = slowAtFirst(0.01, 0.01, []);
  const { samples } = await measure(device, [fast], options);
  for (const { ms, calls } of samples) assert.ok(calls * ms >= 20, `${calls} calls of ${ms} ms`);
});
