/**
 * Tests of the communicator contract, on both engines.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_UNDER_WAY } from "../../../distributed/communicator/communicator.ts";
import { RankError } from "../../../distributed/communicator/rank_error.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { hasMpi, runFunction, testEngines } from "./engines.ts";
import type { ExchangeCase } from "./rank_functions.ts";

const LENGTHS = [1, 5, 4096, 4097, 50_001];

interface Collected {
  broadcasts: number[];
  sums: Float32Array[];
  counts: Uint32Array;
}

testEngines(
  "every collective gives every rank the same, and sums are those of ranks in order",
  async (engine) => {
    for (const ranks of [1, 2, 4]) {
      const outputs = await runFunction<Collected>({
        engine,
        ranks,
        entry: "everyCollective",
        input: { lengths: LENGTHS },
      });
      assert.equal(outputs.length, ranks);
      for (const output of outputs) assert.deepEqual(output, outputs[0]);
      const { sums, counts } = outputs[0];
      for (const [k, length] of LENGTHS.entries()) {
        const wanted = Float32Array.from({ length }, (_, i) => {
          let sum = 0;
          for (let r = 0; r < ranks; r++) sum += Math.fround(Math.sin(r * 7919 + i * 1.37) * 1e3);
          return sum;
        });
        assert.deepEqual(sums[k], wanted);
      }
      assert.deepEqual([...counts], [ranks * (ranks - 1) / 2, (2 ** 32 - ranks) % 2 ** 32, ranks]);
    }
  },
);

Deno.test({
  name: "both engines give the same bits",
  ignore: !hasMpi,
  fn: async () => {
    const job = { ranks: 3, entry: "everyCollective", input: { lengths: LENGTHS } };
    const [local, mpi] = await Promise.all([
      runFunction<Collected>({ ...job, engine: "local" }),
      runFunction<Collected>({ ...job, engine: "mpi" }),
    ]);
    const bits = (outputs: Collected[]) =>
      outputs.map(({ sums }) =>
        sums.map((sum) => [...new Uint32Array(sum.buffer, sum.byteOffset, sum.length)])
      );
    assert.deepEqual(bits(local), bits(mpi));
  },
});

testEngines("what was sent may be overwritten at once", async (engine) => {
  for (const length of [3, 300_000]) {
    await runFunction({ engine, ranks: 3, entry: "overwriting", input: { length } });
  }
});

testEngines(
  "a split numbers ranks by key, keeps its messages apart and leaves out who gave no color",
  async (engine) => {
    const outputs = await runFunction<Record<string, unknown>>({ engine, ranks: 4, entry: "splitting" });
    assert.deepEqual(outputs, [
      { rank: 1, size: 2, members: [2, 0], sum: 2, heard: [0, 1], crossed: [200, 0] },
      { rank: 1, size: 2, members: [3, 1], sum: 8, heard: [0, 1], crossed: [301, 101] },
      { rank: 0, size: 2, members: [2, 0], sum: 2, heard: undefined, crossed: [202, 2] },
      { rank: 0, size: 2, members: [3, 1], sum: 8, heard: undefined, crossed: [303, 103] },
    ]);
  },
);

testEngines(
  "exchanges of any lengths arrive whole, however many are under way and in whatever order",
  async (engine) => {
    for (const ranks of [1, 2, 4]) {
      const count = fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1000, max: 20_000 }) },
      );
      const square = fc.array(fc.array(count, { minLength: ranks, maxLength: ranks }), {
        minLength: ranks,
        maxLength: ranks,
      });
      const anyCase: fc.Arbitrary<ExchangeCase> = fc.integer({ min: 1, max: 5 }).chain((exchanges) =>
        fc.record({
          counts: fc.array(square, { minLength: exchanges, maxLength: exchanges }),
          order: fc.shuffledSubarray(Array.from({ length: exchanges }, (_, e) => e), {
            minLength: exchanges,
          }),
          uint: fc.array(fc.boolean(), { minLength: exchanges, maxLength: exchanges }),
        })
      );
      const cases = fc.sample(anyCase, { numRuns: 60, seed: 11 * ranks });
      const words = await runFunction<number>({ engine, ranks, entry: "exchangeCases", input: { cases } });
      const sent = sumOf(cases.flatMap(({ counts }) => counts.flat(2)));
      assert.equal(sumOf(words), sent);
      assert.ok(sent > 1000);
    }
  },
);

testEngines("a rank may run far ahead of the others", async (engine) => {
  const input = { messages: 300, length: 2000 };
  const sums = await runFunction<number>({ engine, ranks: 3, entry: "runAhead", input });
  assert.deepEqual(sums, [44850, 44850, 44850]);
});

testEngines("a wrong use is a typed error and harms nothing", async (engine) => {
  for (const ranks of [1, 3]) {
    for (const names of await runFunction<string[]>({ engine, ranks, entry: "wrongUses" })) {
      assert.deepEqual(names, Array.from({ length: names.length }, () => "UsageError"));
    }
  }
});

testEngines(
  "a communicator with an exchange under way is not closed, whatever has arrived before",
  async (engine) => {
    const ends = await runFunction<boolean[]>({ engine, ranks: 2, entry: "earlyClose" });
    assert.deepEqual(ends, [[true, false], [false, false]]);
  },
);

/** Expected reason and exit code for each kind of failure. */
const ENDS: Readonly<Record<string, { reason: RegExp; code?: number; exit?: number }>> = {
  "throw": { reason: /TypeError: boom/, exit: 1 },
  "lack": { reason: /MissingError: Cannot read it/, exit: 3 },
  "throw later": { reason: /TypeError: later/ },
  "uncaught": { reason: /TypeError: uncaught/ },
  "exit 3": { reason: /ended|Deno\.exit\(3\)/, code: 3 },
  "exit 0": { reason: /ended|Deno\.exit\(0\)/ },
  "abort": { reason: /on purpose/ },
  "leave under way": { reason: /1 exchange under way/ },
};

testEngines("a rank that dies ends the job with its number and the reason", async (engine) => {
  for (const [how, { reason, code, exit }] of Object.entries(ENDS)) {
    // The others' time limit is far longer than any run of the tests: only the rank's end can end them.
    const job = runFunction({
      engine,
      ranks: 3,
      entry: "misbehave",
      stallSeconds: 3600,
      input: { how, who: 1 },
    });
    await assert.rejects(job, (error: unknown) => {
      assert.ok(error instanceof RankError, `${how}: ${error}`);
      assert.equal(error.end.rank, 1, `${how}: ${error.message}`);
      assert.equal(error.end.engine, engine);
      assert.match(error.end.reason, reason, how);
      if (code !== undefined) assert.equal(error.end.code, code, how);
      if (exit !== undefined) assert.equal(error.exitCode, exit, how);
      return true;
    });
  }
});

testEngines("ranks that do not fit together end with what was found and wanted", async (engine) => {
  for (const how of ["length", "type", "sum length", "long sum"]) {
    const job = runFunction({ engine, ranks: 2, entry: "misbehave", input: { how, who: 1 } });
    await assert.rejects(job, (error: unknown) => {
      assert.ok(error instanceof RankError, `${how}: ${error}`);
      assert.match(
        error.end.reason,
        /^MessageError: .*found .*words.*wanted .*words|found 8 words, wanted 9|found 9 words, wanted 8/,
        how,
      );
      return true;
    });
  }
});

testEngines("a rank that returns while others wait for it does not leave them waiting", async (engine) => {
  const job = runFunction({
    engine,
    ranks: 3,
    entry: "misbehave",
    stallSeconds: engine === "local" ? 30 : 3,
    input: { how: "return", who: 2 },
  });
  await assert.rejects(job, (error: unknown) => {
    assert.ok(error instanceof RankError);
    assert.match(error.end.reason, engine === "local" ? /^it had ended when rank [01]/ : /^waited \d+ s/);
    return true;
  });
});

testEngines("a job ends when it is told to", async (engine) => {
  const reason = new Error("enough");
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 1500);
  await assert.rejects(
    runFunction({ engine, ranks: 2, entry: "endless", signal: controller.signal }),
    (error) => error === reason,
  );
});

testEngines("a module without the function is a typed error that lists what there is", async (engine) => {
  await assert.rejects(
    runFunction({ engine, ranks: 2, entry: "nothing" }),
    (error) => error instanceof RankError && /exports .*everyCollective/.test(error.end.reason),
  );
});

testEngines("each rank gets its own input, and the common one", async (engine) => {
  const own = [1, 2, 3].map((length) => new Uint32Array(length).fill(length));
  const outputs = await runFunction({ engine, ranks: 3, entry: "ownInput", input: "all", own });
  assert.deepEqual(outputs, own.map((each, rank) => ({ rank, input: "all", own: each })));
  const none = await runFunction({ engine, ranks: 1, entry: "ownInput", input: "all" });
  assert.deepEqual(none, [{ rank: 0, input: "all", own: undefined }]);
  await assert.rejects(runFunction({ engine, ranks: 2, entry: "ownInput", own }), UsageError);
});

testEngines("an input that cannot be cloned is refused before a rank runs", async (engine) => {
  const uncloned = () => {};
  for (const given of [{ input: uncloned }, { own: [1, uncloned] }]) {
    await assert.rejects(runFunction({ engine, ranks: 2, entry: "ownInput", ...given }), UsageError);
  }
});

testEngines(
  "calls that wait need no place among the pending exchanges, over a slow link either",
  async (engine) => {
    const wanted = [3, ...Array.from({ length: MAX_UNDER_WAY }, (_, i) => i)];
    for (const slow of [false, true]) {
      const outputs = await runFunction({ engine, ranks: 3, entry: "sumBesidePending", input: { slow } });
      assert.deepEqual(outputs, [wanted, wanted, wanted], `${slow}`);
    }
  },
);
