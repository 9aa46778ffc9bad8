import assert from "node:assert/strict";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { Interrupted } from "../../../platform/interrupted.ts";

Deno.test("each has one turn a round, in orders that differ and repeat with the seed; who fails keeps nobody", async () => {
  const run = async (seed: number) => {
    const log: string[] = [];
    let inside = 0;
    const turn = (name: string, failsIn = Infinity) => {
      let round = 0;
      const take = async () => {
        assert.equal(inside++, 0, "two turns at once");
        await Promise.resolve();
        inside--;
        log.push(name);
        if (round === failsIn) throw new RangeError(name);
        return round++;
      };
      return { id: name, take };
    };
    const given = await takeTurns([turn("a"), turn("b"), turn("c", 2), turn("d")], {
      rounds: 6,
      seed,
      signal: undefined,
    });
    return { log, given };
  };
  const { log, given } = await run(3);
  assert.deepEqual((await run(3)).log, log);
  assert.notDeepEqual((await run(4)).log, log);
  const rounds = [0, 4, 8].map((from) => log.slice(from, from + 4));
  for (const round of rounds) assert.equal(round.toSorted().join(""), "abcd");
  assert.ok(new Set(rounds.map((round) => round.join(""))).size > 1, `${rounds}`);
  assert.equal(log.slice(12).filter((name) => name === "c").length, 0);
  assert.throws(() => given.of("c"), RangeError);
  assert.ok(given.failure("c") instanceof RangeError && given.failure("a") === undefined);
  assert.deepEqual(given.of("d"), [0, 1, 2, 3, 4, 5]);
});

Deno.test("rounds that warm up count from 0 down, and an interrupt ends the loop", async () => {
  const seen: number[] = [];
  const turn = {
    id: "a",
    take: (round: number) => {
      seen.push(round);
      return Promise.resolve(round);
    },
  };
  const taken = await takeTurns([turn], { rounds: 2, warmUp: 2, seed: 1, signal: undefined });
  assert.deepEqual(seen, [-1, 0, 1, 2]);
  assert.deepEqual(taken.of("a"), [1, 2]);
  const stop = { id: "b", take: () => Promise.reject(new Interrupted("SIGINT")) };
  await assert.rejects(takeTurns([turn, stop], { rounds: 2, seed: 1, signal: undefined }), Interrupted);
});

Deno.test("turns end at the first look at which it is certain, and are taken to the last where none is", async () => {
  const until = async (certainFrom: number) => {
    const asked: number[] = [];
    let round = 0;
    const turn = { id: "a", take: () => Promise.resolve(++round) };
    const isCertain = () => asked.push(round) > 0 && round >= certainFrom;
    const taken = await takeTurns([turn], {
      rounds: 39,
      end: { least: 15, isCertain },
      seed: 1,
      signal: undefined,
    });
    return { asked, rounds: taken.of("a").length };
  };
  assert.deepEqual(await until(16), { asked: [15, 23], rounds: 23 }, "between two looks nobody looks");
  assert.deepEqual(await until(40), { asked: [15, 23, 31, 39], rounds: 39 });
});

Deno.test("a signal ends the loop before the next turn, also where turns compute without a pause", async () => {
  for (const pausesLong of [true, false]) {
    const stop = new AbortController(), taken: string[] = [];
    const turn = (id: string) => ({
      id,
      take: async () => {
        taken.push(id);
        if (taken.length > 1) return;
        setTimeout(() => stop.abort(new Interrupted("SIGINT")));
        if (pausesLong) await new Promise((resolve) => setTimeout(resolve, 5));
        else for (const end = performance.now() + 100; performance.now() < end;);
      },
    });
    const turns = takeTurns([turn("a"), turn("b")], { rounds: 2, seed: 1, signal: stop.signal });
    await assert.rejects(turns, Interrupted);
    assert.equal(taken.length, 1);
  }
});
