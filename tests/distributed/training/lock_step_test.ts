import assert from "node:assert/strict";
import { LockStep, runInLockStep } from "../../../distributed/training/lock_step.ts";
import type { PendingExchange } from "../../../distributed/training/rank_transport.ts";
import { ReproError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { underClock } from "../../under_clock.ts";

Deno.test("one rank runs at a time, in an order that repeats, and its clock runs with it", () =>
  underClock(async (pass) => {
    const run = async () => {
      const log: string[] = [];
      let inside = 0;
      const clocks = await runInLockStep(5, async (transport) => {
        const { rank } = transport;
        for (let i = 0; i < 4; i++) {
          assert.equal(inside++, 0);
          log.push(`${rank}.${i}`);
          pass(1 + rank);
          await Promise.resolve();
          await Promise.resolve();
          inside--;
          await transport.allReduce(Float32Array.of(1));
        }
        return transport.now();
      });
      return { log, clocks };
    };
    const { log, clocks } = await run();
    assert.deepEqual((await run()).log, log);
    assert.equal(log.length, 20);
    assert.deepEqual(clocks, [4, 8, 12, 16, 20]);
  }));

Deno.test("exchanges arrive whole, whatever was begun since, and sums are those of ranks in order", async () => {
  const stream = new RandomStream(1, "summands");
  const summands = Array.from(
    { length: 4 },
    () => Float32Array.from({ length: 99 }, () => 1e4 * stream.normal()),
  );
  const wanted = Float32Array.from(
    { length: 99 },
    (_, i) => sumOf(summands, (part) => part[i]),
  );
  await runInLockStep(4, async (transport) => {
    const { rank, size } = transport;
    const message = (n: number, from: number, to: number) =>
      Uint32Array.from({ length: (from + to + n) % 3 }, () => n);
    const pending = Array.from(
      { length: 6 },
      (_, n) => transport.startExchange(Array.from({ length: size }, (_, to) => message(n, rank, to))),
    );
    const sum = summands[rank].slice();
    await transport.allReduce(sum);
    assert.deepEqual(sum, wanted);
    for (const n of [3, 0, 5, 1, 4, 2]) {
      const arrived = await pending[n].wait();
      assert.deepEqual(arrived, Array.from({ length: size }, (_, from) => message(n, from, rank)));
    }
  });
});

Deno.test("a sum of negative zeros is one, as on a communicator: transports give the same bits", async () => {
  const sums = await runInLockStep(2, async (transport) => {
    const sum = Float32Array.of(-0);
    await transport.allReduce(sum);
    return sum[0];
  });
  assert.deepEqual(sums, [-0, -0]);
});

Deno.test("a rank that fails ends all; ranks that wait for nobody are told so", async () => {
  const ended: number[] = [];
  const failing = runInLockStep(3, async (transport) => {
    try {
      await transport.allReduce(new Float32Array(1));
      if (transport.rank === 1) throw new RangeError("boom");
      for (;;) await transport.allReduce(new Float32Array(1));
    } finally {
      ended.push(transport.rank);
    }
  });
  await assert.rejects(failing, RangeError);
  assert.deepEqual(ended.sort(), [0, 1, 2]);
  const stuck = runInLockStep(3, async (transport) => {
    if (transport.rank > 0) await transport.allReduce(new Float32Array(1));
  });
  await assert.rejects(
    stuck,
    (error) => error instanceof ReproError && /ranks 1, 2 waiting/.test(error.message),
  );
  const uneven = runInLockStep(2, (transport) => transport.allReduce(new Float32Array(1 + transport.rank)));
  await assert.rejects(uneven, ReproError);
  await assert.rejects(runInLockStep(2, (transport) => transport.startExchange([]).wait()), ReproError);
});

Deno.test("in pieces, with others in between, ranks do what they do in one: messages and clocks go on", () =>
  underClock(async (pass) => {
    const groups = [2, 5, 3].map((ranks) => ({
      ranks: new LockStep(ranks),
      pending: new Map<number, PendingExchange>(),
    }));
    const log: string[] = [];
    for (const piece of [0, 1, 2]) {
      for (const [group, { ranks, pending }] of groups.entries()) {
        const clocks = await ranks.run(async (transport) => {
          const { rank, size } = transport;
          // Each piece waits for the exchange that the previous piece began.
          const arrived = await pending.get(rank)?.wait();
          if (piece > 0) {
            assert.deepEqual(
              arrived,
              Array.from({ length: size }, (_, from) => Uint32Array.of(piece - 1, from, rank)),
            );
          }
          const outgoing = Array.from({ length: size }, (_, to) => Uint32Array.of(piece, rank, to));
          pending.set(rank, transport.startExchange(outgoing));
          const before = transport.now();
          pass(1);
          const sum = Float32Array.of(rank);
          await transport.allReduce(sum);
          assert.equal(sum[0], size * (size - 1) / 2);
          log.push(`${piece}${group}`);
          return [before, transport.now()];
        });
        assert.deepEqual(clocks, clocks.map(() => [piece, piece + 1]));
      }
    }
    assert.deepEqual(log, log.toSorted(), "pieces of two groups at once");
  }));

Deno.test("ranks that have failed run no more, and say why", async () => {
  const ranks = new LockStep(2);
  assert.deepEqual(await ranks.run(({ rank }) => Promise.resolve(rank)), [0, 1]);
  const failing = ranks.run(({ rank }) =>
    rank === 1 ? Promise.reject(new RangeError("boom")) : Promise.resolve()
  );
  await assert.rejects(failing, /boom/);
  await assert.rejects(ranks.run(() => Promise.resolve()), /boom/);
});
