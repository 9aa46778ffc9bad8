/**
 * Notes of a suite name a few of its modelled metrics, and count the others.
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
