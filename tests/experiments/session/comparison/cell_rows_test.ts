/** Rows of a timed cell that follow from its times. @module */
import assert from "node:assert/strict";
import type { Contender } from "../../../../experiments/cell.ts";
import type { Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import type { Device } from "../../../../hardware/device.ts";
import type { TimedSample } from "../../../../hardware/measuring/samples.ts";
import { preparedMedianInterval } from "../../../../platform/statistics/mod.ts";
import type { NewRow } from "../../../../results/store/store.ts";
import { testContext, testLab } from "../../lab.ts";

const CHECK = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };
const WRONG = { ...CHECK, ok: false, relErr: 2, worst: { row: 0, got: 1, wanted: 3, allowed: 1 } };
const KERNEL = { id: "kernel", label: "a kernel" }, BASELINE = { id: "baseline", label: "another kernel" };
const DEVICE = {
  backend: "wasm",
  adapterKind: "none",
  name: "a CPU",
  threads: 1,
  isa: "simd128",
  webgpu: "",
};

/** A suite of one kernel and what it is compared with, and the rows of its cells. */
function cellsOf(contenders: readonly Contender[], baseline: Contender): CellRows {
  const suite = { id: "own/rates", artifact: "Rates", contenders, baseline: baseline.id };
  return new CellRows(
    { ...suite, measurement: { kind: "timed" }, metrics: {} } as unknown as Suite,
    { id: "w", factors: {} },
    { lab: testLab(DEVICE as unknown as Device), context: testContext() },
  );
}

/** Rows of a kernel of 1e6 multiply-adds whose samples are given as milliseconds, by preparation. */
function timedRows(
  times: readonly (readonly number[])[],
  { baseline, preprocessMs }: { readonly baseline?: readonly number[]; readonly preprocessMs?: number } = {},
): NewRow[] {
  const cells = cellsOf([KERNEL, ...baseline ? [BASELINE] : []], baseline ? BASELINE : KERNEL);
  const samplesOf = (contender: Contender, times: readonly (readonly number[])[]) =>
    times.flatMap((all, preparation) => all.map((ms) => ({ preparation, ms })))
      .map((each, round) => cells.sample(contender, { ...each, round, calls: 1 } as TimedSample));
  const samples = [...samplesOf(KERNEL, times), ...samplesOf(BASELINE, baseline ? [baseline] : [])];
  const work = { multiplyAdds: 1e6, compulsoryBytes: 8, bytesWithoutReuse: 8 };
  const trial = { work, ...(preprocessMs !== undefined && { preprocessMs }) } as Trial;
  const checked = { contender: KERNEL, trial, check: CHECK, prepareMs: 1 };
  return cells.timed(checked, samples, {
    remark: "",
    waiting: new Map(),
    others: new Map(),
    clocks: new Map(),
  });
}

/** The rate of a kernel of 1e6 multiply-adds whose rounds took these times, with its interval. */
function rateOf(ms: readonly number[]): readonly (number | undefined)[] {
  const rows = timedRows([ms]);
  const { median, ci_lo, ci_hi } = rows.find(({ metric }) => metric === "gflops")!;
  return [median, ci_lo, ci_hi];
}

Deno.test("a rate's interval is that of its time, and of one round every rate", () => {
  assert.deepEqual(rateOf([1, 2, 4]), [1, 0.5, 2]);
  assert.deepEqual(rateOf([2]), [1, 0, Infinity]);
});

Deno.test("a time's interval is that of its preparations, whose rounds are alike", () => {
  const times = [1, 2, 2, 2, 3].map((ms) => new Array<number>(10).fill(ms));
  const interval = (rows: readonly NewRow[]) => {
    const { ci_lo, ci_hi } = rows.find(({ metric }) => metric === "time")!;
    return [ci_lo, ci_hi];
  };
  const { lo, hi } = preparedMedianInterval(
    times.flat(),
    times.flatMap((all, preparation) => all.map(() => preparation)),
    { seed: 1 },
  );
  assert.deepEqual(interval(timedRows(times)), [lo, hi]);
  assert.notDeepEqual(interval(timedRows(times)), interval(timedRows([times.flat()])));
});

Deno.test("preprocessing pays off after the products whose saved time it took, and never where none is saved", () => {
  const paysOff = (own: number, preprocessMs?: number) => {
    const rows = timedRows([[own, own]], {
      baseline: [5, 5],
      ...(preprocessMs !== undefined && { preprocessMs }),
    });
    const row = rows.find(({ metric }) => metric === "pays_off_after");
    return row && [row.median, row.unit, row.vs, row.reason];
  };
  assert.deepEqual(paysOff(2, 12), [4, "products", "baseline", ""]);
  for (const slow of [5, 6]) {
    assert.deepEqual(paysOff(slow, 12), [
      undefined,
      "products",
      "baseline",
      "never: not faster than the baseline",
    ]);
  }
  assert.equal(paysOff(2), undefined);
});

Deno.test("times that are no finite numbers have a reason and no value, wrong ones no times", () => {
  const cells = cellsOf([KERNEL], KERNEL);
  const times = { ms: [1, 2, 3], check: CHECK, timer: "wall" } as const;
  const right = cells.times(KERNEL, "cold", times);
  assert.deepEqual([right.status, right.median, right.n, right.timer], ["ok", 2, 3, "wall"]);
  const none = cells.times(KERNEL, "cold", { ...times, ms: [NaN, NaN, NaN] });
  assert.deepEqual([none.status, none.median, none.timer], ["skipped", undefined, ""]);
  assert.match(none.reason, /no value/);
  const wrong = cells.times(KERNEL, "cold", { ...times, check: WRONG });
  assert.deepEqual([wrong.status, wrong.median], ["wrong", undefined]);
});
