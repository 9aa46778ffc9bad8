/** Conditions of a claim's evidence that go into its verdict: kinds of data, what a premise found. @module */
import assert from "node:assert/strict";
import { findPaper } from "../../../../experiments/papers.ts";
import { atLeast } from "../../../../experiments/premises/condition.ts";
import { decideClaims } from "../../../../experiments/session/verdicts/claim_verdicts.ts";
import type { ClaimRule, Suite } from "../../../../experiments/suite.ts";
import type { ClaimRow, Row } from "../../../../results/row.ts";

const SUITE = "eppgcn/table-5", CLAIM = "eppgcn.q.accuracy";

/** Verdict on a claim that holds on data of these kinds, by a rule with these properties. */
function verdict(kinds: readonly Row["dataset_kind"][], rule: Partial<ClaimRule>): ClaimRow {
  const row = { suite: SUITE, cell: `${SUITE}:w:a`, contender: "a", metric: "m", status: "ok" } as Row;
  const decide: ClaimRule["decide"] = () =>
    kinds.map((datasetKind) => ({
      ...{ kind: "exact", words: "equal", source: "measured", datasetKind, holds: true } as const,
    }));
  const suite = {
    id: SUITE,
    workloads: () => [],
    claims: [{ claimId: CLAIM, ...rule, decide }],
  } as unknown as Suite;
  return decideClaims([findPaper("eppgcn")], [suite], {
    ...{ session: "s", seed: 1, rows: [row], samples: [], smallestDifference: 0.01 },
    ...{ backend: "wasm", adapterKind: "none", profile: "standard" },
  }).find(({ claim_id }) => claim_id === CLAIM)!;
}

Deno.test("a reason for stand-ins makes an analogue where any data is one, and none of real data", () => {
  const onStandIns = "labels are planted";
  const of = (kinds: readonly Row["dataset_kind"][], rule: Partial<ClaimRule>) => {
    const { verdict: found, reason } = verdict(kinds, rule);
    return [found, reason];
  };
  assert.deepEqual(of(["real", "real"], { onStandIns }), ["reproduced", ""]);
  assert.deepEqual(of(["real", "stand-in"], { onStandIns }), ["analogue-supports", onStandIns]);
  assert.deepEqual(of(["real", "stand-in"], {}), ["reproduced", ""]);
});

Deno.test("a premise that is met says what was found, and one that is not met leaves the claim undecided", () => {
  const premise = (least: number) => [
    atLeast(least, { name: "seeds", readings: () => [{ of: "a", value: 5 }], elsewhere: "--profile paper" }),
  ];
  const met = verdict(["real"], { premise: premise(5) });
  assert.equal(met.verdict, "reproduced");
  assert.match(met.premise, /seeds.* 5/);
  const unmet = verdict(["real"], { premise: premise(6) });
  assert.equal(unmet.verdict, "out-of-regime");
  assert.match(unmet.reason, /5.*6 or more.*--profile paper/);
  assert.notEqual(met.premise, verdict(["real"], {}).premise);
});
