import assert from "node:assert/strict";
import { PROFILES } from "../../../experiments/profiles.ts";
import { sharedP, signTest } from "../../../platform/statistics/mod.ts";
import {
  analogueReason,
  type ClaimEvidence,
  type ClaimPart,
  type MeasuringConditions,
  type Tier,
  type TimedPart,
  weakestDatasetKind,
  weakestSource,
} from "../../../results/verdicts/evidence.ts";
import type { Verdict } from "../../../results/row.ts";
import { judgeClaims } from "../../../results/verdicts/verdict.ts";
import { timedRatio } from "./timed_quantities.ts";

const ON_GPU: MeasuringConditions = { tier: "time-gpu", backend: "webgpu", adapterKind: "hardware" };
const ON_WASM: MeasuringConditions = { tier: "time-gpu", backend: "wasm", adapterKind: "none" };

Deno.test("what a claim is measured on decides whether it is an analogue", () => {
  const table: [Tier, Partial<MeasuringConditions>, boolean][] = [
    ["time-gpu", { backend: "webgpu", adapterKind: "hardware" }, false],
    ["time-gpu", { backend: "webgpu", adapterKind: "software" }, true],
    ["time-gpu", { backend: "wasm", adapterKind: "none" }, true],
    ["time-any", { backend: "wasm", adapterKind: "none" }, false],
    ["time-any", { backend: "webgpu", adapterKind: "hardware" }, false],
    ["time-any", { backend: "webgpu", adapterKind: "software" }, true],
    ["peer", { backend: "python-cuda", adapterKind: "none" }, false],
    ["peer", { backend: "python-cpu", adapterKind: "none" }, true],
    // A peer on the CPU does not run on the session's GPU.
    ["peer", { backend: "python-cpu", adapterKind: "hardware" }, true],
    ["peer", { backend: "python-cpu", adapterKind: "none", printedFor: "cpu" }, false],
    ["peer", { backend: "python-cuda", adapterKind: "hardware", printedFor: "cpu" }, true],
    ["time-any", { backend: "x86", adapterKind: "none", printedFor: "cpu" }, false],
    ["time-any", { backend: "webgpu", adapterKind: "hardware", printedFor: "cpu" }, true],
    ["count", { backend: "webgpu", adapterKind: "hardware", printedFor: "cpu" }, false],
    ["peer", { backend: "webgpu", adapterKind: "hardware", policy: true }, true],
    ["algebra", { backend: "wasm", adapterKind: "none" }, false],
    ["count", { backend: "webgpu", adapterKind: "software" }, false],
    ["cache-sim", { backend: "", adapterKind: "none" }, false],
    ["model", { backend: "", adapterKind: "none" }, false],
  ];
  for (const [tier, measuring, analogue] of table) {
    const reason = analogueReason({ ...ON_GPU, ...measuring, tier });
    assert.equal(reason !== undefined, analogue, `${tier} on ${JSON.stringify(measuring)}: ${reason}`);
  }
  const onWasm = (ratio: number) => judge([claim([order(ratio)], ON_WASM)])[0];
  assert.equal(onWasm(1.5).verdict, "analogue-supports");
  assert.equal(onWasm(0.5).verdict, "analogue-contradicts");
  assert.equal(onWasm(1).verdict, "inconclusive");
  assert.equal(onWasm(1.5).reason, "a GPU claim measured on CPU threads");
  assert.equal(analogueReason({ ...ON_WASM, backend: "x86" }), "a GPU claim measured on CPU threads");
  assert.equal(analogueReason({ ...ON_WASM, backend: "python-cpu" }), "a GPU claim measured on python-cpu");
  const said = { analogue: "operators of ours stand for DGL's" };
  assert.equal(analogueReason({ ...ON_GPU, ...said, source: "modelled" }), said.analogue);
  assert.equal(judge([claim([yes], said, "count")])[0].verdict, "analogue-supports");
});

const measured = { text: "", source: "measured", datasetKind: "real" } as const;

/** "Faster than", of a simulated ratio. */
function order(ratio: number, changes: Partial<TimedPart> = {}): TimedPart {
  return { ...timedRatio(ratio), ...changes };
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

const judge = (claims: readonly ClaimEvidence[]) => judgeClaims(claims, { session: "s1" });

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

Deno.test("a model's answer says on how many devices a run would give it", () => {
  const modelled = { source: "modelled" } as const, standsFor = "8 GPUs";
  const reasonOf = (part: ClaimPart) => judge([claim([{ ...part, ...modelled }], { standsFor })])[0].reason;
  assert.equal(reasonOf(order(1.5)), "a model's answer, not that of a run on 8 GPUs");
  assert.match(reasonOf(order(0.5)), /; a model's answer, not that of a run on 8 GPUs$/);
  assert.equal(reasonOf(open), "the cell is oom; a run on 8 GPUs would answer");
  assert.equal(judge([claim([open], { standsFor })])[0].reason, "the cell is oom", "nothing is modelled");
  assert.equal(judge([claim([{ ...yes, ...modelled }])])[0].reason, "a model's answer, not that of a run");
});

Deno.test("exact evidence decides from one value and takes no part in the correction", () => {
  const [row] = judge([claim([yes], {}, "count")]);
  assert.deepEqual([row.effect, row.p, row.p_holm, row.ci_lo], [3, undefined, undefined, undefined]);
  const many = judge([...Array.from({ length: 900 }, () => claim([yes])), claim([order(1.5)])]);
  assert.equal(many[900].p_holm, 2 * 2 ** -15);
});

Deno.test("a false predicate contradicts a claim without a p, whatever tests stand beside it", () => {
  const [row, tested] = judge([claim([order(1.5), no]), claim([order(1.5), order(0.8)])]);
  assert.deepEqual([row.verdict, row.p, row.p_holm, row.effect], ["differs", undefined, undefined, 4]);
  assert.ok(tested.p! > 0 && tested.p_holm! > 0);
});

Deno.test("Holm's correction over the session's claims takes weak ones back", () => {
  const weak = { pFor: 0.03 };
  assert.equal(judge([claim([order(1.5, weak)])])[0].verdict, "reproduced");
  const [first, second] = judge([claim([order(1.5, weak)]), claim([order(1.5, weak)])]);
  assert.deepEqual([first.verdict, first.p, first.p_holm], ["inconclusive", 0.03, 0.06]);
  assert.equal(first.reason, "underpowered: p 0.0600 after Holm's correction");
  assert.equal(second.verdict, "inconclusive");
  // A strong one is not dragged along, and claims that were not run are no members of the family.
  const mixed = judge([claim([order(1.5)]), claim([order(1.5, weak)]), claim([])]);
  assert.deepEqual(mixed.map((row) => row.verdict), ["reproduced", "reproduced", "not-run"]);
  // The same holds against a claim.
  const against = { pAgainst: 0.03 };
  assert.equal(judge([claim([order(0.8, against)])])[0].verdict, "differs");
  assert.equal(judge([claim([order(0.8, against), order(1.5)])])[0].verdict, "inconclusive");
  // A part that is open lends a failing one no p, however small its own.
  const beside = { ...order(1), pAgainst: 0.001 };
  assert.equal(judge([claim([order(0.8, { pAgainst: 0.02 }), beside])])[0].p, 0.04);
  // 15 rounds are enough for all claims of the five papers if none goes the other way.
  assert.ok(
    judge(Array.from({ length: 200 }, () => claim([order(1.5)]))).every((row) =>
      row.verdict === "reproduced"
    ),
  );
});

Deno.test("a side that a predicate or an open part keeps from being taken is the last in the correction", () => {
  const pOfWeak = (beside: readonly ClaimPart[], part: ClaimPart) =>
    judge([claim(beside), claim([part])])[1].p_holm;
  const weakFor = order(1.5, { pFor: 0.03 }), weakAgainst = order(0.8, { pAgainst: 0.03 });
  for (const part of [no, open]) assert.equal(pOfWeak([order(1.5), part], weakFor), 0.06);
  for (const part of [yes, open]) assert.equal(pOfWeak([order(1.5), part], weakAgainst), 0.06);
  // A test whose p is smaller comes first, though its interval leaves its own claim open.
  assert.equal(pOfWeak([order(1, { pAgainst: 0.001 })], weakAgainst), 0.03);
});

Deno.test("a conjunction is as sure as its least sure part, which gives the row its effect", () => {
  const [strong, weak] = [order(1.5), order(1.2, { pFor: 0.04 })];
  for (const parts of [[strong, weak], [weak, strong]]) {
    const [{ verdict, p, effect }] = judge([claim(parts)]);
    assert.deepEqual([verdict, p], ["reproduced", 0.04]);
    assert.ok(Math.abs(effect! - 1.2) < 0.01);
    assert.equal(judge([claim([...parts, order(1.5, { pFor: 0.06 })])])[0].verdict, "inconclusive");
  }
});

Deno.test("a p of 0.05 decides for no side", () => {
  for (const part of [order(1.5, { pFor: 0.05 }), order(0.8, { pAgainst: 0.05 })]) {
    assert.equal(judge([claim([part])])[0].verdict, "inconclusive");
  }
});

Deno.test("of several conjuncts that fail the surest decides, by its p times the number of conjuncts", () => {
  const parts = [order(0.8, { pAgainst: 0.02 }), order(0.7, { pAgainst: 0.001 }), order(1.5)];
  for (const ordered of [parts, parts.toReversed()]) {
    const [{ verdict, effect, p, reason }] = judge([claim(ordered)]);
    assert.deepEqual([verdict, p], ["differs", 0.003]);
    assert.ok(Math.abs(effect! - 0.7) < 0.01 && reason.includes("0.69"), reason);
  }
  // A probability is at most 1, however many conjuncts there are.
  assert.equal(judge([claim(Array(3).fill(order(0.8, { pAgainst: 0.4 })))])[0].p, 1);
});

Deno.test("a claim that follows from definitions is open, and no defect, where a part was not measured", () => {
  const [{ verdict, reason }] = judge([claim([yes, open], {}, "by-construction")]);
  assert.deepEqual([verdict, reason], ["inconclusive", "the cell is oom"]);
});

Deno.test("a remark on the evidence stands behind the reason of the verdict", () => {
  const reason = (part: ClaimPart) => judge([claim([part], { reason: "of two graphs" })])[0].reason;
  assert.deepEqual([yes, open].map(reason), ["of two graphs", "the cell is oom; of two graphs"]);
});

Deno.test("a claim that is significant alone is inconclusive in a family of forty, and a stronger one is not", () => {
  const decided = (contrary: number, others: number) => {
    const { p } = signTest(Array.from({ length: 15 }, (_, round) => round < contrary ? -1 : 1), "greater");
    const family = Array.from({ length: others }, () => claim([order(1)]));
    return judge([claim([order(1.5, { pFor: sharedP(p, 15) })]), ...family])[0];
  };
  assert.equal(decided(2, 0).verdict, "reproduced");
  const taken = decided(2, 39);
  assert.deepEqual([taken.verdict, taken.reason], [
    "inconclusive",
    "underpowered: p 0.295 after Holm's correction",
  ]);
  assert.equal(decided(0, 39).verdict, "reproduced");
});

Deno.test("as many rounds as a profile gives to claims decide fifty of them, with one round in each that went the other way", () => {
  for (const { rounds: n } of [PROFILES.standard, PROFILES.paper]) {
    const { p } = signTest(Array.from({ length: n }, (_, round) => round === 0 ? -1 : 1), "greater");
    const part = order(1.5, { pFor: sharedP(p, n) });
    const contrary = (claims: number) => judge(Array.from({ length: claims }, () => claim([part])));
    assert.ok(contrary(50).every(({ verdict }) => verdict === "reproduced"));
    assert.ok(contrary(100).every(({ verdict }) => verdict === "inconclusive"));
  }
});

Deno.test("the conjunct that decides gives the row its effect, and the weakest source its source", () => {
  const simulated = { source: "simulated", datasetKind: "stand-in", text: "hit rate 60 %" } as const;
  const [row] = judge([claim([order(1.5), { ...yes, ...simulated }, order(0.8, { text: "0.8 times" })])]);
  assert.ok(Math.abs((row.effect ?? 0) - 0.8) < 0.01);
  assert.ok(row.ci_lo! < 0.8 && row.ci_hi! > 0.79);
  assert.deepEqual([row.source, row.dataset_kind], ["simulated", "stand-in"]);
  assert.equal(row.evidence, "1 of 2 against: 0.8 times; 1 of 2 for: hit rate 60 %");
  assert.match(row.reason, /^0\.79\d to 0\.8\d+ is below 1; a simulated cache's answer/);
  assert.equal(row.verdict, "analogue-contradicts");
  assert.equal(row.p, 3 * 2 * 2 ** -15);
  const [absent] = judge([claim([], { reason: "no GPU" })]);
  assert.deepEqual([absent.verdict, absent.source, absent.reason], ["not-run", "", "no GPU"]);
  assert.equal(judge([claim([])])[0].reason, "no evidence");
});

Deno.test("a claim that a model or a simulated cache answers is an analogue, on a GPU as well", () => {
  for (const source of ["modelled", "simulated"] as const) {
    const part = { ...yes, source };
    const [row] = judge([{ ...claim([part]), backend: "webgpu", adapterKind: "hardware" }]);
    assert.equal(row.verdict, "analogue-supports");
  }
});

Deno.test("sources and dataset kinds weaken and never strengthen", () => {
  assert.equal(weakestSource([]), "");
  assert.equal(weakestSource(["measured", "simulated"]), "simulated");
  assert.equal(weakestSource(["modelled", "measured"]), "modelled");
  assert.equal(weakestDatasetKind(["real", "stand-in", ""]), "stand-in");
  assert.equal(weakestDatasetKind(["real", ""]), "real");
  assert.equal(weakestDatasetKind([""]), "");
  assert.equal(weakestDatasetKind([]), "");
});

Deno.test("outside its regime a claim is not decided, and is no member of the family; by construction it holds or is a defect", () => {
  const parts = (holds: boolean): ClaimPart[] => [
    { kind: "exact", holds, text: "3 of 3", source: "measured", datasetKind: "real" },
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
  const measuring = { backend: "wasm", adapterKind: "none" } as const;
  const premise = (met: boolean) => ({ met, text: "1 found", elsewhere: "a larger graph" });
  const rows = judgeClaims([
    { claim: claim("count"), ...measuring, parts: parts(true), premise: premise(true) },
    { claim: claim("count"), ...measuring, parts: parts(true), premise: premise(false) },
    { claim: claim("by-construction"), ...measuring, parts: parts(true) },
    { claim: claim("by-construction"), ...measuring, parts: parts(false) },
  ], { session: "s" });
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
    { kind: "exact", holds: true, text: "3 of 3", source: "measured", datasetKind: "real" },
  ];
  const judged = [true, false].map((met) =>
    judgeClaims([{
      claim: { ...about, tier: "count" },
      backend: "wasm",
      adapterKind: "none",
      parts,
      turns: "over links slower than 9 GB/s",
      premise: { met, text: "1 found", elsewhere: "a larger graph" },
    }], { session: "s" })[0]
  );
  assert.deepEqual(judged.map(({ verdict, evidence }) => [verdict, evidence]), [
    ["reproduced", "3 of 3; where it turns: over links slower than 9 GB/s"],
    ["out-of-regime", "where it turns: over links slower than 9 GB/s"],
  ]);
});
