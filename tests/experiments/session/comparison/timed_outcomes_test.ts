/** Ends of the contenders of a timed comparison: right, wrong, failed, or with too few rounds. @module */
import assert from "node:assert/strict";
import type { PreparedTrial, TimedMeasurement, Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import {
  type OpenedContender,
  TimedComparison,
} from "../../../../experiments/session/comparison/timed_comparison.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { MissingError, WrongResultError } from "../../../../platform/errors.ts";
import { underClock } from "../../../under_clock.ts";
import { testContext, testLab } from "../../lab.ts";
import { instantTrial, RIGHT } from "./instant_trial.ts";

const PARTS = { action: "run", current: "two", wanted: "three", next: "try again" };
const MEASUREMENT: TimedMeasurement = {
  ...{ kind: "timed", decides: true },
  trial: () => Promise.reject(new Error("unused")),
};
const LIMITS = { rounds: 3, maxRounds: 3, preparations: 1, comparisonMs: 6e4 };

/** A trial that is right but for what is given. */
const trial = (prepared: Partial<Omit<PreparedTrial, "time">> = {}) => instantTrial({ prepared });

/** Outcome of a comparison of these trials by id, the first of which is the baseline. */
async function compare(trials: Readonly<Record<string, Trial | Error>>, limits: Partial<typeof LIMITS> = {}) {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, { ...LIMITS, ...limits }), context = testContext();
    const opened = Object.entries(trials).map(([id, own]): OpenedContender => ({
      contender: { id, label: id },
      ...own instanceof Error ? { error: own } : { trial: own },
    }));
    const contenders = opened.map(({ contender }) => contender);
    const suite = {
      ...{ id: "own/outcomes", artifact: "Outcomes", contenders, baseline: contenders[0].id },
      ...{ measurement: MEASUREMENT, metrics: { size: { label: "size", unit: "1" } } },
    } as unknown as Suite;
    const cells = new CellRows(suite, { id: "w", factors: {} }, { lab, context });
    const outcome = await new TimedComparison(suite, cells, { lab, context }).run(MEASUREMENT, opened);
    const row = (contender: string, metric: string) => {
      const found = outcome.rows.filter((each) => each.contender === contender && each.metric === metric);
      assert.ok(found.length < 2, `${found.length} rows of ${metric} of ${contender}`);
      return found[0];
    };
    const samples = (id: string) =>
      outcome.samples.filter(({ cell, metric }) => cell === `own/outcomes:w:${id}` && metric === "time")
        .length;
    return { row, samples, all: outcome.samples, checkSeconds: outcome.checkSeconds };
  } finally {
    device.close();
  }
}

Deno.test("what is wrong, fails or cannot be set up has its reason and no time, and takes nothing from the others", async () => {
  const worst = { row: 2, col: 5, got: 1, wanted: 3, allowed: 0.5 };
  const { row, samples } = await compare({
    right: trial(),
    wrong: trial({ check: () => Promise.resolve({ ...RIGHT, ok: false, relErr: 2, worst }) }),
    absent: new MissingError(PARTS),
    throws: trial({ check: () => Promise.reject(new TypeError("no")) }),
    later: trial({ recheck: () => Promise.reject(new WrongResultError(PARTS)) }),
  });
  const ends = ["right", "wrong", "absent", "throws", "later"].map((id) => {
    const { status, reason, median, n } = row(id, "time")!;
    return [status, reason, median, n, samples(id), row(id, "speedup")?.median];
  });
  assert.deepEqual(ends, [
    ["ok", "", 30, 3, 3, undefined],
    ["wrong", "row 2, column 5: 1, the oracle has 3", undefined, 0, 0, undefined],
    ["skipped", "two; try again", undefined, 0, 0, undefined],
    ["failed", "defect: no", undefined, 0, 0, undefined],
    ["wrong", "two; try again", undefined, 0, 0, undefined],
  ]);
  assert.deepEqual([row("wrong", "time")!.rel_err, row("right", "time")!.rel_err], [2, 0]);
  assert.deepEqual([row("right", "size")!.median, row("wrong", "size")!.median], [7, 7]);
  assert.deepEqual([row("right", "cold")!.median, row("wrong", "cold")], [30, undefined]);
});

Deno.test("parts of an execution have rows and samples of their own, and those of a wrong one none", async () => {
  const breakdown = () => Promise.resolve({ times: { load: [2, 4, 3] }, timer: "wall" as const });
  const worst = { row: 2, got: 1, wanted: 3, allowed: 0.5 };
  const { row, all } = await compare({
    right: trial({ breakdown, facts: { threads: 5, size: 8 } }),
    wrong: trial({ breakdown, check: () => Promise.resolve({ ...RIGHT, ok: false, worst }) }),
  });
  const { median, n, unit, timer } = row("right", "load")!;
  assert.deepEqual([median, n, unit, timer], [3, 3, "ms", "wall"]);
  const values = all.filter(({ metric }) => metric === "load").map((
    { cell, round, value },
  ) => [cell, round, value]);
  assert.deepEqual(values, [2, 4, 3].map((ms, round) => ["own/outcomes:w:right", round, ms]));
  assert.equal(row("wrong", "load"), undefined);
  assert.equal(row("right", "threads")!.median, 5);
});

Deno.test("checks after timing are told in seconds, and a first execution is of its trial's clock", async () => {
  await underClock(async (pass) => {
    const recheck = () => Promise.resolve(pass(250));
    const card = { threads: 1, adapterKind: "none", timer: "gpu-timestamp" } as const;
    const { row, checkSeconds } = await compare({
      a: trial({ recheck }),
      b: { ...trial({ recheck }), ranOn: card },
    });
    assert.equal(checkSeconds, 0.5);
    assert.deepEqual(["a", "b"].map((id) => row(id, "cold")!.timer), ["wall", "gpu-timestamp"]);
  });
});

Deno.test("where the budget ends before the least rounds, every time says so", async () => {
  const { row } = await compare({ a: trial(), b: trial() }, { comparisonMs: -1 });
  for (const metric of ["time", "speedup"]) {
    const { n, reason } = row("b", metric)!;
    assert.deepEqual([n, reason], [1, "underpowered: 1 of 3 rounds in the budget"]);
  }
});
