/** Kinds and order of steps, and the texts that a history shows. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Change, changesOf, latestFirst } from "../../../results/history/changes.ts";
import { SeriesBuilder } from "../../../results/history/series.ts";
import { readHistory } from "../../../results/history/session_history.ts";
import type { Row } from "../../../results/row.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { comparison, sessionDocument, writtenRow } from "../session_fixture.ts";

const [suite] = sessionDocument().suites;

/** Steps of one number without noise that is so high for ten nights and so high after them. */
function steps(before: number, after: number, row: Partial<Row>): Change[] {
  const builder = new SeriesBuilder(), sessions = Array.from({ length: 14 }, () => sessionDocument());
  for (const [night, document] of sessions.entries()) {
    const median = night < 10 ? before : after;
    builder.add(document, [writtenRow({ ci_lo: undefined, ci_hi: undefined, ...row, median })]);
  }
  return changesOf(builder.series()[0], { suite, sessions });
}

Deno.test("a measured time that rises is a regression, a ratio or a modelled time a change, both at their night", () => {
  const kinds = (before: number, after: number, row: Partial<Row> = {}) =>
    steps(before, after, row).map(({ kind, session, confirmed }) => [kind, session, confirmed]);
  assert.deepEqual(kinds(4, 5), [["regression", 10, 11]]);
  assert.deepEqual(kinds(5, 4), [["improvement", 10, 11]]);
  assert.deepEqual(kinds(4, 5, { source: "modelled", timer: "" }), [["change", 10, 11]]);
  assert.deepEqual(kinds(1.5, 1, { metric: "speedup", unit: "x", vs: "natural" }), [["change", 10, 11]]);
  assert.deepEqual(kinds(4, 5, { metric: "vertices", unit: "count" }), [], "a number that its suite notes");
  // The A/A runs see 2 %; a model has no clock.
  assert.deepEqual(kinds(4, 4.04), []);
  assert.deepEqual(kinds(4, 4.04, { source: "modelled", timer: "" }), [["change", 10, 11]]);
});

Deno.test("nights on which a number was lost or wrong are no steps, and shift none to another session", () => {
  const builder = new SeriesBuilder(), sessions = Array.from({ length: 14 }, () => sessionDocument());
  const lost: Readonly<Record<number, Partial<Row>>> = {
    2: { status: "oom", median: undefined },
    5: { status: "wrong", median: 90 },
    6: { status: "wrong", median: 91 },
  };
  for (const [night, document] of sessions.entries()) {
    const row = { median: night < 10 ? 4 : 5, ci_lo: undefined, ci_hi: undefined, ...lost[night] };
    builder.add(document, [writtenRow(row)]);
  }
  const found = changesOf(builder.series()[0], { suite, sessions });
  assert.deepEqual(found.map(({ session, confirmed }) => [session, confirmed]), [[10, 11]]);
});

Deno.test("a rise that is small beside a night's own interval is no step", () => {
  const wide = { ci_lo: 3, ci_hi: 5.5 }, narrow = { ci_lo: 4.1, ci_hi: 4.102 };
  assert.deepEqual(steps(4, 4.2, wide), []);
  assert.equal(steps(4, 4.2, narrow).length, 1);
});

Deno.test("steps are listed latest first, then regressions, then by size in either direction", () => {
  const [up] = steps(4, 5, {}), [down] = steps(8, 4, {}), [small] = steps(4, 4.4, {});
  const later = { ...small, session: 12 }, far = { ...up, step: { ...up.step, before: 4, after: 12 } };
  const wanted = [later, far, up, small, down];
  for (const order of [[down, up, later, far, small], wanted, wanted.toReversed()]) {
    assert.deepEqual(order.toSorted(latestFirst).map((each) => wanted.indexOf(each)), [0, 1, 2, 3, 4]);
  }
  const [slight] = steps(8, 7.5, {});
  assert.ok(latestFirst(down, slight) < 0 && latestFirst(slight, down) > 0);
});

Deno.test("a suite is described as its latest session does", async () => {
  await inFolder(async (root) => {
    for (const [i, title] of ["as it was", "as it is"].entries()) {
      const created = `2026-01-0${i + 1}T03:04:05Z`;
      const suites = [{ ...suite, title }, { ...suite, id: "roc/figure-6", title: "without rows" }];
      const create = sessionDocument({ session: `s${i}`, created, updated: created, suites });
      using store = await SessionStore.open(join(root, `s${i}`), { create });
      await store.commitComparison(comparison("cora"));
    }
    const found = (await readHistory(root)).suites.map(({ suite, series }) => [suite.title, series.length]);
    assert.deepEqual(found, [["as it is", 2], ["without rows", 0]]);
  });
});
