import assert from "node:assert/strict";
import type { TrainOptions } from "../../../experiments/train/train_options.ts";
import { trainPlan } from "../../../experiments/train/train_plan.ts";
import { UsageError } from "../../../platform/errors.ts";

const TYPED: TrainOptions = {
  graph: "cora",
  model: "sage",
  hidden: 16,
  epochs: 3,
  learningRate: 0.01,
  evaluateEvery: 1,
  device: "auto",
  seed: 1,
  out: "out",
};

Deno.test("one rank trains on mini-batches of as many fan-outs as layers, or on full batches", () => {
  const plan = trainPlan({ ...TYPED, layers: 3 });
  assert.ok(plan.where === "alone" && plan.settings.method === "mini-batch");
  assert.deepEqual([plan.settings.fanouts, plan.settings.layers], [[10, 10, 10], 3]);
  const full = trainPlan({ ...TYPED, fullBatch: true });
  assert.ok(full.where === "alone" && full.settings.method === "full-batch");
  const over = trainPlan({ ...TYPED, fullBatch: true, ranks: 2 });
  assert.ok(over.where === "ranks" && over.settings.method === "full-batch");
});

Deno.test("the ranks that a launcher has started are the default, and carry messages by MPI", () => {
  const plan = trainPlan(TYPED, { size: 4 });
  assert.ok(plan.where === "ranks" && plan.settings.method === "mini-batch");
  assert.deepEqual([plan.ranks, plan.engine, plan.settings.policy], [4, "mpi", "aep"]);
  const fewer = trainPlan({ ...TYPED, ranks: 2 }, { size: 4 });
  assert.ok(fewer.where === "ranks" && fewer.ranks === 2);
  assert.equal(trainPlan(TYPED, { size: 1 }).where, "alone");
});

Deno.test("a partition says how many ranks there are, even one", () => {
  const plan = trainPlan({ ...TYPED, partition: "parts" });
  assert.ok(plan.where === "ranks" && plan.ranks === undefined && plan.partition === "parts");
});

Deno.test("more ranks than workers can be are trained by MPI", () => {
  assert.equal(trainPlan({ ...TYPED, ranks: 65, engine: "mpi" }).where, "ranks");
  assert.equal(trainPlan({ ...TYPED, ranks: 64 }).where, "ranks");
});

Deno.test("options that contradict each other, and sizes that cannot be, are refused by name", () => {
  const refused: readonly (readonly [Partial<TrainOptions>, RegExp])[] = [
    [{ fullBatch: true, ranks: 2, policy: "exact" }, /--policy with --full-batch/],
    [{ fullBatch: true, batchSize: 10 }, /--batch-size with --full-batch/],
    [{ fullBatch: true, fanouts: [3] }, /--fanouts with --full-batch/],
    [{ policy: "drop" }, /--policy with one rank/],
    [{ engine: "mpi" }, /--engine with one rank/],
    [{ engine: "local", ranks: 1 }, /--engine with one rank/],
    [{ delay: 2 }, /--delay with one rank/],
    [{ stall: 1800 }, /--stall with one rank/],
    [{ ranks: 2, policy: "drop", pushLimit: 5 }, /--push-limit with --policy drop/],
    [{ ranks: 2, policy: "distdgl", delay: 1 }, /--delay with --policy distdgl/],
    [{ ranks: 65 }, /--ranks 65 on workers.*wanted at most 64\. Next: pass --engine mpi/],
    [{ fanouts: [3, 4], layers: 3 }, /2 fan-outs for 3 layers/],
    [{ fanouts: [65, 4], ranks: 2 }, /a fan-out of 65, wanted at most 64/],
    [{ model: "gat", hidden: 6, ranks: 2 }, /6 hidden columns, wanted a multiple of 4/],
    [{ model: "gat", hidden: 6, ranks: 2, fullBatch: true }, /6 hidden columns/],
  ];
  for (const [options, message] of refused) {
    assert.throws(
      () => trainPlan({ ...TYPED, ...options }),
      (error: Error) => error instanceof UsageError && message.test(error.message),
      JSON.stringify(options),
    );
  }
});
