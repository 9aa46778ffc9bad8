/**
 * Rounds with all plans on the device: which fit, when the last sample is checked, and what is freed.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { fitTogether, measure } from "../../../hardware/measuring/measure.ts";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { underClock } from "../../under_clock.ts";
import { type SimulatedContender, simulatedDevice } from "../simulated_device.ts";
import { THIRTEEN_ROUNDS as options } from "./measuring_options.ts";

Deno.test("contenders fit into 70 % of the memory beside what lies there; shared bytes count once", () => {
  const device = (live: number) =>
    ({ ledger: { live, peak: live }, limits: { memoryBytes: 1000 } }) as unknown as Device;
  const { contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const plain = (bytes: number) => contender("plain", 1, bytes);
  const graph = {}, another = {};
  const sharing = (by: object) => ({ ...contender("sharing", 1, 100), shared: { by, bytes: 200 } });
  const ready: TimedContender = {
    ...plain(600),
    ready: { run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} },
  };
  const cases: [fits: boolean, live: number, contenders: TimedContender[]][] = [
    [true, 0, [plain(300), plain(400)]],
    [false, 0, [plain(300), plain(401)]],
    [true, 200, [plain(500)]],
    [false, 201, [plain(500)]],
    [true, 600, [ready, plain(100)]],
    [false, 600, [ready, plain(101)]],
    [true, 0, [sharing(graph), sharing(graph), plain(300)]],
    [false, 0, [sharing(graph), sharing(graph), plain(301)]],
    [true, 0, [sharing(graph), sharing(another), plain(100)]],
    [false, 0, [sharing(graph), sharing(another), plain(101)]],
  ];
  for (const [i, [fits, live, contenders]] of cases.entries()) {
    assert.equal(fitTogether(device(live), contenders), fits, `case ${i}`);
  }
});

Deno.test("contenders on a CPU stay there at once where twice as much of the machine's memory is free", () => {
  const { contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const contenders = [contender("one", 1, 100), contender("two", 1, 200)];
  const fits = (backend: "x86" | "wasm" | "webgpu", free: number) => {
    const device = { backend, ledger: { live: 50, peak: 50 }, limits: { memoryBytes: 1000 } };
    return fitTogether(device as Pick<Device, "backend" | "limits" | "ledger">, contenders, () => free);
  };
  for (const backend of ["x86", "wasm"] as const) {
    assert.deepEqual([fits(backend, 600), fits(backend, 599)], [true, false]);
  }
  assert.equal(fits("webgpu", 0), true);
});

/** A contender of which each execution is told, with its number. */
function counted(own: SimulatedContender, executed: (execution: number) => void): TimedContender {
  let executions = 0;
  return {
    ...own,
    prepare: async (preparation) => {
      const plan = await own.prepare(preparation);
      return {
        ...plan,
        run: () => {
          plan.run();
          executed(++executions);
        },
      };
    },
  };
}

Deno.test("a check at a look does not stand for one after the rounds that follow it", async () => {
  const { device, contender, rechecked } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  await underClock(async (pass) => {
    // A round has three executions. The look is before the third, and in a later one the budget is spent.
    const slow = counted(contender("a", 30), (execution) => pass(execution < 20 ? 0 : 60));
    const rounds = { minRounds: 2, maxRounds: 30, preparations: 1, narrow: -1, budgetMs: 50 };
    const measured = await measure(device, [slow], { ...options, ...rounds });
    assert.ok(measured.rounds > 3 && measured.rounds < 8, `${measured.rounds} rounds`);
  });
  assert.equal(rechecked.length, 2);
});

Deno.test("rounds end at the last look that they reach in time, at the pace of the round before", async () => {
  for (const [narrowingMs, wanted] of [[180, 15], [250, 23], [330, 31], [9999, 39]]) {
    const { device, contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
    await underClock(async (pass) => {
      // A round has three executions, 9 ms; the eight up to another look take 72 ms.
      const contenders = [counted(contender("a", 30), () => pass(3))];
      const ends = { minRounds: 15, maxRounds: 39, preparations: 1, narrow: -1, narrowingMs };
      assert.equal((await measure(device, contenders, { ...options, ...ends })).rounds, wanted);
    });
  }
});

Deno.test("every plan is destroyed once, also where its contender fails later or another is interrupted", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const [a, b] = [contender("a", 30), contender("b", 30)];
  const failing: TimedContender = {
    ...b,
    prepare: (preparation) => preparation === 0 ? b.prepare(0) : Promise.reject(new Error("no more")),
  };
  await measure(device, [a, failing], options);
  assert.equal(live(), 0);
  const stopping = { ...a, prepare: () => Promise.reject(new Interrupted("SIGINT")) };
  const ready = { ...b, ready: await b.prepare(0) };
  await assert.rejects(measure(device, [stopping, ready], options), Interrupted);
  assert.equal(live(), 0);
});
