import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { compositionAnswers } from "../../../../experiments/own/composition/composition_answers.ts";
import { compositionMiniBatches } from "../../../../experiments/own/composition/mini_batches.ts";
import { compositionProducts } from "../../../../experiments/own/composition/products.ts";
import { compositionTraining } from "../../../../experiments/own/composition/training.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { ComparisonOutcome } from "../../../../experiments/session/comparison/comparison_outcome.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Row } from "../../../../results/row.ts";
import { runComparison, testLab } from "../../lab.ts";

/** Rows and samples of a suite's first workload at smoke size. */
async function outcomeOf(suite: Suite): Promise<ComparisonOutcome> {
  const device = openWasmDevice({ threads: 2 });
  try {
    const [workload] = suite.workloads(PROFILES.smoke);
    const lab = testLab(device);
    return await runComparison(lab, {
      suite,
      workload,
      dataset: await loadDataset(workload.dataset!, { seed: 1, maxStoredEdges: 4000 }),
    });
  } finally {
    device.close();
  }
}

/** Ratios of a metric in the rounds of a contender. */
const samplesOf = ({ samples }: ComparisonOutcome, contender: string, metric: string) =>
  samples.filter((each) => each.cell.endsWith(`:${contender}`) && each.metric === metric)
    .map(({ value }) => value);

for (
  const [suite, first, all] of [
    [compositionTraining, "ordering", "ordering+tiles+paths+narrowing"],
    [compositionMiniBatches, "fused-map", "fused-map+match+reorder+cache+memory-aware"],
  ] as const
) {
  Deno.test(`${suite.id}: all runs are checked, and effects are those of their times, round by round`, async () => {
    const outcome = await outcomeOf(suite as unknown as Suite), { rows } = outcome;
    assert.deepEqual(rows.filter(({ status }) => status !== "ok"), []);
    for (const { metric, rel_err, checked_rows } of rows.filter(({ metric }) => metric === "time")) {
      assert.ok(rel_err !== undefined && Number(checked_rows) > 0, metric);
    }
    const none = samplesOf(outcome, "none", "time");
    assert.equal(none.length, PROFILES.smoke.rounds);
    const near = (got: readonly number[], wanted: readonly number[]) =>
      got.forEach((each, round) => assert.ok(Math.abs(each / wanted[round] - 1) < 1e-9));
    const alone = samplesOf(outcome, `effect:${first}`, "alone"), on = samplesOf(outcome, first, "time");
    near(alone, none.map((each, round) => each / on[round]));
    const whole = samplesOf(outcome, all, "time");
    near(samplesOf(outcome, "together", "together"), none.map((each, round) => each / whole[round]));
    const [product, surplus] = ["product", "surplus"].map((metric) => samplesOf(outcome, "together", metric));
    near(surplus, none.map((each, round) => each / whole[round] / product[round]));
    const pairs = rows.filter(({ metric }) => metric === "predicted").map(({ contender }) => contender);
    assert.deepEqual(pairs, suite.contenders.map(({ id }) => id).filter((id) => id.startsWith("pair:")));
    assert.equal(compositionAnswers(rows as unknown as readonly Row[]).length, 1);
  });
}

Deno.test("mini-batches: what Match, Reorder and the cache copy is counted", async () => {
  const { rows } = await outcomeOf(compositionMiniBatches as unknown as Suite);
  const bytes = (contender: string) =>
    rows.find((each) => each.contender === contender && each.metric === "loaded_bytes")!.median!;
  assert.equal(bytes("reorder"), bytes("none"));
  assert.equal(bytes("fused-map"), bytes("none"));
  for (const saving of ["match", "cache"]) assert.ok(bytes(saving) < bytes("none"), saving);
  assert.ok(bytes("match+reorder") <= bytes("match"));
  const link = rows.find(({ contender, metric }) => contender === "none" && metric === "link_time")!;
  assert.equal(link.source, "modelled");
  assert.ok(Math.abs(link.median! - (0.08 + bytes("none") / 12e6)) < 1e-9);
});

Deno.test("products: every ordering meets every kernel; a kernel that a device lacks costs its own cells", async () => {
  const { rows } = await outcomeOf(compositionProducts as unknown as Suite);
  const [ok, others] = [rows.filter(({ status }) => status === "ok"), rows.filter((r) => r.status !== "ok")];
  assert.equal(ok.filter(({ metric }) => metric === "interaction").length, 5 * 3);
  assert.ok(others.length > 0 && others.every(({ contender }) => contender.endsWith("bf16")));
  for (const { metric } of ok.filter(({ contender }) => contender.startsWith("pair:"))) {
    assert.ok(["interaction", "p_holm", "predicted", "came_true"].includes(metric), metric);
  }
});
