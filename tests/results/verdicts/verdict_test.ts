import assert from "node:assert/strict";
import { PROFILES } from "../../../experiments/profiles.ts";
import type { PairedRound } from "../../../platform/statistics/mod.ts";
import { signTest, summarizeRatios } from "../../../platform/statistics/mod.ts";
import {
  analogueReason,
  type ClaimEvidence,
  type ClaimPart,
  equalEvidence,
  type OrderPart,
  type RatioEvidence,
  type Standing,
  type Tier,
  weakestDatasetKind,
  weakestSource,
} from "../../../results/verdicts/evidence.ts";
import type { Verdict } from "../../../results/row.ts";
import { judgeClaims, judgeOrder, type OrderRule } from "../../../results/verdicts/verdict.ts";

/** `n` rounds over three preparations whose ratio is `ratio`, give or take `noise`. */
function rounds(ratio: number, options: { n?: number; noise?: number } = {}): PairedRound[] {
  const { n = 13, noise = 0.01 } = options;
  return Array.from({ length: n }, (_, i) => ({
    preparation: i % 3,
    numerator: ratio * (1 + noise * Math.sin(1 + 2.3 * i)),
    denominator: 1,
  }));
}

const ratioOf = (ratio: number, options = {}) => summarizeRatios(rounds(ratio, options), { seed: 1 });

const ON_GPU: Standing = { tier: "time-gpu", backend: "webgpu", adapterKind: "hardware" };
const ON_WASM: Standing = { tier: "time-gpu", backend: "wasm", adapterKind: "none" };

function rule(changes: Partial<OrderRule> = {}): OrderRule {
  return { ...ON_GPU, smallestDifference: 0.02, claimed: "above", ...changes };
}

function verdict(ratio: RatioEvidence, changes: Partial<OrderRule> = {}): Verdict {
  return judgeOrder(ratio, rule(changes)).verdict;
}

Deno.test("an A/A run is inconclusive in either direction", () => {
  for (const claimed of ["above", "below"] as const) {
    const { verdict, reason } = judgeOrder(ratioOf(1), rule({ claimed }));
    assert.equal(verdict, "inconclusive");
    assert.match(reason, /intervals overlap: ratio 0\.99\d to 1\.\d+ meets the A\/A band 0\.980 to 1\.02/);
  }
});

Deno.test("ten per cent are decided for and against", () => {
  assert.equal(verdict(ratioOf(1.1)), "reproduced");
  assert.equal(verdict(ratioOf(1.1), { claimed: "below" }), "differs");
  assert.equal(verdict(ratioOf(0.9), { claimed: "below" }), "reproduced");
  assert.equal(verdict(ratioOf(0.9)), "differs");
});

Deno.test("a difference below the session's smallest is not decided, however narrow its interval", () => {
  const ratio = ratioOf(1.01, { noise: 1e-4 });
  assert.equal(ratio.pGreater, 2 ** -13);
  assert.equal(verdict(ratio), "inconclusive");
  assert.equal(verdict(ratio, { smallestDifference: 0.005 }), "reproduced");
});

Deno.test("too few rounds, or a session too coarse for the claim, are underpowered", () => {
  const few = judgeOrder(ratioOf(2, { n: 8 }), rule());
  assert.deepEqual([few.verdict, few.reason], ["inconclusive", "underpowered: 8 rounds, 9 are needed"]);
  const coarse = judgeOrder(ratioOf(1.05), rule({ smallestDifference: 0.1, claimedDifference: 0.05 }));
  assert.equal(coarse.verdict, "inconclusive");
  assert.match(
    coarse.reason,
    /^underpowered: this session sees differences above 10 %, the claim's is 5.0 %$/,
  );
  assert.equal(verdict(ratioOf(3), { smallestDifference: 0.1, claimedDifference: 0.05 }), "reproduced");
});

Deno.test("a timer that did not tick decides nothing", () => {
  const broken = summarizeRatios([{ preparation: 0, numerator: 1, denominator: 0 }], { seed: 1 });
  assert.equal(verdict(broken), "inconclusive");
  assert.equal(verdict(summarizeRatios([], { seed: 1 })), "inconclusive");
});

Deno.test("what a claim is measured on decides whether it is an analogue", () => {
  const table: [Tier, Partial<Standing>, boolean][] = [
    ["time-gpu", { backend: "webgpu", adapterKind: "hardware" }, false],
    ["time-gpu", { backend: "webgpu", adapterKind: "software" }, true],
    ["time-gpu", { backend: "wasm", adapterKind: "none" }, true],
    ["time-any", { backend: "wasm", adapterKind: "none" }, false],
    ["time-any", { backend: "webgpu", adapterKind: "hardware" }, false],
    ["time-any", { backend: "webgpu", adapterKind: "software" }, true],
    ["peer", { backend: "python-cuda", adapterKind: "none" }, false],
    ["peer", { backend: "python-cpu", adapterKind: "none" }, true],
    ["peer", { backend: "python-cpu", adapterKind: "none", printedFor: "cpu" }, false],
    ["peer", { backend: "webgpu", adapterKind: "hardware", policy: true }, true],
    ["algebra", { backend: "wasm", adapterKind: "none" }, false],
    ["count", { backend: "webgpu", adapterKind: "software" }, false],
    ["cache-sim", { backend: "", adapterKind: "none" }, false],
    ["model", { backend: "", adapterKind: "none" }, false],
  ];
  for (const [tier, standing, analogue] of table) {
    const reason = analogueReason({ ...ON_GPU, ...standing, tier });
    assert.equal(reason !== undefined, analogue, `${tier} on ${JSON.stringify(standing)}: ${reason}`);
  }
  assert.equal(verdict(ratioOf(1.5), ON_WASM), "analogue-supports");
  assert.equal(verdict(ratioOf(0.5), ON_WASM), "analogue-contradicts");
  assert.equal(verdict(ratioOf(1), ON_WASM), "inconclusive");
  assert.equal(judgeOrder(ratioOf(1.5), rule(ON_WASM)).reason, "a GPU claim measured on CPU threads");
});

const measured = { words: "", source: "measured", datasetKind: "real" } as const;

function order(ratio: number, changes: Partial<OrderPart> = {}): OrderPart {
  return { ...measured, kind: "order", ratio: ratioOf(ratio), claimed: "above", ...changes };
}

const yes: ClaimPart = { ...measured, kind: "exact", holds: true, value: 3 };
const no: ClaimPart = { ...measured, kind: "exact", holds: false, value: 4 };
const open: ClaimPart = { ...measured, kind: "open", reason: "the cell is oom" };

function claim(
  parts: readonly ClaimPart[],
  changes: Partial<ClaimEvidence> = {},
  tier: Tier = "time-gpu",
): ClaimEvidence {
  const { backend, adapterKind } = ON_GPU;
  const text = { paper: "roc", artifact: "Figure 1", claim_id: "roc.q.x", statement: "s", check: "c", tier };
  return { claim: text, backend, adapterKind, parts, ...changes };
}

const judge = (claims: readonly ClaimEvidence[]) =>
  judgeClaims(claims, { session: "s1", smallestDifference: 0.02 });

Deno.test("a conjunction is reproduced only if all parts hold and contradicted if any is", () => {
  const table: [readonly ClaimPart[], Verdict][] = [
    [[order(1.5)], "reproduced"],
    [[order(1.5), order(1.2)], "reproduced"],
    [[order(1.5), order(1)], "inconclusive"],
    [[order(1.5), order(0.8)], "differs"],
    [[order(1), order(0.8)], "differs"],
    [[order(1.5), yes], "reproduced"],
    [[order(1.5), no], "differs"],
    [[order(1.5), open], "inconclusive"],
    [[open, no], "differs"],
    [[yes], "reproduced"],
    [[yes, yes], "reproduced"],
    [[yes, no], "differs"],
    [[], "not-run"],
  ];
  for (const [parts, wanted] of table) {
    assert.equal(judge([claim(parts)])[0].verdict, wanted, JSON.stringify(parts.map((part) => part.kind)));
  }
});

Deno.test("exact evidence decides from one value and takes no part in the correction", () => {
  const [row] = judge([claim([yes], {}, "count")]);
  assert.deepEqual([row.effect, row.p, row.p_holm, row.ci_lo], [3, undefined, undefined, undefined]);
  const many = judge([...Array.from({ length: 900 }, () => claim([yes])), claim([order(1.5)])]);
  assert.equal(many[900].p_holm, 2 ** -13);
});

Deno.test("Holm's correction over the session's claims takes weak ones back", () => {
  const weak = { kind: "order" as const, ratio: { ...ratioOf(1.5), pGreater: 0.03 } };
  assert.equal(judge([claim([order(1.5, weak)])])[0].verdict, "reproduced");
  const [first, second] = judge([claim([order(1.5, weak)]), claim([order(1.5, weak)])]);
  assert.deepEqual([first.verdict, first.p, first.p_holm], ["inconclusive", 0.03, 0.06]);
  assert.equal(first.reason, "underpowered: p 0.0600 after Holm's correction");
  assert.equal(second.verdict, "inconclusive");
  // A strong one is not dragged along, and claims that were not run are no members of the family.
  const mixed = judge([claim([order(1.5)]), claim([order(1.5, weak)]), claim([])]);
  assert.deepEqual(mixed.map((row) => row.verdict), ["reproduced", "reproduced", "not-run"]);
  // The same holds against a claim.
  const against = { ratio: { ...ratioOf(0.8), pLess: 0.03 } };
  assert.equal(judge([claim([order(0.8, against)])])[0].verdict, "differs");
  assert.equal(judge([claim([order(0.8, against), order(1.5)])])[0].verdict, "inconclusive");
  // 13 rounds are enough for all claims of the five papers if none goes the other way.
  assert.ok(
    judge(Array.from({ length: 200 }, () => claim([order(1.5)]))).every((row) =>
      row.verdict === "reproduced"
    ),
  );
});

Deno.test("as many rounds as a profile gives to claims decide a hundred of them, with one round in each that went the other way", () => {
  for (const { rounds: n } of [PROFILES.standard, PROFILES.paper]) {
    const { p: pGreater } = signTest(
      Array.from({ length: n }, (_, round) => round === 0 ? -1 : 1),
      "greater",
    );
    const part = order(1.5, { ratio: { ...ratioOf(1.5, { n }), pGreater } });
    const contrary = (claims: number) => judge(Array.from({ length: claims }, () => claim([part])));
    assert.ok(contrary(100).every(({ verdict }) => verdict === "reproduced"));
    assert.ok(contrary(200).every(({ verdict }) => verdict === "inconclusive"));
  }
});

Deno.test("the conjunct that decides gives the row its effect, and the weakest source its source", () => {
  const simulated = { source: "simulated", datasetKind: "stand-in", words: "hit rate 60 %" } as const;
  const [row] = judge([claim([order(1.5), { ...yes, ...simulated }, order(0.8, { words: "0.8 times" })])]);
  assert.ok(Math.abs((row.effect ?? 0) - 0.8) < 0.01);
  assert.ok(row.ci_lo! < 0.8 && row.ci_hi! > 0.79);
  assert.deepEqual([row.source, row.dataset_kind], ["simulated", "stand-in"]);
  assert.equal(row.evidence, "1 of 2 against: 0.8 times; 1 of 2 for: hit rate 60 %");
  assert.match(row.reason, /^ratio 0\.79\d to 0\.8\d+ is below 1; a simulated cache's answer/);
  assert.equal(row.verdict, "analogue-contradicts");
  assert.equal(row.p, 3 * 2 ** -13);
  const [absent] = judge([claim([], { reason: "no GPU" })]);
  assert.deepEqual([absent.verdict, absent.source, absent.reason], ["not-run", "", "no GPU"]);
});

Deno.test("a claim that a model or a simulated cache answers is an analogue, on a GPU as well", () => {
  for (const source of ["modelled", "simulated"] as const) {
    const part = { ...yes, source };
    const [row] = judge([{ ...claim([part]), backend: "webgpu", adapterKind: "hardware" }]);
    assert.equal(row.verdict, "analogue-supports");
  }
});

Deno.test("equal means within the margin, beyond it differs, and between is open", () => {
  const equal = (ratio: number, options = {}): ClaimPart => ({
    ...measured,
    ...equalEvidence(rounds(ratio, options), { margin: 1.2, seed: 1 }),
  });
  const verdictOf = (part: ClaimPart) => judge([claim([part])])[0].verdict;
  assert.equal(verdictOf(equal(1.05)), "reproduced");
  assert.equal(verdictOf(equal(1.4)), "differs");
  assert.equal(verdictOf(equal(0.7)), "differs");
  assert.equal(verdictOf(equal(1.2)), "inconclusive");
  assert.equal(verdictOf(equal(1, { n: 8 })), "inconclusive");
  const coarse = judgeClaims([claim([equal(1)])], { session: "s", smallestDifference: 0.3 });
  assert.match(
    coarse[0].reason,
    /underpowered: this session sees differences above 30 %, the margin is 20 %/,
  );
});

Deno.test("sources and dataset kinds weaken and never strengthen", () => {
  assert.equal(weakestSource([]), "");
  assert.equal(weakestSource(["measured", "simulated"]), "simulated");
  assert.equal(weakestSource(["modelled", "measured"]), "modelled");
  assert.equal(weakestDatasetKind(["real", "stand-in", ""]), "stand-in");
  assert.equal(weakestDatasetKind(["real", ""]), "real");
  assert.equal(weakestDatasetKind([]), "");
});

Deno.test("outside its regime a claim is not decided, and is no member of the family; by construction it holds or is a defect", () => {
  const parts = (holds: boolean): ClaimPart[] => [
    { kind: "exact", holds, words: "3 of 3", source: "measured", datasetKind: "real" },
  ];
  const claim = (tier: Tier) => ({
    paper: "p",
    artifact: "Table 1",
    claim_id: `p.q.${tier}`,
    statement: "s",
    check: "c",
    premise: "at least 2",
    tier,
  });
  const standing = { backend: "wasm", adapterKind: "none" } as const;
  const premise = (met: boolean) => ({ met, words: "1 found", elsewhere: "a larger graph" });
  const rows = judgeClaims([
    { claim: claim("count"), ...standing, parts: parts(true), premise: premise(true) },
    { claim: claim("count"), ...standing, parts: parts(true), premise: premise(false) },
    { claim: claim("by-construction"), ...standing, parts: parts(true) },
    { claim: claim("by-construction"), ...standing, parts: parts(false) },
  ], { session: "s", smallestDifference: 0.01 });
  assert.deepEqual(rows.map(({ verdict }) => verdict), ["reproduced", "out-of-regime", "holds", "differs"]);
  assert.equal(rows[1].premise, "at least 2: 1 found");
  assert.equal(rows[1].reason, "1 found; in the regime: a larger graph");
  assert.equal(rows[2].premise, "at least 2");
});

Deno.test("the value at which a claim turns is evidence, in its regime beside the parts and outside of it alone", () => {
  const about = {
    paper: "p",
    artifact: "Table 1",
    claim_id: "p.q.a",
    statement: "s",
    check: "c",
    tier: "count",
  };
  const parts: ClaimPart[] = [
    { kind: "exact", holds: true, words: "3 of 3", source: "measured", datasetKind: "real" },
  ];
  const judged = [true, false].map((met) =>
    judgeClaims([{
      claim: { ...about, tier: "count" },
      backend: "wasm",
      adapterKind: "none",
      parts,
      turns: "over links slower than 9 GB/s",
      premise: { met, words: "1 found", elsewhere: "a larger graph" },
    }], { session: "s", smallestDifference: 0.01 })[0]
  );
  assert.deepEqual(judged.map(({ verdict, evidence }) => [verdict, evidence]), [
    ["reproduced", "3 of 3; where it turns: over links slower than 9 GB/s"],
    ["out-of-regime", "where it turns: over links slower than 9 GB/s"],
  ]);
});
