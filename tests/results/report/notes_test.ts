/**
 * Notes of a suite name a few of its modelled metrics and count the others, name stand-ins in one line, and
 * count the comparisons that other programs disturbed.
 *
 * @module
 */
import assert from "node:assert/strict";
import { renderNotes } from "../../../results/report/notes.ts";
import type { JournalEntry } from "../../../results/store/journal.ts";
import { journalEntry, sessionDocument, writtenRow } from "../session_fixture.ts";

function noteOf(metrics: readonly string[]): string {
  const document = sessionDocument(), [suite] = document.suites;
  const rows = metrics.map((metric) => writtenRow({ metric, source: "modelled" }));
  return String(renderNotes({ ...suite, notes: [] }, rows, { document, journal: [] }));
}

Deno.test("five modelled metrics are named, and of seven the first four", () => {
  assert.match(noteOf(["a", "b_c", "d", "e", "f"]), /From a model, not measured: a, b c, d, e, f\./);
  const many = noteOf(["a", "b_c", "d", "e", "f", "g", "h"]);
  assert.match(many, /From a model, not measured: a, b c, d, e and 3 more metrics, as their rows say\./);
});

Deno.test("stand-ins with nothing to say share a line", () => {
  const document = sessionDocument(), [suite] = document.suites;
  const told = (names: readonly string[]) => {
    const rows = names.map((dataset) => writtenRow({ dataset, dataset_kind: "stand-in" }));
    return String(renderNotes({ ...suite, notes: [] }, rows, { document, journal: [] }));
  };
  assert.match(told(["a@1/2"]), /<li>a@1\/2 is a stand-in\.<\/li>/);
  assert.match(told(["a@1/2", "b@1/4"]), /<li>Stand-ins: a@1\/2, b@1\/4\.<\/li>/);
});

Deno.test("a suite says once which of its comparisons other programs disturbed", () => {
  const document = sessionDocument(), [suite] = document.suites;
  const entry = (workload: string, busy: number, suiteId = suite.id) =>
    journalEntry({ suite: suiteId, workload, othersLoad: { busy, processors: 2, notable: 0.2 } });
  const told = (...journal: readonly JournalEntry[]) =>
    String(renderNotes({ ...suite, notes: [] }, [], { document, journal })).match(/While [^<]*/g);
  assert.equal(told(entry("a", 0.1), entry("a", 1.9, "own/other")), null);
  assert.deepEqual(told(entry("a", 0.1), entry("b", 1.2)), [
    "While 1 of 2 comparisons was timed, other programs kept 1.20 of 2 processors busy; rows.csv says so beside each time.",
  ]);
  assert.deepEqual(told(entry("a", 0.6), entry("b", 1.2)), [
    "While 2 of 2 comparisons were timed, other programs kept up to 1.20 of 2 processors busy; rows.csv says so beside each time.",
  ]);
});
