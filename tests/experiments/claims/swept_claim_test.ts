import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { sweptPart } from "../../../experiments/claims/swept_claim.ts";
import type { Row } from "../../../results/row.ts";
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

Deno.test("a parameter without a unit has none behind its values", () => {
  const evidence = new SuiteEvidence("s", { rows: [], samples: [] }, 1);
  const about = { of: "it is so", parameter: "factor", unit: "", rows: [] };
  const sweep = (...holds: boolean[]) => holds.map((each, at) => ({ at, holds: each }));
  assert.equal(sweptPart(evidence, sweep(true, true), about).text, "it is so: at every factor from 0 to 1");
  const part = sweptPart(evidence, sweep(false, true, false), about);
  assert.ok(part.kind === "open");
  assert.deepEqual([part.text, part.reason], [
    "it is so: at a factor of 1 within 0 to 2",
    "it turns between 0 and 1, and between 1 and 2",
  ]);
});

Deno.test("a sweep has the source and the kind of data of its rows, whether it decides or is open", () => {
  const evidence = new SuiteEvidence("s", { rows: [], samples: [] }, 1);
  const row = { source: "modelled", dataset_kind: "stand-in", timer: "", unit: "x", median: 1 } as Row;
  for (const second of [true, false]) {
    const answers = [{ at: 0, holds: true }, { at: 1, holds: second }];
    const part = sweptPart(evidence, answers, { of: "", parameter: "drift", unit: "%", rows: [row] });
    assert.equal(part.kind, second ? "exact" : "open");
    assert.deepEqual([part.source, part.datasetKind], ["modelled", "stand-in"]);
  }
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
