/** Kinds and order of steps, and the texts that a history shows. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Change, changesOf, latestFirst } from "../../../results/history/changes.ts";
import { HistoryBuilder } from "../../../results/history/history.ts";
import { readHistory } from "../../../results/history/session_history.ts";
import type { Row } from "../../../results/row.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { comparison, sessionDocument, writtenRow } from "../session_fixture.ts";

const [suite] = sessionDocument().suites;

/** Steps of one number without noise that is so high for ten nights and so high after them. */
function steps(before: number, after: number, row: Partial<Row>): Change[] {
  const builder = new HistoryBuilder(), sessions = Array.from({ length: 14 }, () => sessionDocument());
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
  // The A/A runs see 2 %.
  assert.deepEqual(kinds(4, 4.04), []);
});

Deno.test("steps are listed latest first, then regressions, then by size in either direction", () => {
  const [up] = steps(4, 5, {}), [down] = steps(8, 4, {}), [small] = steps(4, 4.4, {});
  const later = { ...small, session: 12 }, far = { ...up, step: { ...up.step, before: 4, after: 12 } };
  const order = [down, up, later, far, small].toSorted(latestFirst);
  assert.deepEqual(order.map((each) => [later, far, up, small, down].indexOf(each)), [0, 1, 2, 3, 4]);
});

Deno.test("a suite is described as its latest session does", async () => {
  await inFolder(async (root) => {
    for (const [i, title] of ["as it was", "as it is"].entries()) {
      const created = `2026-01-0${i + 1}T03:04:05Z`, suites = [{ ...suite, title }];
      const create = sessionDocument({ session: `s${i}`, created, updated: created, suites });
      using store = await SessionStore.open(join(root, `s${i}`), { create });
      await store.commitComparison(comparison("cora"));
    }
    assert.deepEqual((await readHistory(root)).suites.map(({ suite }) => suite.title), ["as it is"]);
  });
});
