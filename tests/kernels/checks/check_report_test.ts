/** Reports of checks: the entry that is told, the bound it is held against, and several reports as one. */
import assert from "node:assert/strict";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { allowedError, ATOL, EPS_F32 } from "../../../kernels/checks/error_bound.ts";
import { WorstEntry } from "../../../kernels/checks/worst_entry.ts";

const entry = (row: number, got: number, allowed = 1) => ({ row, col: 0, got, wanted: 1, allowed });

Deno.test("the epsilon of float32 is the step behind 1", () => {
  assert.equal(Math.fround(1 + EPS_F32) - 1, EPS_F32);
  assert.equal(Math.fround(1 + EPS_F32 / 2), 1);
});

Deno.test("a sum's bound grows with its terms and their size, and is 0 but for underflow where sums are exact", () => {
  assert.equal(allowedError(0, 0), ATOL);
  assert.equal(allowedError(98, 4), ATOL + 100 * EPS_F32 * 4);
  // Multiples of 1/8 are exact up to 2^24 eighths.
  assert.equal(allowedError(98, 2 ** 21, 2 ** -3), ATOL);
  assert.ok(allowedError(98, 2 ** 21 + 1, 2 ** -3) > 1);
});

Deno.test("the entry that is furthest in its own bound is told; at the bound it is right, beyond it is not", () => {
  const report = (...entries: readonly ReturnType<typeof entry>[]) => {
    const worst = new WorstEntry();
    for (const each of entries) worst.consider(each, 4);
    return worst.report(entries.length);
  };
  const [near, far] = [entry(0, 1.5), entry(1, 1.2, 0.3)];
  for (const order of [[near, far], [far, near]]) {
    const { ok, worst, relErr, tolerance, checkedRows } = report(...order);
    assert.deepEqual([ok, worst?.row, checkedRows], [true, 1, 2]);
    assert.ok(Math.abs(relErr - 0.05) < 1e-12 && tolerance === 0.075);
  }
  assert.equal(report(entry(0, 2)).ok, true);
  assert.equal(report(entry(0, 2.001)).ok, false);
  for (const got of [NaN, Infinity]) {
    const { ok, relErr, worst } = report(entry(0, 9), entry(1, got), entry(2, 9));
    assert.deepEqual([ok, relErr, worst?.row], [false, Infinity, 1]);
  }
  assert.deepEqual(report(), { ok: true, relErr: 0, tolerance: 0, checkedRows: 0 });
});

const report = (changes: Partial<CheckReport>): CheckReport => ({
  ok: true,
  relErr: 1e-7,
  tolerance: 1e-5,
  checkedRows: 10,
  ...changes,
});

Deno.test("of several reports the one nearest to its bound stands for all, with the rows of all", () => {
  const small = report({}), near = report({ relErr: 9e-6 }), loose = report({ relErr: 1e-3, tolerance: 1 });
  const exact = report({ relErr: 0, tolerance: 0, checkedRows: 5 });
  for (
    const order of [[small, near, loose, exact], [exact, near, loose, small], [near, small, exact, loose]]
  ) {
    assert.deepEqual(worstOf(order), { ...near, checkedRows: 35 });
  }
  assert.deepEqual(worstOf([exact, small]), { ...small, checkedRows: 15 });
});

Deno.test("a wrong report stands for all, however many right ones are near their bounds", () => {
  const wrong = report({ ok: false, relErr: 2e-5 }), near = report({ relErr: 1e-5 });
  for (const order of [[wrong, near, near], [near, near, wrong]]) {
    assert.deepEqual(worstOf(order), { ...wrong, checkedRows: 30 });
  }
});
