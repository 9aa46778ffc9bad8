/**
 * Sentences on all claims of a session.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { ClaimRow } from "../../../results/row.ts";
import { findings } from "../../../results/verdicts/findings.ts";
import { IN_REGIME } from "../../../results/verdicts/verdict.ts";
import { claimRow } from "../session_fixture.ts";

const many = (count: number, row: Partial<ClaimRow>) => Array.from({ length: count }, () => claimRow(row));
const unasked = { source: "", dataset_kind: "" } as const;
const outside = (elsewhere: string): Partial<ClaimRow> => ({
  ...unasked,
  verdict: "out-of-regime",
  reason: `headroom is 1, 2 or more is wanted${IN_REGIME}${elsewhere}`,
});

Deno.test("kinds of evidence are told apart, and each claim is in one of the sentences", () => {
  const sentences = findings([
    ...many(2, { verdict: "reproduced", source: "measured", dataset_kind: "stand-in" }),
    ...many(1, { verdict: "differs", source: "measured", dataset_kind: "real" }),
    ...many(3, { verdict: "inconclusive", source: "modelled", dataset_kind: "" }),
    ...many(2, { verdict: "holds" }),
    ...many(1, { ...unasked, verdict: "not-run" }),
    ...many(3, outside("--profile paper")),
    ...many(1, outside("a GPU")),
    ...many(1, outside("64 ranks")),
  ]);
  assert.deepEqual(sentences, [
    "Of 14 claims, 6 were asked here: measured on real graphs, 1 found to differ; measured on stand-ins, " +
    "2 reproduced; modelled without a graph, 3 inconclusive.",
    "Of the others, 5 are out of their regime here, 1 did not run, 2 hold by construction.",
    "Most often a premise asks for --profile paper (3 claims), or for 64 ranks (1 claim); each of the others " +
    "says what it asks for.",
  ]);
});

Deno.test("a session without an answer says so, and one without open premises names no remedy", () => {
  assert.deepEqual(findings(many(2, { ...unasked, verdict: "not-run" })), [
    "None of 2 claims could be answered here.",
    "Of them, 2 did not run.",
  ]);
  assert.deepEqual(findings(many(1, { verdict: "reproduced", source: "measured", dataset_kind: "real" })), [
    "Of 1 claim, 1 was asked here: measured on real graphs, 1 reproduced.",
    "Every claim was asked.",
  ]);
});
