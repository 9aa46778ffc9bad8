/** @module */
import assert from "node:assert/strict";
import { renderAnswer } from "../../../../results/report/claims/answer.ts";
import { renderClaims } from "../../../../results/report/claims/claim_cards.ts";
import { renderStrips } from "../../../../results/report/claims/evidence_strip.ts";
import { claimRow, comparisonRow } from "../../session_fixture.ts";

const ratio = (value: number) =>
  `time(a) / time(b) on cora = ${value} [${value - 0.1}, ${value + 0.1}], 15 rounds`;

/** Abscissas of the dots and of the thresholds. */
function positions(source: string) {
  const read = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, x]) => Number(x));
  return { dots: read(/cx="([\d.]+)"/g), thresholds: read(/class="threshold" d="M([\d.]+)/g) };
}

Deno.test("numbers stand on one axis with the value that the claim compares them with", () => {
  const evidence = `1 of 2 against: ${ratio(0.5)}; 1 of 2 for: ${ratio(2)}`;
  const { source } = renderStrips(claimRow({ verdict: "differs", evidence }))!;
  const { dots: [low, high], thresholds: [one, same] } = positions(source);
  assert.equal(one, same);
  assert.ok(low < one && one < high);
  assert.deepEqual([...source.matchAll(/class="strip (\w+)"/g)].map(([, tone]) => tone), ["bad", "good"]);
  assert.match(source, /a over b on cora/);
});

Deno.test("quotients of a claim of another factor than 1 have no line at 1, and the clearest loss comes first", () => {
  const evidence = `2 of 3 against: ${ratio(1.2)}; ${ratio(0.5)}; 1 of 3 for: ${ratio(0.5)}`;
  const claim = claimRow({ verdict: "differs", evidence });
  assert.deepEqual(positions(renderStrips(claim)!.source).thresholds, []);
  const loss = renderStrips(claim, { shown: 1, onlyAgainst: true })!.source;
  assert.match(loss, /0\.5 \[0\.4, 0\.6\], line at 1/);
  assert.doesNotMatch(loss, /1\.2/);
});

Deno.test("each number has its line where evidence says that the claim has its bound", () => {
  const evidence = `1 of 3 against: ${ratio(1.2)}, claimed above 1.5; ` +
    `2 of 3 for: ${ratio(2)}, claimed above 1.5; ${ratio(1)}, claimed 0.8 to 1.25`;
  const { source } = renderStrips(claimRow({ verdict: "differs", evidence }))!;
  const { dots: [loss, gain, same], thresholds: [first, second, least, most] } = positions(source);
  assert.equal(first, second);
  assert.ok(loss < first && first < gain, "a bound of 1.5 lies between 1.2 and 2");
  assert.ok(least < same && same < most && most < first, "two ends of a range");
  assert.match(source, /1\.2 \[1\.1, 1\.3\], claimed above 1\.5</);
  assert.match(source, /1 \[0\.9, 1\.1\], claimed 0\.8 to 1\.25</);
  const alone = `share of a on cora = 40 [39, 41] %, 15 rounds, claimed below 50`;
  assert.match(renderStrips(claimRow({ evidence: alone }))!.source, /40 % \[39, 41\], claimed below 50</);
});

Deno.test("a number that rounds to its bound has digits that tell it apart", () => {
  const evidence = "time(a) / time(b) on cora = 1.012 [1.004, 1.02], 15 rounds, claimed above 1; " +
    "time(a) / time(b) on reddit = 0.98 [0.962, 0.9996], 15 rounds, claimed above 1; " +
    "share of a on cora = 49 [48, 49.98] %, 15 rounds, claimed below 50";
  const { source } = renderStrips(claimRow({ evidence }))!;
  assert.match(source, /1\.01 \[1\.004, 1\.02\], claimed above 1</);
  assert.match(source, /0\.98 \[0\.962, 0\.9996\], claimed above 1</);
  assert.match(source, /49 % \[48, 49\.98\], claimed below 50</);
});

Deno.test("numbers of one kind share an axis, whatever labels stand before them", () => {
  const part = (label: string, value: number) =>
    `${label}: share of a = ${value} [1, 9], 3 rounds, claimed below 4`;
  const evidence = [part("1D, p = 2: reddit, METIS", 2), part("1.5D: reddit, RCM", 8)].join("; ");
  const { dots, thresholds: [first, second] } = positions(renderStrips(claimRow({ evidence }))!.source);
  assert.equal(first, second);
  assert.ok(dots[0] < first && first < dots[1]);
});

Deno.test("a number's name has one of workload and dataset where they say the same, and what tells cells apart", () => {
  const evidence =
    "inference_imbalance of dynamic on reddit (reddit@1/8:drift) = 1.02 [1, 1.03] ×, 31 rounds; " +
    "ratio of roc on pubmed:GCN (pubmed) = 0.5 [0.4, 0.6], 15 rounds; " +
    "ratio of roc on ppi:2 (ppi@1/24) = 0.5 [0.4, 0.6], 15 rounds; " +
    "time(a) / time(a) on cora@1/2 = 1.5 [1.4, 1.6], 15 rounds, claimed above 1, 5 layers beside 6";
  const { source } = renderStrips(claimRow({ evidence }))!;
  const names = [...source.matchAll(/<li><span>([^<]*)</g)].map(([, name]) => name);
  assert.deepEqual(names, [
    "inference imbalance of dynamic on reddit@1/8:drift",
    "ratio of roc on pubmed:GCN",
    "ratio of roc on ppi:2 (ppi@1/24)",
    "a on cora@1/2 (5 layers beside 6)",
  ]);
});

Deno.test("a reason that states an interval as a multiple of the bound gives the bound", () => {
  const claim = claimRow({
    verdict: "differs",
    evidence:
      "share of a on cora = 40.25 [39.69, 40.77] %, 15 rounds; share of b on cora = 60.0 [59.0, 61.0], 15 rounds",
    reason: "ratio 0.794 to 0.815 is below 1; a GPU claim measured on CPU threads",
  });
  const { dots: [dot], thresholds: [bound] } = positions(renderStrips(claim)!.source);
  assert.ok(dot < bound);
  const alone = renderStrips({ ...claim, reason: "" })!.source;
  assert.deepEqual(positions(alone).dots, []);
  assert.match(alone, /40\.3 % \[39\.7, 40\.8\]/);
});

Deno.test("a loss shows only numbers against the claim, and evidence in words has no picture", () => {
  const evidence = `1 of 2 against: two more; 1 of 2 for: ${ratio(2)}`;
  assert.equal(renderStrips(claimRow({ verdict: "differs", evidence }), { onlyAgainst: true }), undefined);
  assert.equal(renderStrips(claimRow({ evidence: "0 of 3 differ" })), undefined);
});

Deno.test("claims that were asked come first, losses before others, and the rest is folded", () => {
  const claims = [
    claimRow({ verdict: "out-of-regime", statement: "asked elsewhere" }),
    claimRow({ verdict: "reproduced", statement: "it holds" }),
    claimRow({ verdict: "differs", statement: "it fails" }),
  ];
  const { source } = renderClaims(claims, { limit: 10, changed: [] });
  const places = ["it fails", "it holds", "Other claims: 1 out of regime", "asked elsewhere"].map((text) =>
    source.indexOf(text)
  );
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
  assert.ok(places[0] >= 0);
  assert.match(renderClaims(claims, { limit: 1, changed: [] }).source, /1 more row is in <code>claims\.csv/);
});

Deno.test("the answer counts every claim and every judged number", () => {
  const claims = (["differs", "reproduced", "holds", "not-run", "out-of-regime"] as const).map((verdict) =>
    claimRow({ verdict })
  );
  const numbers = (["within", "within", "opposite", "shown"] as const).map((judgement) =>
    comparisonRow({ judgement })
  );
  assert.equal(
    renderAnswer(claims, numbers).source,
    '<p class="answer">Of 5 claims, 1 not confirmed, 1 reproduced, 1 true by construction, 2 not testable here. ' +
      "Measured beside printed: 2 within a factor of 1.25, 1 in the opposite direction.</p>",
  );
  const leftOut = claimRow({ verdict: "not-run", reason: "roc/figure-6 did not run" });
  assert.match(
    renderAnswer([...claims, leftOut], []).source,
    /2 not testable here, 1 not asked by this session\./,
  );
  assert.equal(renderAnswer([], [comparisonRow({ measured: undefined })]).source, "");
});

Deno.test("the answer tells equal answers and kept bounds from numbers within a factor", () => {
  const within = (published: string, measured: number, relation = "eq") =>
    comparisonRow({ judgement: "within", published, measured, relation });
  const numbers = [
    ...[within("yes", 1), within("{g,a}", 0), within("0", 0), within("8", 8)],
    ...[within("10", 9), within("10", 12.5)],
    ...[within("10", 64.4, "at-least"), within("1", 0.09, "min")],
  ];
  assert.equal(
    renderAnswer([], numbers).source,
    '<p class="answer">Measured beside printed: 4 as printed, 2 within a factor of 1.25, ' +
      "2 within a printed bound.</p>",
  );
});
