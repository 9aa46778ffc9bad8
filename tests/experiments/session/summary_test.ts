/** Whether a run has failed, by its cells and claims. @module */
import assert from "node:assert/strict";
import { summarize } from "../../../experiments/session/summary.ts";
import type { ClaimRow, Row } from "../../../results/row.ts";
import { claimRow, sessionDocument, writtenRow } from "../../results/session_fixture.ts";

/** Whether a session with cells of these statuses, and these claims, has failed. */
function hasFailed(statuses: readonly Row["status"][], claims: readonly ClaimRow[] = []): boolean {
  const rows = statuses.map((status, i) => writtenRow({ cell: `own/kernel-ladder:w${i}:row-split`, status }));
  const contents = { document: sessionDocument(), rows, claims, samples: [], comparisons: [], journal: [] };
  return summarize(contents, "/sessions/mine", 1).failed;
}

Deno.test("a run fails where no cell succeeds though some were tried, and where a result is wrong", () => {
  assert.deepEqual([hasFailed(["oom", "skipped"]), hasFailed(["failed"])], [true, true]);
  assert.deepEqual([hasFailed(["ok", "oom", "failed"]), hasFailed(["skipped"]), hasFailed([])], [
    false,
    false,
    false,
  ]);
  assert.ok(hasFailed(["ok", "wrong"]));
});

Deno.test("a claim that differs fails a run where it follows from algebra, and not where it is about time", () => {
  const differs = (tier: ClaimRow["tier"]) => hasFailed(["ok"], [claimRow({ tier, verdict: "differs" })]);
  assert.deepEqual([differs("algebra"), differs("by-construction"), differs("time-gpu")], [
    true,
    true,
    false,
  ]);
});
