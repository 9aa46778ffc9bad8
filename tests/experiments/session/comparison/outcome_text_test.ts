/** Text of a progress line for cells that did not end well. @module */
import assert from "node:assert/strict";
import { statusOf } from "../../../../experiments/session/comparison/cell_status.ts";
import {
  cellOutcomeText,
  comparisonOutcomeText,
  wrongResultText,
} from "../../../../experiments/session/comparison/outcome_text.ts";
import { SENTINEL } from "../../../../results/sentinel.ts";

const skipped = (cell: string, reason: string) => ({ cell, status: "skipped", reason }) as const;

Deno.test("cells that end for several reasons are counted by reason, the most frequent first, without numbers", () => {
  assert.equal(
    cellOutcomeText([
      skipped("a", "an implementation on webgpu only; use --device webgpu"),
      skipped("b", "unstable: the first takes 1.3 times as long as the second"),
      { cell: "c", status: "failed", reason: "it ended by SIGSEGV" },
      skipped("d", "unstable: the first takes 2.4 times as long as the second"),
    ]),
    "1 failed (it ended by SIGSEGV), 3 skipped (2 × unstable, 1 × an implementation on webgpu only)",
  );
});

Deno.test("one reason is printed with its details, beside how many cells are well", () => {
  const reason = "an implementation on webgpu only; use --device webgpu";
  assert.equal(
    cellOutcomeText([skipped("a", reason), { cell: "b", status: "ok", reason: "" }, skipped("c", reason)]),
    `2 skipped (${reason}), 1 ok`,
  );
});

Deno.test("a cell of many rows counts once, by the worst of them", () => {
  const ok = (cell: string) => ({ cell, status: "ok", reason: "" }) as const;
  assert.equal(
    cellOutcomeText([ok("a"), skipped("a", "unstable"), ok("a"), skipped("b", "unstable"), ok("c"), ok("c")]),
    "2 skipped (unstable), 1 ok",
  );
  assert.equal(cellOutcomeText([ok("a"), ok("a"), ok("b")]), "ok");
});

Deno.test("a long reason is cut to 80 characters", () => {
  const reason = (length: number) => "x".repeat(length);
  assert.equal(cellOutcomeText([skipped("a", reason(80))]), `1 skipped (${reason(80)})`);
  assert.equal(cellOutcomeText([skipped("a", reason(81))]), `1 skipped (${reason(79)}…)`);
});

Deno.test("the sentinel is no cell of a comparison", () => {
  const row = (contender: string, metric: string) =>
    ({ cell: contender, status: "ok", reason: "", contender, metric }) as const;
  const rows = [{ ...row(SENTINEL, SENTINEL), status: "failed", reason: "no" } as const, row("a", "time")];
  assert.equal(comparisonOutcomeText(rows), "ok");
  assert.equal(
    comparisonOutcomeText([{ ...rows[0], contender: "b", metric: "time" }, rows[1]]),
    "1 failed (no), 1 ok",
  );
});

Deno.test("a wrong result is told with its place, or with the row that was projected", () => {
  const report = { ok: false, relErr: 1, tolerance: 1, checkedRows: 1 },
    numbers = { got: 1, wanted: 3, allowed: 0.5 };
  const text = (place: { row: number; col?: number }) =>
    wrongResultText({ ...report, worst: { ...place, ...numbers } });
  assert.equal(text({ row: 2, col: 0 }), "row 2, column 0: 1, the oracle has 3");
  assert.equal(text({ row: 2 }), "a projection of row 2: 1, the oracle has 3");
});

Deno.test("an array that is too large is a lack of memory, not a defect", () => {
  let thrown: unknown;
  try {
    new Float32Array(2 ** 50);
  } catch (error) {
    thrown = error;
  }
  assert.deepEqual([statusOf(thrown).status, statusOf(new RangeError("x")).status], ["oom", "failed"]);
  assert.match(statusOf(thrown).reason, /smaller dataset, width or profile/);
});
