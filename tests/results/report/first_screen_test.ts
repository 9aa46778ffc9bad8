import assert from "node:assert/strict";
import { paperSentence } from "../../../results/report/first_screen.ts";
import { VERDICTS } from "../../../results/row.ts";
import type { EvidenceCounts } from "../../../results/verdicts/scorecard.ts";

const counts = (some: Partial<EvidenceCounts["counts"]>): EvidenceCounts["counts"] => {
  const none = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as EvidenceCounts["counts"];
  return { ...none, ...some };
};

Deno.test("the first screen's sentence on a paper counts every claim, also those without evidence", () => {
  const evidence: EvidenceCounts[] = [
    { source: "measured", datasetKind: "stand-in", counts: counts({ reproduced: 3, holds: 6 }) },
    { source: "", datasetKind: "", counts: counts({ "out-of-regime": 26, "not-run": 3 }) },
  ];
  const sentence = paperSentence({ paper: "p", evidence, published: { total: 0, joined: 0 } } as never);
  assert.equal(
    sentence.trim(),
    "38 claims, 26 not to be asked here, 3 not run. Measured, stand-in: 3 reproduced, 6 true by construction.",
  );
});
