/** Race to an accuracy: its epochs, its outcomes at smoke size, its sentences, the data that it refuses. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { chosenCurve, epochReaching } from "../../../../experiments/own/accuracy/chosen_epochs.ts";
import { TARGET_SHARE } from "../../../../experiments/own/accuracy/race_outcome.ts";
import { raceAnswers } from "../../../../experiments/own/accuracy/race_answers.ts";
import { racedData } from "../../../../experiments/own/accuracy/raced_graphs.ts";
import { LENGTH, RACE_CONTENDERS } from "../../../../experiments/own/accuracy/race_contenders.ts";
import { timeToAccuracy } from "../../../../experiments/own/accuracy/time_to_accuracy.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { MissingError } from "../../../../platform/errors.ts";
import type { Row } from "../../../../results/row.ts";
import { runComparison, testLab } from "../../lab.ts";

const check = { ok: true, relErr: 0, tolerance: 0, checkedRows: 1 };

Deno.test("validation chooses the epoch, and seconds begin with the preparation", () => {
  const chosen = chosenCurve({
    test: [40, 60, 90, 70],
    validation: [50, 80, 80, 90],
    seconds: [1, 2, 3, 4],
    waits: [0, 0, 0],
    overheadSeconds: [0.5, 1, 1.5, 2],
    bytes: [8, 16, 24, 32],
    preparationSeconds: 10,
    check,
  });
  // The third epoch is no better on the validation vertices than the second.
  assert.deepEqual(chosen.test, [40, 60, 60, 70]);
  assert.deepEqual(chosen.seconds, [11.5, 13, 14.5, 16]);
  assert.deepEqual([55, 70, 71].map((target) => epochReaching(chosen, target)), [1, 3, undefined]);
});

Deno.test("at smoke size all contenders train, are checked, and race to a share of the best", async () => {
  const device = openWasmDevice({ threads: 2 }), { seeds } = LENGTH.smoke;
  try {
    const lab = testLab(device), suite = timeToAccuracy as unknown as Suite;
    const all = suite.workloads(PROFILES.smoke), dataset = await loadDataset(all[0].dataset!, { seed: 1 });
    const outcomeAt = async (at: string) => {
      const workload = all.find(({ factors }) => String(factors.at) === at)!;
      const { rows, samples } = await runComparison(lab, { suite, workload, dataset });
      assert.deepEqual(rows.filter(({ status }) => status !== "ok"), []);
      const of = (contender: string, metric: string) =>
        samples.filter((each) => each.cell.endsWith(`:${contender}`) && each.metric === metric)
          .map(({ value }) => value);
      return { rows, of };
    };
    const target = await outcomeAt("target"), first = await outcomeAt("1"), last = await outcomeAt("100");
    const ids = RACE_CONTENDERS.map(({ id }) => id);
    for (let seed = 0; seed < seeds; seed++) {
      const best = Math.max(...ids.map((id) => target.of(id, "best_accuracy")[seed]));
      for (const id of ids) {
        assert.equal(target.of(id, "target_accuracy")[seed], TARGET_SHARE * best);
        assert.equal(last.of(id, "accuracy")[seed], target.of(id, "best_accuracy")[seed]);
        const [begun, ended] = [first, last].map(({ of }) => of(id, "elapsed")[seed]);
        assert.ok(begun > target.of(id, "preparation")[seed] && ended > begun, id);
        const time = target.of(id, "time_to_accuracy").at(seed);
        assert.ok(time === undefined || (time >= begun && time <= ended), id);
      }
      // All features are copied once; mini-batches copy what they draw, and ranks send messages beside.
      const moved = (id: string) => [first, last].map(({ of }) => of(id, "moved")[seed]);
      const [once, still] = moved("full-batch");
      assert.ok(once > 0 && once === still);
      for (const id of ["sampled", "delayed"]) assert.ok(moved(id)[1] > moved(id)[0], id);
    }
    for (const { metric, contender, checked_rows, rel_err } of target.rows) {
      if (metric === "preparation") assert.ok(Number(checked_rows) > 0 && rel_err !== undefined, contender);
    }
    assert.equal(raceAnswers(target.rows as unknown as readonly Row[], new Map()).length, 1);
  } finally {
    device.close();
  }
});

/** Rows of two contenders on one graph: times with the interval of their ratio, and seeds that reach the target. */
function rowsOf(lead: readonly [low: number, high: number], seedsOfSlow = 7): Row[] {
  const row = (contender: string, metric: string, median: number, more: object = {}) => ({
    suite: timeToAccuracy.id,
    cell: `${timeToAccuracy.id}:cora:${contender}`,
    contender,
    dataset: "cora",
    status: "ok",
    unit: "s",
    timer: "",
    n: 7,
    metric,
    median,
    ...more,
  });
  return [
    row("fast", "target_accuracy", 77.25),
    row("fast", "time_to_accuracy", 1, { ci_lo: 0.9, ci_hi: 1.1 }),
    row("slow", "time_to_accuracy", 2, { ci_lo: 1.9, ci_hi: 2.1 }),
    row("fast", "lead", 0.5, { unit: "x", ci_lo: lead[0], ci_hi: lead[1] }),
    row("fast", "moved_to_accuracy", 30, { unit: "MB" }),
    row("slow", "moved_to_accuracy", 4, { unit: "MB" }),
    row("fast", "seeds_reached", 7),
    row("slow", "seeds_reached", seedsOfSlow),
  ] as unknown as Row[];
}

Deno.test("a sentence says who is first only where all of the interval does", () => {
  const names = new Map([["fast", "mini-batches"], ["slow", "full batch"]]);
  const [sure] = raceAnswers(rowsOf([0.45, 0.55]), names);
  assert.match(
    sure,
    /^On cora, mini-batches is first at 77\.[23] % .*, in 1\.00 \[0\.900, 1\.10\] s, 0\.500 /,
  );
  assert.match(
    sure,
    /the time of full batch; full batch moves least until then, 4\.00 .*, before mini-batches/,
  );
  const [open] = raceAnswers(rowsOf([0.45, 1.2], 3), names);
  assert.match(open, /it is open who is first at 77\.[23] % .*: mini-batches takes 1\.00 /);
  assert.match(open, /; full batch gets there from 3 of 7 seeds\.$/);
});

Deno.test("contenders that move the same bytes are named together", () => {
  const names = new Map([["fast", "mini-batches"], ["slow", "full batch"]]);
  const rows = rowsOf([0.45, 0.55]).map((row) =>
    row.metric === "moved_to_accuracy" ? { ...row, median: 4 } : row
  );
  assert.match(
    raceAnswers(rows, names)[0],
    /; mini-batches and full batch move least until then, 4\.00 \[4\.00, 4\.00\] MB\.$/,
  );
});

Deno.test("labels of a stand-in are no citation graph's", async () => {
  const dataset = await loadDataset("cora@1/8", { seed: 1 });
  await assert.rejects(racedData({ seed: 1 }, dataset, { truth: "published" }), MissingError);
});
