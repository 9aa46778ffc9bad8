import assert from "node:assert/strict";
import { openAtSmoke, TOY_TIMES } from "../../../experiments/claims/smoke.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";

const part: ClaimPart = {
  kind: "exact",
  holds: true,
  text: "3 of 3",
  source: "measured",
  datasetKind: "real",
};

Deno.test("a part is open in a smoke run, with its words and the reason, and as it was in any other", () => {
  const { kind: _kind, holds: _holds, ...rest } = part;
  assert.deepEqual(openAtSmoke(part, { profile: "smoke" }), { kind: "open", ...rest, reason: TOY_TIMES });
  assert.deepEqual(openAtSmoke(part, { profile: "smoke" }, "too few blocks"), {
    ...{ kind: "open", ...rest, reason: "too few blocks" },
  });
  for (const profile of ["standard", "paper"]) assert.equal(openAtSmoke(part, { profile }), part);
});
