/** Explanations of verdicts. @module */
import assert from "node:assert/strict";
import { explainContents } from "../../results/explain.ts";
import { renderClaims } from "../../results/report/claims/claim_cards.ts";
import type { ClaimRow, Verdict } from "../../results/row.ts";
import { judgeClaims } from "../../results/verdicts/verdict.ts";
import { claimRow, sessionDocument } from "./session_fixture.ts";

const base = { document: sessionDocument(), journal: [], rows: [], samples: [], comparisons: [] };

const explain = (cell: string, changes: Parameters<typeof claimRow>[0] = {}, metric?: string) =>
  explainContents({ ...base, claims: [claimRow(changes)] }, {
    cell,
    folder: "mine",
    ...(metric === undefined ? {} : { metric }),
  });

Deno.test("a claim is explained by its verdict, its reason and each number under the side that it takes", () => {
  const evidence =
    "1 of 2 against: time(a) / time(b) on cora = 0.8 [0.7, 0.9], 15 rounds, claimed above 1; " +
    "1 of 2 for: time(a) / time(b) on pubmed = 1.2 [1.1, 1.3], 15 rounds, claimed above 1";
  assert.equal(
    explain("hetu-gnn.q.metis-best", { evidence, premise: "entries >= 1000" }),
    `hetu-gnn.q.metis-best
Figure 8 of hetu-gnn, tier time-gpu: METIS is the best ordering.
Holds when: time(metis) < time(rcm)

Verdict: inconclusive, measured, data stand-in, effect 1.01 [0.98, 1.04]
p = 0.4, after Holm's correction 1
Because: intervals overlap
Premise: entries >= 1000
Evidence:
1 of 2 against:
  time(a) / time(b) on cora = 0.8 [0.7, 0.9], 15 rounds, claimed above 1
1 of 2 for:
  time(a) / time(b) on pubmed = 1.2 [1.1, 1.3], 15 rounds, claimed above 1

Suites that decide it: deno task describe hetu-gnn.q.metis-best
`,
  );
});

Deno.test("a verdict that today's rules change stands below that of the session's day, others do not", () => {
  const stored = claimRow({ verdict: "differs" }), claims = [stored];
  const judgedBy = (verdict: Verdict) =>
    explainContents({ ...base, claims }, {
      cell: stored.claim_id,
      folder: "mine",
      judge: () => [claimRow({ verdict, reason: "too few rounds" }), claimRow({ claim_id: "other.q.claim" })],
    });
  const today = "Today's rules: inconclusive (too few rounds); what stands here is of the session's day";
  assert.deepEqual(judgedBy("inconclusive").split("\n").filter((line) => line.includes("rules")), [today]);
  assert.doesNotMatch(judgedBy("differs"), /rules/);
});

Deno.test("what a claim outside of its regime found stands once, in its explanation and on its card", () => {
  const { paper, artifact, claim_id, statement, check } = claimRow();
  const rowOf = (premise: string, met = false) => {
    const claim = { paper, artifact, claim_id, statement, check, premise, tier: "count" } as const;
    const parts = [{
      kind: "exact",
      holds: true,
      text: "3 of 3",
      source: "measured",
      datasetKind: "real",
    }] as const;
    const found = { met, text: "headroom of cora is 1.1, 1.5 or more is wanted", elsewhere: "larger graphs" };
    const evidence = { claim, backend: "wasm", adapterKind: "none", parts, premise: found } as const;
    return judgeClaims([evidence], { session: "s1" })[0];
  };
  const linesOf = (claim: ClaimRow) => explain(claim_id, claim).match(/^(Because|Premise): .*$/gm);
  const because = "Because: headroom of cora is 1.1, 1.5 or more is wanted; in the regime: larger graphs";
  assert.deepEqual(linesOf(rowOf("headroom >= 1.5")), [because, "Premise: headroom >= 1.5"]);
  assert.deepEqual(linesOf(rowOf("")), [because], "a claim of a script need not say its conditions");
  const card = (claim: ClaimRow) => String(renderClaims([claim], { limit: 10, changed: [] }));
  assert.equal(card(rowOf("headroom >= 1.5")).match(/headroom of cora/g)?.length, 1);

  const inside = rowOf("headroom >= 1.5", true), premise = `Premise: ${inside.premise}`;
  assert.match(premise, /headroom >= 1.5: headroom of cora is 1.1/);
  assert.ok(linesOf(inside)?.includes(premise), "inside, the reason does not say it");
});

Deno.test("of a paper that a script brings, describe is not said to know the claim", () => {
  const { suites, ...rest } = sessionDocument();
  const document = {
    ...rest,
    suites: suites.map((suite) => ({ ...suite, command: 'repro({"papers":[]})' })),
  };
  const text = explainContents({ ...base, document, claims: [claimRow()] }, {
    cell: "hetu-gnn.q.metis-best",
    folder: "mine",
  });
  assert.match(text, /\nSuites that decide it: in the script that registers hetu-gnn\n$/);
});

Deno.test("a claim that did not run has its reason alone", () => {
  const changes = {
    verdict: "not-run",
    source: "",
    dataset_kind: "",
    reason: "hetu-gnn/figure-8 did not run",
    effect: undefined,
    ci_lo: undefined,
    ci_hi: undefined,
    p: undefined,
    p_holm: undefined,
    evidence: "",
  } as const;
  const text = explain("hetu-gnn.q.metis-best", changes);
  assert.match(text, /^Verdict: not-run\nBecause: hetu-gnn\/figure-8 did not run\n\nSuites/m);
});

Deno.test("a misspelt claim names the nearest, and no claim has metrics", () => {
  assert.throws(
    () => explain("hetu-gnn.q.metis-bst"),
    /no claim of that name.*did you mean hetu-gnn\.q\.metis-best/s,
  );
  assert.throws(
    () => explain("hetu-gnn.q.metis-best", {}, "time"),
    /a claim has no metrics.*leave out the metric/s,
  );
});
