/** Programs on ranks that are right when they open and wrong later: none of them has a time. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { PartitionedExecutor } from "../../../../distributed/spmm/mod.ts";
import { figure10Devices } from "../../../../experiments/hetu-gnn/tiles/figure_10_devices.ts";
import { figure5 } from "../../../../experiments/hetu-gnn/distribution/figure_5.ts";
import { figure9 } from "../../../../experiments/hetu-gnn/distribution/figure_9.ts";
import { openRightProduct } from "../../../../experiments/hetu-gnn/distribution/scheme_product.ts";
import { openTraining } from "../../../../experiments/hetu-gnn/distribution/scheme_training.ts";
import { ONE_D_2, ONE_DEVICE, TWO_GROUPS } from "../../../../experiments/hetu-gnn/distribution/schemes.ts";
import {
  BLOCK_METIS,
  scopedPermutation,
  UNORDERED,
  WHOLE_RCM,
} from "../../../../experiments/hetu-gnn/distribution/scoped_orderings.ts";
import { section22 } from "../../../../experiments/hetu-gnn/distribution/section_2_2.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { runComparison, testLab } from "../../lab.ts";

const SMALL = "reddit@1/1024";

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 1 });
  try {
    await work(testLab(device));
    assert.equal(device.ledger.live, 0, "nothing stays on the device");
  } finally {
    device.close();
  }
}

/** Puts another function in place of a method while `work` runs. */
async function withMethod<Name extends "timeSteps" | "read">(
  name: Name,
  replaced: (original: PartitionedExecutor[Name]) => PartitionedExecutor[Name],
  work: () => Promise<void>,
): Promise<void> {
  const original = PartitionedExecutor.prototype[name];
  PartitionedExecutor.prototype[name] = replaced(original);
  try {
    await work();
  } finally {
    PartitionedExecutor.prototype[name] = original;
  }
}

Deno.test("a product is right again on fresh inputs under any ordering; one that repeats its first result is not", () =>
  withLab(async (lab) => {
    const dataset = await loadDataset(SMALL);
    for (const ordering of [UNORDERED, BLOCK_METIS, WHOLE_RCM]) {
      const product = await openRightProduct(lab, dataset, { scheme: TWO_GROUPS, ordering, width: 8 });
      assert.ok(product.check.ok && product.check.checkedRows === dataset.graph.rows);
      assert.equal(product.ordering?.check.ok, ordering === UNORDERED ? undefined : true);
      const { run } = product, first = await run.read(run.program.scores);
      await product.recheck();
      await withMethod("read", () => () => Promise.resolve(first), async () => {
        await assert.rejects(product.recheck(), WrongResultError);
      });
      for (const { executor } of run.ranks) {
        for (const planned of executor.evaluatePlans) planned.plan.run = () => {};
      }
      await assert.rejects(product.recheck(), WrongResultError, "its output is poisoned before");
      run.close();
    }
  }));

Deno.test("training is right again from the start after steps without messages; with a step that does nothing it is not", () =>
  withLab(async (lab) => {
    const dataset = await loadDataset(SMALL);
    for (const scheme of [ONE_DEVICE, ONE_D_2]) {
      const setting = { scheme, ordering: UNORDERED, hidden: 8 };
      const { run, check, recheck } = await openTraining(lab, dataset, setting);
      assert.ok(check.ok && check.checkedRows > 0);
      for (let round = 0; round < 3; round++) await run.timeSteps("train");
      await recheck();
      const { trainPlans } = run.ranks[0].executor;
      trainPlans.find(({ step }) => step.op === "gemm")!.plan.run = () => {};
      await assert.rejects(recheck(), WrongResultError, scheme.id);
      run.close();
    }
  }));

Deno.test("the time of an ordering that leaves its blocks has a check that fails", () =>
  withLab(async (lab) => {
    const dataset = await loadDataset(SMALL), { rows } = dataset.graph;
    const reversed = Uint32Array.from({ length: rows }, (_, vertex) => rows - 1 - vertex);
    const cachedWithCost = () => Promise.resolve({ value: reversed, ms: 3 });
    const partition = { scheme: TWO_GROUPS, ordering: BLOCK_METIS };
    const permutation = await scopedPermutation({ ...lab, cachedWithCost }, dataset, partition);
    assert.deepEqual([permutation?.cost.ms, permutation?.cost.check.ok], [[3], false]);
    const whole = { ...partition, ordering: WHOLE_RCM };
    assert.ok((await scopedPermutation({ ...lab, cachedWithCost }, dataset, whole))?.cost.check.ok);
  }));

/** Rows of a suite's first workload. */
async function firstRows(lab: Lab, suite: Suite, contenders: readonly string[]) {
  const [workload] = suite.workloads(PROFILES.smoke);
  const asked = suite.contenders.filter(({ id }) => contenders.includes(id));
  return (await runComparison(lab, { suite, workload, contenders: asked })).rows;
}

Deno.test("a cell whose ranks are wrong once they were timed is wrong, and has no time", async () => {
  for (
    const [suite, contender] of [[section22, "epoch"], [figure5, "none"], [
      figure10Devices,
      "row-split",
    ]] as const
  ) {
    await withLab((lab) =>
      withMethod("timeSteps", (original) =>
        function (this: PartitionedExecutor, sequence, which) {
          for (const { executor } of this.ranks) {
            for (const planned of [...executor.trainPlans, ...executor.evaluatePlans]) {
              if (planned.step.op === "spmm") planned.plan.run = () => {};
            }
          }
          return original.call(this, sequence, which);
        }, async () => {
        const rows = await firstRows(lab, suite, [contender]);
        assert.ok(rows.length > 0 && rows.every(({ status }) => status === "wrong"), suite.id);
      })
    );
  }
});

Deno.test("contenders that were not asked for are not opened", async () => {
  const { openWhole } = PartitionedExecutor;
  let opened = 0;
  PartitionedExecutor.openWhole = (...given) => {
    opened++;
    return openWhole.apply(PartitionedExecutor, given);
  };
  try {
    for (
      const [suite, contenders, wanted] of [
        [figure5, ["none"], 1],
        [figure5, ["none", "whole-metis"], 2],
        [figure10Devices, ["row-split"], 1],
        // One device twice: beside the scheme's products, and for the dense part.
        [figure9, ["none"], 3],
        [figure9, ["none", "block-best"], 5],
      ] as const
    ) {
      opened = 0;
      await withLab(async (lab) => {
        const rows = await firstRows(lab, suite, contenders);
        assert.deepEqual([...new Set(rows.map(({ contender }) => contender))], [...contenders]);
        assert.ok(rows.every(({ status }) => status === "ok"));
      });
      assert.equal(opened, wanted, `${suite.id} ${contenders}`);
    }
  } finally {
    PartitionedExecutor.openWhole = openWhole;
  }
});
