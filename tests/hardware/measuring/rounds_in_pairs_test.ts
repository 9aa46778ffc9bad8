/**
 * Rounds in pairs: contenders whose plans have no room together on a device.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { simulatedDevice } from "../simulated_device.ts";
import { THIRTEEN_ROUNDS as options } from "./measuring_options.ts";

Deno.test("plans that do not fit together are prepared in pairs, A B B A, and never more than one at a time", async () => {
  const { device, contender, mostLive, live } = simulatedDevice({
    drift: 0,
    noise: 0,
    seed: 1,
    memoryBytes: 100,
  });
  const prepared: string[] = [];
  const contenders = ["a", "b", "c"].map((id): TimedContender => {
    const own = contender(id, 30, 40);
    return { ...own, prepare: (preparation) => (prepared.push(id), own.prepare(preparation)) };
  });
  const { samples } = await measure(device, contenders, options);
  assert.equal(mostLive(), 1);
  assert.equal(live(), 0);
  assert.equal(samples.length, 3 * 13);
  for (let round = 0; round < 13; round++) {
    const [first, second, third, fourth, ...odd] = prepared.slice(6 * round, 6 * round + 6);
    assert.deepEqual([third, fourth], [second, first]);
    assert.equal(odd[0], odd[1]);
    assert.equal(new Set([first, second, odd[0]]).size, 3);
  }
});

Deno.test("where plans do not fit together, one that is ready is dropped before any other is prepared", async () => {
  const { device, contender, live, mostLive } = simulatedDevice({
    drift: 0,
    noise: 0,
    seed: 1,
    memoryBytes: 100,
  });
  const [a, b] = [contender("a", 25, 80), contender("b", 25, 80)];
  const all = [a, { ...b, ready: await b.prepare(0) }, contender("c", 25, 80)];
  const rounds = { minRounds: 2, maxRounds: 2, preparations: 1 };
  const { cold } = await measure(device, all, { ...options, ...rounds });
  assert.deepEqual([live(), mostLive(), cold.get("b")!.length > 0], [0, 1, true]);
});

Deno.test("where memory ends though no driver told how much there is, all are measured in pairs", async () => {
  const simulated = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes: Number.MAX_SAFE_INTEGER });
  const { device, contender, live } = simulated, room = 2;
  const inTwo = (id: string, bytes = 40): TimedContender => {
    const own = contender(id, 30, bytes);
    const prepare = (preparation: number) => {
      if (live() < room && id !== "huge") return own.prepare(preparation);
      return Promise.reject(new OutOfMemoryError({ action: "", current: "no room", wanted: "", next: "" }));
    };
    return { ...own, prepare };
  };
  const ready = await inTwo("a").prepare(0);
  const contenders = [{ ...inTwo("a"), ready }, ...["b", "c", "huge"].map((id) => inTwo(id))];
  const { samples, failures, rounds } = await measure(device, contenders, options);
  assert.equal(rounds, 13);
  assert.deepEqual([...failures.keys()], ["huge"]);
  for (const id of ["a", "b", "c"]) {
    assert.equal(samples.filter((sample) => sample.contender === id).length, 13, id);
  }
  assert.equal(live(), 0);
});

Deno.test("where memory ends in a later preparation, samples in pairs are of that one", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const alone = (id: string): TimedContender => {
    const own = contender(id, 30);
    const prepare = (preparation: number) => {
      if (live() === 0 || preparation === 0) return own.prepare(preparation);
      return Promise.reject(new OutOfMemoryError({ action: "", current: "no room", wanted: "", next: "" }));
    };
    return { ...own, prepare };
  };
  const two = { ...options, minRounds: 4, maxRounds: 4, preparations: 2 };
  const { samples, failures } = await measure(device, [alone("a"), alone("b")], two);
  assert.equal(failures.size, 0);
  const of = (id: string) => samples.filter((sample) => sample.contender === id);
  for (const id of ["a", "b"]) assert.deepEqual(of(id).map(({ preparation }) => preparation), [0, 0, 1, 1]);
  assert.equal(live(), 0);
});
