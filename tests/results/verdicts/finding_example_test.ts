/** Claim that a session's sentence names as its example, and the number beside it in words. @module */
import assert from "node:assert/strict";
import type { ClaimRow } from "../../../results/row.ts";
import { findings } from "../../../results/verdicts/findings.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

/** Text behind a claim that alone was tested. */
function numberText(evidence: string, verdict: ClaimRow["verdict"] = "reproduced"): string {
  const [found] = findings([claimRow({ verdict, evidence })]);
  return found.split("\u201d)")[1].replaceAll("\u00a0", " ");
}

Deno.test("a quotient of times is said in words, and any other number by its name", () => {
  const table = [
    ["time(a_one) / time(b) = 2.000 [1.9, 2.1], 15 rounds", "a one took 2 times as long as b (#1.9 to 2.1)"],
    [
      "time(a) / time(b) on cora = 2 [1.9, 2.1], 15 rounds, of 5 layers",
      "time(a) / time(b) on cora, of 5 layers was 2 (#1.9 to 2.1)",
    ],
    [
      "bytes(a) / bytes(b) on cora = 0.5 [0.4, 0.6], 15 rounds",
      "bytes(a) / bytes(b) on cora was 0.5 (#0.4 to 0.6)",
    ],
    [
      "growth of time(a) / time(b) on cora = 2 [1, 3], 15 rounds",
      "growth of time(a) / time(b) on cora was 2 (#1 to 3)",
    ],
    [
      "share of a_b on reddit (reddit@1/64) = 40.2 [39, 41] %, 23 rounds, claimed above 30",
      "share of a b on reddit@1/64 was 40.2 % (#39 to 41, claimed above 30)",
    ],
    ["a on cora:shuffled (cora) = 2 [1, 3], 15 rounds", "a on cora:shuffled was 2 (#1 to 3)"],
    ["a on fanout-5 (cora) = 2 [1, 3], 15 rounds", "a on fanout-5 (cora) was 2 (#1 to 3)"],
    ["a = 0.4 [0.3, 0.5], 15 rounds, claimed below 1", "a was 0.4 (#0.3 to 0.5)"],
    ["a = 0.4 [0.3, 0.5], 15 rounds, claimed below 0.8", "a was 0.4 (#0.3 to 0.5, claimed below 0.8)"],
    ["a = 1 [0.9, 1.1], 15 rounds, claimed above 0", "a was 1 (#0.9 to 1.1, claimed above 0)"],
    ["a = 1 [0.9, 1.1], 15 rounds, claimed 0.8 to 1.2", "a was 1 (#0.9 to 1.1, claimed from 0.8 to 1.2)"],
  ] as const;
  for (const [evidence, text] of table) {
    assert.equal(numberText(evidence), `: ${text.replace("#", "95 % interval ")}.`);
  }
});

Deno.test("a claim that failed, also on a substitute, is told by a number against it, found here", () => {
  const evidence = "1 of 2 for: time(a) / time(b) on cora = 5 [4, 6], 15 rounds; " +
    "1 of 2 against: time(a) / time(b) on pubmed = 0.9 [0.8, 0.95], 15 rounds";
  for (const verdict of ["differs", "analogue-contradicts"] as const) {
    assert.match(numberText(evidence, verdict), /^: here a took 0\.9 times as long as b on pubmed \(/);
  }
});

Deno.test("of two claims that one is the example whose number needs less explanation", () => {
  const time = (text: string) => `time(${text} = 2.000 [1.9, 2.1], 15 rounds`;
  const plain = time("a) / time(b)"), policy = time("policy:dgl) / time(b)");
  const share = "share of a = 50 [40, 60] %, 15 rounds";
  /** Claims of one outcome, the best example first; behind a claim stand those that need more words. */
  const held: readonly Partial<ClaimRow>[] = [
    { evidence: plain.replace("2.000", "0.200") },
    { evidence: plain },
    { evidence: plain, verdict: "analogue-supports" },
    { evidence: policy },
    { evidence: policy, verdict: "analogue-supports" },
    { evidence: time("a) / time(b)").concat(", of 5 layers") },
    { evidence: `growth of ${plain}`, verdict: "analogue-supports" },
    { evidence: plain, source: "simulated" },
    { evidence: policy, source: "modelled" },
    { evidence: share, source: "modelled" },
    { evidence: "0 differ" },
  ];
  const ratio = (value: number, claimed: string) =>
    `time(a) / time(b) = ${value} [${value}, ${value}], 15 rounds, claimed ${claimed}`;
  const within: readonly Partial<ClaimRow>[] = [
    { evidence: ratio(0.8, "above 0.5") },
    { evidence: plain, source: "simulated" },
  ];
  // A ratio of 0.8 where more than 0.9 is claimed looks like a slower method, as 0.9 of 1 does.
  const above: readonly Partial<ClaimRow>[] = [
    { evidence: ratio(0.9, "above 1"), source: "simulated", verdict: "differs" },
    { evidence: ratio(0.8, "above 0.9"), verdict: "differs" },
  ];
  const below: readonly Partial<ClaimRow>[] = [
    { evidence: ratio(1.1, "below 1"), source: "simulated", verdict: "differs" },
    { evidence: ratio(1.3, "below 1.2"), verdict: "differs" },
  ];
  const success: readonly Partial<ClaimRow>[] = [below[0], {
    ...below[1],
    evidence: ratio(0.5, "below 0.4"),
  }];
  for (const ranked of [held, within, above, below, success]) {
    const claims = ranked.map((row, place) =>
      claimRow({ verdict: "reproduced", source: "measured", ...row, artifact: `Table ${place}` })
    );
    for (const [place, best] of claims.slice(0, -1).entries()) {
      const next = claims[place + 1];
      for (const pair of [[best, next], [next, best]]) {
        assert.match(findings(pair)[0], new RegExp(`such as \\S+ ${best.artifact} `), next.evidence);
      }
    }
  }
});

Deno.test("a contender is named by a suite of the claim's paper, of its artifact or else of another", () => {
  const [text] = sessionDocument().suites;
  const named = (label: string, changes: Partial<typeof text>) => (
    { ...text, contenders: [{ id: "old", label }], ...changes }
  );
  const nameOf = (...suites: readonly typeof text[]) => {
    const evidence = "time(old) / time(new) = 2 [1.9, 2.1], 15 rounds";
    const [found] = findings([claimRow({ verdict: "reproduced", evidence })], suites);
    return /: (\S+) took/.exec(found)?.[1];
  };
  const foreign = named("foreign", { paper: "roc" }), other = named("other", { artifact: "Table 9" });
  assert.equal(nameOf(foreign, other, named("own", {})), "own");
  assert.equal(nameOf(foreign, other), "other");
  assert.equal(nameOf(foreign), "old");
});

Deno.test("claims are counted in the singular, in part and all together", () => {
  const supports = (count: number) =>
    Array.from({ length: count }, () => claimRow({ verdict: "analogue-supports", evidence: "0 differ" }));
  const untested = (count: number) =>
    Array.from(
      { length: count },
      () => claimRow({ verdict: "not-run", source: "", reason: "wants a run with --device webgpu" }),
    );
  const checked = claimRow({ verdict: "holds" });
  assert.match(findings(supports(2))[0], /: 2 held \(all on a substitute for/);
  const [, untestedText, remedy] = findings([...supports(1), ...untested(2), checked]);
  assert.match(untestedText, /; 1 more follows from definitions and was only checked\.$/);
  assert.equal(remedy, "A GPU would test all of them.");
  const [, , alone] = findings([claimRow({ verdict: "not-run", source: "", reason: "interrupted" })]);
  assert.equal(alone, "The reason beside it says what would test it.");
  const reason = "wants --device webgpu, --profile paper, the published files and 8 ranks";
  const [, four] = findings([claimRow({ verdict: "not-run", source: "", reason })]);
  assert.equal(four?.match(/ ask(s)? for /g)?.length, 3, four);
});
