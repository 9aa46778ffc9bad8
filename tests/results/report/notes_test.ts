/**
 * Notes of a suite name a few of its modelled metrics and count the others, and name stand-ins in one line.
 *
 * @module
 */
import assert from "node:assert/strict";
import { renderNotes } from "../../../results/report/notes.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

function noteOf(metrics: readonly string[]): string {
  const document = sessionDocument(), [suite] = document.suites;
  const rows = metrics.map((metric) => writtenRow({ metric, source: "modelled" }));
  return String(renderNotes({ ...suite, notes: [] }, rows, { document }));
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
    return String(renderNotes({ ...suite, notes: [] }, rows, { document }));
  };
  assert.match(told(["a@1/2"]), /<li>a@1\/2 is a stand-in\.<\/li>/);
  assert.match(told(["a@1/2", "b@1/4"]), /<li>Stand-ins: a@1\/2, b@1\/4\.<\/li>/);
});
