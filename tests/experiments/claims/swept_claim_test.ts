import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { sweptPart } from "../../../experiments/claims/swept_claim.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";

function partOf(...answers: readonly (boolean | undefined)[]): ClaimPart {
  const evidence = new SuiteEvidence("s", { rows: [], samples: [] }, 1);
  return sweptPart(evidence, answers.map((holds, at) => ({ at, holds })), {
    ...{ of: "it is so", parameter: "drift", unit: "%", rows: [] },
  });
}

Deno.test("a sweep with one answer decides", () => {
  const all = partOf(true, true, true), none = partOf(false, false);
  assert.ok(all.kind === "exact" && all.holds);
  assert.equal(all.text, "it is so: at every drift from 0 to 2 %");
  assert.ok(none.kind === "exact" && !none.holds);
  assert.equal(none.text, "it is so: at no drift from 0 to 1 %");
});

for (
  const { name, answers, text, reason } of [
    {
      name: "that turns is open, with the values between which it does",
      answers: [false, true, true, false, true],
      text: "it is so: at a drift of 1 to 2, 4 within 0 to 4 %",
      reason: "it turns between 0 and 1 %, and between 2 and 3 %, and between 3 and 4 %",
    },
    {
      name: "of which nothing can be told is open",
      answers: [undefined, undefined],
      text: "it is so: at no drift from 0 to 1 %",
      reason: "it cannot be told at any drift from 0 to 1 %",
    },
    {
      name: "of which a part can be told is open",
      answers: [undefined, true],
      text: "it is so: at a drift of 1 within 0 to 1 %",
      reason: "it turns between 0 and 1 %",
    },
    {
      name: "that holds nowhere where it can be told is open",
      answers: [false, undefined],
      text: "it is so: at no drift from 0 to 1 %",
      reason: "it turns between 0 and 1 %",
    },
  ]
) {
  Deno.test(`a sweep ${name}`, () => {
    const part = partOf(...answers);
    assert.ok(part.kind === "open");
    assert.deepEqual([part.text, part.reason], [text, reason]);
  });
}
