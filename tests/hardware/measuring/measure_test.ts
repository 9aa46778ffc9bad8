import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { measure, timesOf } from "../../../hardware/measuring/measure.ts";
import { DeviceError, WrongResultError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { summarizeRatios } from "../../../platform/statistics/mod.ts";
import { underClock } from "../../under_clock.ts";
import { simulatedDevice } from "../simulated_device.ts";
import { THIRTEEN_ROUNDS as options } from "./measuring_options.ts";

Deno.test("drift that would make A...A B...B differ by a third leaves the paired ratio of equal contenders at 1", async () => {
  const { device, contender } = simulatedDevice({ drift: 6, noise: 0.01, seed: 3 });
  const measured = await measure(device, [contender("a", 25), contender("b", 25)], options);
  const { samples } = measured;
  const of = (id: string) => samples.filter((sample) => sample.contender === id);
  for (const id of ["a", "b"]) assert.deepEqual(timesOf(measured, id), of(id).map(({ ms }) => ms));
  const first = of("a")[0].ms, last = of("a").at(-1)!.ms;
  assert.ok(last / first > 1.05, `the clock drifted by ${last / first} only: the test proves nothing`);
  const rounds = of("a").map(({ ms, preparation }, i) => ({
    preparation,
    numerator: ms,
    denominator: of("b")[i].ms,
  }));
  const { median, ciLo, ciHi } = summarizeRatios(rounds, { seed: 1 });
  assert.ok(ciLo < 1 && ciHi > 1 && Math.abs(median - 1) < 0.03, `${median} [${ciLo}, ${ciHi}]`);
});

Deno.test("every round has every contender once, in an order that changes, over the wanted preparations", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const ids = ["a", "b", "c", "d"];
  const told: string[] = [];
  const { samples, rounds, underpowered } = await measure(device, ids.map((id) => contender(id, 30)), {
    ...options,
    onRound: (round, planned) => told.push(`${round} of ${planned}`),
  });
  assert.equal(rounds, 13);
  assert.deepEqual(told, Array.from({ length: 13 }, (_, i) => `${i + 1} of 13`));
  assert.equal(underpowered, false);
  const byRound = Map.groupBy(samples, ({ round }) => round);
  for (const round of byRound.values()) assert.deepEqual(round.map(({ contender: id }) => id).sort(), ids);
  const orders = new Set(
    [...byRound.values()].map((round) => round.map(({ contender: id }) => id).join("")),
  );
  assert.ok(orders.size > 4, `${orders.size} orders in 13 rounds`);
  assert.deepEqual([...new Set(samples.map(({ preparation }) => preparation))], [0, 1, 2]);
  assert.equal(live(), 0);
});

Deno.test("calls a sample are chosen so that it lasts at least as long as the timer wants", async () => {
  const { device, contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const { samples } = await measure(device, [contender("fast", 0.5), contender("slow", 50)], options);
  for (const { contender: id, calls, ms } of samples) {
    assert.ok(calls * ms >= 20, `${id}: ${calls} calls of ${ms} ms`);
    assert.equal(id === "slow" ? calls : 2 * Math.ceil(calls / 100), 2);
  }
});

Deno.test("a plan that is ready is the first that is timed, without a cold time, and is destroyed as others are", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const [a, b] = [contender("a", 25), contender("b", 25)];
  let prepared = 0;
  const ready = await a.prepare(0);
  const counted: TimedContender = {
    ...a,
    ready,
    prepare: (preparation) => {
      prepared++;
      return a.prepare(preparation);
    },
  };
  const rounds = { minRounds: 4, maxRounds: 4, preparations: 2 };
  const { cold, rounds: taken } = await measure(device, [counted, b], { ...options, ...rounds });
  assert.deepEqual([taken, prepared, cold.get("a")?.length, cold.get("b")?.length], [4, 1, 1, 2]);
  assert.equal(live(), 0);
});

Deno.test("a spent budget ends the loop after a whole round, and says that it is underpowered", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  let prepared = 0;
  const all = ["a", "b"].map((id): TimedContender => {
    const own = contender(id, 30);
    return { ...own, prepare: (preparation) => (prepared++, own.prepare(preparation)) };
  });
  const { samples, rounds, underpowered } = await measure(device, all, { ...options, budgetMs: 0 });
  assert.equal(rounds, 1);
  assert.equal(prepared, 2, "no further preparation is begun");
  assert.equal(samples.length, 2);
  assert.ok(underpowered);
  assert.equal(live(), 0);
});

Deno.test("a contender that throws takes nothing with it: all memory is given back", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const failing: TimedContender = { id: "bad", bytes: 1, prepare: () => Promise.reject(new Error("no")) };
  const { samples, failures } = await measure(device, [contender("a", 30), failing], options);
  assert.equal(samples.length, 13);
  assert.ok(failures.get("bad") instanceof DeviceError);
  assert.match(failures.get("bad")!.message, /time "bad": found Error: no/);
  assert.equal(live(), 0);
});

Deno.test("an interrupt in a contender ends the loop; all memory is given back", async () => {
  const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const stopping: TimedContender = {
    id: "stops",
    bytes: 1,
    prepare: () => Promise.reject(new Interrupted("SIGINT")),
  };
  await assert.rejects(measure(device, [contender("a", 30), stopping], options), Interrupted);
  assert.equal(live(), 0);
});

Deno.test("a signal that comes while a CPU computes is heard, and ends the loop before the next sample", async () => {
  const device = openWasmDevice({ threads: 1 }), { memoryBytes } = device.limits;
  for (const [bytes, live] of [[1, 2], [memoryBytes / 2, 1]]) {
    const stop = new AbortController(), reason = new Error("stopped");
    const timer = setTimeout(() => stop.abort(reason), 50);
    let plans = 0, most = 0, runsAfter = 0;
    const computing = (id: string): TimedContender => ({
      id,
      bytes,
      prepare: () => {
        most = Math.max(most, ++plans);
        return Promise.resolve({
          run() {
            runsAfter += Number(stop.signal.aborted);
            for (const begun = performance.now(); performance.now() - begun < 1;);
          },
          recheck: () => (assert.ok(!stop.signal.aborted, "a check behind it"), Promise.resolve()),
          destroy: () => void plans--,
        });
      },
    });
    const limits = { maxRounds: 9999, narrow: 0, budgetMs: 20_000, sampleMs: 5, signal: stop.signal };
    try {
      await assert.rejects(measure(device, ["a", "b"].map(computing), { ...options, ...limits }), reason);
    } finally {
      clearTimeout(timer);
    }
    assert.deepEqual([plans, most], [0, live]);
    assert.ok(runsAfter <= 5 + 2, `${runsAfter} executions after it was heard`);
  }
  device.close();
});

Deno.test("every plan is checked after its last sample, with a seed of its own, prepared together or in pairs", async () => {
  for (const [memoryBytes, checks] of [[1e9, 2 * 3], [100, 2 * 2 * 13]]) {
    const { device, contender, rechecked } = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
    await measure(device, [contender("a", 30, 60), contender("b", 30, 60)], options);
    assert.equal(rechecked.length, checks);
    assert.equal(new Set(rechecked.map(({ seed }) => seed)).size, checks);
    assert.equal(rechecked.filter(({ id }) => id === "a").length, checks / 2);
  }
});

Deno.test("a plan that can have fresh inputs is checked by its last sample alone, prepared together or in pairs", async () => {
  for (const [memoryBytes, checks] of [[1e9, 3], [100, 2 * 13]]) {
    const { device, contender, rechecked } = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
    const plain = contender("a", 30, 60), events: string[] = [];
    const renewing: TimedContender = {
      ...plain,
      prepare: async (preparation) => {
        const plan = await plain.prepare(preparation);
        return {
          ...plan,
          run: () => {
            plan.run();
            events.push("run");
          },
          renew: () => {
            events.push("renew");
            return Promise.resolve(() => Promise.resolve(void events.push("check")));
          },
        };
      },
    };
    await measure(device, [renewing, contender("b", 30, 60)], options);
    assert.equal(events.filter((event) => event === "check").length, checks);
    assert.equal(rechecked.filter(({ id }) => id === "a").length, 0);
    events.forEach((event, i) => {
      if (event === "renew") assert.equal(events[i + 1], "run");
      if (event === "check") assert.ok(events[i - 1] === "run" && events[i + 1] !== "check");
    });
    assert.equal(events.at(-1), "check");
  }
});

Deno.test("a plan whose last sample was not known to be the last is checked by an execution of its own", async () => {
  const { device, contender, rechecked } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const plain = contender("a", 30);
  let renewed = 0;
  const renewing: TimedContender = {
    ...plain,
    prepare: async (preparation) => ({
      ...await plain.prepare(preparation),
      renew: () => Promise.resolve(() => Promise.resolve(void renewed++)),
    }),
  };
  const checks = () => [renewed, rechecked.filter(({ id }) => id === "a").length];
  // Without noise the interval is narrow after the least rounds, as was to be expected.
  await measure(device, [renewing, contender("b", 30)], { ...options, maxRounds: 39 });
  assert.deepEqual(checks(), [3, 0]);
  // A budget that one round spends by surprise ends them when nobody expects it.
  await underClock(async (pass) => {
    let calls = 0;
    const other = contender("slow", 30);
    const slow: TimedContender = {
      ...other,
      prepare: async (preparation) => {
        const plan = await other.prepare(preparation);
        return {
          ...plan,
          run: () => {
            plan.run();
            pass(++calls < 20 ? 0 : 60);
          },
        };
      },
    };
    await measure(device, [renewing, slow], { ...options, preparations: 1, budgetMs: 50 });
  });
  assert.deepEqual(checks(), [3, 1]);
});

Deno.test("rounds end at looks alone, of which each is checked as the last one may be", async () => {
  const { device, contender, rechecked } = simulatedDevice({ drift: 0, noise: 0.02, seed: 1 });
  const ends = { ...options, minRounds: 15, maxRounds: 39 };
  const two = () => [contender("a", 30), contender("b", 30)];
  for (const [narrow, wanted] of [[0.5, 15], [0.011, 23], [0, 39]] as const) {
    rechecked.length = 0;
    const { rounds, samples } = await measure(device, two(), { ...ends, narrow });
    assert.equal(rounds, wanted, `${narrow}`);
    assert.equal(samples.length, 2 * wanted);
    const looks = [15, 23, 31, 39].filter((look) => look <= wanted).length;
    // Two preparations before the last one end with a check as well.
    assert.equal(rechecked.filter(({ id }) => id === "a").length, 2 + looks);
  }
  const { rounds } = await measure(device, two(), { ...ends, narrow: 0, narrowingMs: 0 });
  assert.equal(rounds, 15, "no rounds are begun that cannot reach the next look");
});

Deno.test("a contender that is wrong after its rounds has its error and no samples, and the others keep theirs", async () => {
  for (const memoryBytes of [1e9, 100]) {
    const { device, contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
    const good = contender("bad", 30, 60);
    const wrong = new WrongResultError({ action: "time", current: "0", wanted: "1", next: "mend it" });
    let preparations = 0;
    const bad: TimedContender = {
      ...good,
      prepare: async (preparation) => {
        const last = ++preparations === 3;
        return {
          ...await good.prepare(preparation),
          recheck: () => last ? Promise.reject(wrong) : Promise.resolve(),
        };
      },
    };
    const measured = await measure(device, [contender("a", 30, 60), bad], options);
    assert.equal(measured.failures.get("bad"), wrong);
    assert.equal(measured.samples.length, 13);
    assert.equal(timesOf(measured, "a").length, 13);
    assert.throws(() => timesOf(measured, "bad"), WrongResultError);
  }
});

Deno.test("more rounds are measured while an interval is wide, up to the most that are allowed", async () => {
  const run = async (noise: number) => {
    const { device, contender } = simulatedDevice({ drift: 0, noise, seed: 5 });
    return (await measure(device, [contender("a", 30), contender("b", 30)], { ...options, maxRounds: 39 }))
      .rounds;
  };
  assert.equal(await run(0.0001), 13);
  assert.equal(await run(0.3), 39);
});

Deno.test("one interrupted probe does not make the samples of a fast contender too short", async () => {
  const { device, contender } = simulatedDevice({ drift: 0, noise: 0, seed: 1 });
  const time = device.time.bind(device);
  let probes = 0;
  const interrupted = {
    ...device,
    time: async (run: () => void, calls: number) => (await time(run, calls)) + (probes++ === 0 ? 30 : 0),
  };
  const { samples } = await measure(interrupted as Device, [contender("fast", 2)], options);
  for (const { calls, ms } of samples) assert.ok(calls * ms >= 20, `${calls} calls of ${ms} ms`);
});

/** A contender with a clock of its own: every call costs `ms`, and after `lasts` samples it is gone. */
function apart(
  id: string,
  ms: number,
  lasts = Infinity,
): TimedContender & { readonly destroyed: () => number } {
  let destroyed = 0;
  return {
    id,
    bytes: 0,
    destroyed: () => destroyed,
    prepare: () =>
      Promise.resolve({
        time: (calls) =>
          lasts-- > 0 ? Promise.resolve(calls * ms) : Promise.reject(new Error(`${id} has gone`)),
        recheck: () => Promise.resolve(),
        destroy: () => {
          destroyed++;
        },
      }),
  };
}

Deno.test("a contender that times itself is paired with the others, by its own clock", async () => {
  for (const memoryBytes of [1e9, 100]) {
    const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
    const peer = apart("peer", 3);
    const { samples, failures } = await measure(device, [contender("a", 30, 80), peer], options);
    const own = samples.filter((sample) => sample.contender === "peer");
    assert.equal(own.length, 13);
    assert.ok(own.every(({ ms, calls }) => ms === 3 && calls * ms >= 20));
    assert.equal(failures.size, 0);
    assert.equal(live(), 0);
    assert.ok(peer.destroyed() > 0);
  }
});

Deno.test("where a contender fails, the others have all their rounds, and it has its error and no samples", async () => {
  for (const memoryBytes of [1e9, 100]) {
    for (const lasts of [0, 2, 9]) {
      const { device, contender, live } = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
      const { samples, failures, rounds } = await measure(
        device,
        [contender("a", 30, 80), apart("peer", 3, lasts), contender("b", 30, 80)],
        options,
      );
      assert.equal(rounds, 13);
      assert.equal(samples.length, 26);
      assert.deepEqual([...failures.keys()], ["peer"]);
      assert.match(String(failures.get("peer")), /has gone/);
      assert.equal(live(), 0);
    }
  }
});

Deno.test("time spent in checks after timing is counted, prepared together or in pairs", async () => {
  for (const memoryBytes of [1e9, 1]) {
    const simulated = simulatedDevice({ drift: 0, noise: 0, seed: 1, memoryBytes });
    const slow = simulated.contender("slow to check", 30);
    const contender: TimedContender = {
      ...slow,
      prepare: async (preparation) => ({
        ...await slow.prepare(preparation),
        recheck: () => new Promise((resolve) => setTimeout(resolve, 20)),
      }),
    };
    const few = { ...options, minRounds: 2, maxRounds: 2, preparations: 2 };
    const { checkMs } = await measure(simulated.device, [contender], few);
    assert.ok(checkMs >= 2 * 19, `${checkMs} ms in two checks of 20 ms at least`);
  }
});
