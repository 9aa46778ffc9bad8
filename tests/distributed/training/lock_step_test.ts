import assert from "node:assert/strict";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { ReproError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

Deno.test("one rank runs at a time, in an order that repeats, and its clock runs with it", async () => {
  const run = async () => {
    const log: string[] = [];
    let inside = 0;
    const clocks = await runInLockStep(5, async (transport) => {
      const { rank } = transport;
      for (let i = 0; i < 4; i++) {
        assert.equal(inside++, 0);
        log.push(`${rank}.${i}`);
        busy(1 + rank);
        await Promise.resolve();
        await Promise.resolve();
        inside--;
        await transport.allReduce(Float32Array.of(1));
      }
      return transport.now();
    });
    return { log, clocks };
  };
  const begun = performance.now();
  const { log, clocks } = await run();
  const wall = performance.now() - begun;
  assert.deepEqual((await run()).log, log);
  assert.equal(log.length, 20);
  for (const [rank, ms] of clocks.entries()) assert.ok(ms >= 4 * (1 + rank), `${clocks}`);
  assert.ok(clocks.reduce((sum, ms) => sum + ms, 0) <= wall, `${clocks}, and ${wall} together`);
});

Deno.test("exchanges arrive whole, whatever was begun since, and sums are those of ranks in order", async () => {
  const stream = new RandomStream(1, "summands");
  const summands = Array.from(
    { length: 4 },
    () => Float32Array.from({ length: 99 }, () => 1e4 * stream.normal()),
  );
  const wanted = Float32Array.from(
    { length: 99 },
    (_, i) => summands.reduce((sum, part) => sum + part[i], 0),
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
