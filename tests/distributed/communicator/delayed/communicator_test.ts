/** Delayed communicators: times by a clock of the test, and results on both engines. @module */
import fc from "fast-check";
import assert from "node:assert/strict";
import type { Communicator } from "../../../../distributed/communicator/communicator.ts";
import { delayedCommunicator } from "../../../../distributed/communicator/delayed/communicator.ts";
import { LocalCommunicator } from "../../../../distributed/communicator/local/communicator.ts";
import { failJob, MailboxPort, makeMailboxes } from "../../../../distributed/communicator/local/mailboxes.ts";
import { MessageError, RankError } from "../../../../distributed/communicator/rank_error.ts";
import { type Link, ringBroadcastSeconds } from "../../../../hardware/models/interconnect.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { runFunction, testEngines } from "../engines.ts";

/** 1 ms a message, 1000 bytes a millisecond: times can be read off. */
const LINK: Link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };

/** Ranks in one thread, whose clock moves only where the test moves it or a rank waits. */
function ranksOf(size: number) {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    pause: (ms: number) => {
      clock.ms += ms;
    },
  };
  const shared = makeMailboxes(size, 1 << 20), members = Array.from({ length: size }, (_, r) => r);
  const ranks = members.map((rank) =>
    delayedCommunicator(
      new LocalCommunicator(new MailboxPort(shared, rank, 1), { context: 0, members, rank }),
      LINK,
      clock,
    )
  );
  return { clock, ranks, shared };
}

/** Begins an exchange in which rank i sends `words[i][j]` words to rank j. */
function begin(ranks: readonly Communicator[], words: readonly (readonly number[])[]) {
  return ranks.map((rank, i) =>
    rank.startAllToAllV(words[i].map((count) => new Float32Array(count).fill(i)))
  );
}

Deno.test("a message is there alpha + bytes / BW after it was sent, not earlier, by polling and by waiting", () => {
  const { clock, ranks } = ranksOf(2);
  const words = [[0, 500], [0, 0]];
  const [own, theirs] = begin(ranks, words);
  clock.ms = 0.99;
  assert.deepEqual([own.test(), theirs.test()], [false, false]);
  clock.ms = 1;
  assert.deepEqual([own.test(), theirs.test()], [true, false], "an empty message takes the latency");
  clock.ms = 2.99;
  assert.ok(!theirs.test());
  clock.ms = 3;
  assert.ok(theirs.test());
  assert.deepEqual(theirs.wait().map(({ length }) => length), [500, 0]);

  const later = begin(ranks, words)[1];
  later.wait();
  assert.equal(clock.ms, 6, "waiting ends with the arrival");
});

Deno.test("a rank sends one message after the other, to the ranks behind it first", () => {
  const { clock, ranks } = ranksOf(3);
  const [, first, second] = begin(ranks, [[0, 250, 500], [0, 0, 0], [0, 0, 0]]);
  const next = begin(ranks, [[0, 250, 0], [0, 0, 0], [0, 0, 0]]);
  const arrivals: number[] = [];
  for (const exchange of [first, second, next[1]]) {
    exchange.wait();
    arrivals.push(clock.ms);
  }
  assert.deepEqual(arrivals, [2, 4, 5]);
  next[0].wait();
  assert.equal(clock.ms, 5);
});

Deno.test("computation hides a transfer: an iteration takes the longer of the two, not their sum", () => {
  for (const computeMs of [0, 1, 3, 10]) {
    const { clock, ranks } = ranksOf(2);
    const [, exchange] = begin(ranks, [[0, 500], [0, 0]]);
    clock.ms += computeMs;
    exchange.wait();
    assert.equal(clock.ms, Math.max(3, computeMs));
  }
});

Deno.test("exchanges of any lengths arrive whole, in the order in which they were begun", () => {
  const size = 3, counts = fc.array(fc.nat(2000), { minLength: size, maxLength: size });
  const square = fc.array(counts, { minLength: size, maxLength: size });
  fc.assert(
    fc.property(fc.array(square, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(3)), (all, advances) => {
      const { clock, ranks } = ranksOf(size);
      const begun = all.map((words, e) => {
        clock.ms += advances[e] ?? 0;
        return begin(ranks, words);
      });
      for (const rank of ranks.keys()) {
        while (begun.some((exchanges) => !exchanges[rank].test())) {
          const done = begun.map((exchanges) => exchanges[rank].test());
          assert.deepEqual(done, [...done].sort((a, b) => Number(b) - Number(a)));
          clock.ms += 0.5;
        }
        for (const [e, exchanges] of begun.entries()) {
          for (const [from, part] of exchanges[rank].wait().entries()) {
            assert.ok(part.length === all[e][from][rank] && part.every((word) => word === from));
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("a broadcast reaches the k-th rank from its root as a ring brings it", () => {
  const { clock, ranks } = ranksOf(4), bytes = 8000;
  const payloads = ranks.map((_, r) => new Uint32Array(bytes / 4).fill(r + 1));
  const [sent, ...arrivals] = [1, 2, 3, 0].map((rank) => {
    ranks[rank].broadcast(payloads[rank], 1);
    return clock.ms;
  });
  const wanted = [1, 2, 3].map((receivers) =>
    Math.round(1e9 * ringBroadcastSeconds(LINK, { bytes, receivers })) / 1e6
  );
  assert.equal(sent, 0, "the root goes on at once");
  assert.deepEqual(arrivals, wanted);
  assert.ok(payloads.every((payload) => payload.every((word) => word === 2)));
});

Deno.test("what differs from its announcement is refused, and what has not arrived is not closed over", () => {
  const { clock, ranks } = ranksOf(2);
  const pending = begin(ranks, [[0, 10], [10, 0]]);
  assert.throws(() => ranks[0].close(), UsageError);
  assert.ok(!pending[0].test());
  assert.throws(() => ranks[0].close(), UsageError, "the words lie here, but have not arrived by the link");
  for (const exchange of pending) {
    assert.deepEqual(exchange.wait().map(({ length }) => length).sort(), [0, 10]);
  }
  assert.ok(clock.ms > 1);
  ranks[0].startAllToAllV([new Float32Array(1), new Float32Array(1)]);
  assert.throws(() => ranks[1].startAllToAllV([new Uint32Array(1), new Uint32Array(1)]).test(), MessageError);
});

Deno.test("a rank that waits hears of another rank's end", () => {
  const { ranks, shared } = ranksOf(2);
  const pending = ranks[1].startAllToAllV([new Float32Array(), new Float32Array()]);
  failJob(shared, 0, "gone");
  assert.throws(() => pending.wait(), RankError);
  assert.throws(() => ranks[1].close(), UsageError);
});

testEngines(
  "over a link, collectives give the same bits, and subgroups keep their messages apart",
  async (engine) => {
    const lengths = [1, 4096, 4097, 20_000];
    const job = { engine, ranks: 3, entry: "everyCollective", input: { lengths } };
    const plain = await runFunction(job);
    const slow = await runFunction({
      ...job,
      entry: "overLink",
      input: { entry: "everyCollective", input: { lengths } },
    });
    assert.deepEqual(slow, plain);
    const parts = await runFunction<Record<string, unknown>>({
      engine,
      ranks: 4,
      entry: "overLink",
      input: { entry: "splitting", input: {} },
    });
    assert.deepEqual(parts.map(({ sum }) => sum), [2, 8, 2, 8]);
  },
);

testEngines("a link takes its time, by waiting and by polling", async (engine) => {
  type Moments = Record<"blocking" | "summing" | "polled", { begun: number; ended: number }>;
  const times = await runFunction<Moments>({ engine, ranks: 2, entry: "timedLink" });
  for (const [rank, own] of times.entries()) {
    const other = times[1 - rank];
    // 1 MB at 100 MB/s and 1 ms after the other rank began; clocks of two ranks agree to a tenth.
    for (const way of ["blocking", "polled"] as const) {
      const travelled = own[way].ended - other[way].begun;
      assert.ok(travelled >= 10.9, `${way}: ${travelled}`);
    }
    // A sum sends one half there and the summed half back, each in 5 ms and 1 ms.
    const summed = own.summing.ended - own.summing.begun;
    assert.ok(summed >= 12, `${summed}`);
  }
});
