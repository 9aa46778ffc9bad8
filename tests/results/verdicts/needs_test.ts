import assert from "node:assert/strict";
import { sessionHeading } from "../../../results/verdicts/findings.ts";
import { bestRemedy, NEEDS, needsOf } from "../../../results/verdicts/needs.ts";
import { IN_REGIME } from "../../../results/verdicts/regime_text.ts";
import { claimRow } from "../session_fixture.ts";

const [GPU, LARGER, FILES, CORES] = NEEDS.map(({ text }) => text);
const outside = (elsewhere: string, found = "headroom is 1, 2 or more is wanted") =>
  claimRow({ verdict: "out-of-regime", source: "", reason: `${found}${IN_REGIME}${elsewhere}` });
const wordsOf = (claim: ReturnType<typeof outside>) => needsOf(claim).map(({ text }) => text);

Deno.test("a claim out of its regime needs what would be in it, and not what was found here", () => {
  const found = "2 ranks on 2 cores and a GPU took part in reddit@1/16, 8 are wanted";
  assert.deepEqual(wordsOf(outside("64 ranks", found)), [CORES]);
  assert.deepEqual(wordsOf(outside("the published files", found)), [FILES]);
  // The cost in brackets is computed from a graph; it is not what the claim waits for.
  assert.deepEqual(wordsOf(outside("--device webgpu (reddit@1/4 has 7 M stored edges)")), [GPU]);
});

Deno.test("of remedies of one size that one is named which tests most claims", () => {
  const gpu = "--device webgpu on a machine with a GPU", larger = "--profile paper";
  const claims = [gpu, larger, larger, larger, "64 ranks", "64 ranks"].map((text) => outside(text));
  const nameOf = (claims: readonly ReturnType<typeof outside>[]) => {
    const remedy = bestRemedy(claims);
    return remedy && [remedy.needs.map(({ text }) => text), remedy.tested];
  };
  // No condition alone tests more than half of six, and of pairs one tests five.
  assert.deepEqual(nameOf(claims), [[LARGER, CORES], 5]);
  assert.deepEqual(nameOf(claims.slice(0, 4)), [[LARGER], 3]);
  const interrupted = claimRow({ verdict: "not-run", reason: "interrupted" });
  assert.deepEqual(nameOf([claims[0], interrupted, interrupted]), [[GPU], 1], "most have no remedy");
  assert.equal(bestRemedy([interrupted]), undefined);
});

Deno.test("a session is asked whether it reproduced as soon as it ran one suite of a claim", () => {
  const left = claimRow({ verdict: "not-run", reason: "roc/figure-6 did not run" });
  assert.equal(sessionHeading([left, claimRow({ verdict: "reproduced" })]), "Did it reproduce?");
  assert.equal(sessionHeading([left]), "What was measured");
});
