/** Conditions of a claim's evidence that go into its verdict: kinds of data, what a premise found. @module */
import assert from "node:assert/strict";
import { EvidenceMissing } from "../../../../experiments/claims/measured_rows.ts";
import { TOY_TIMES } from "../../../../experiments/claims/smoke.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { atLeast } from "../../../../experiments/premises/condition.ts";
import { decideClaims } from "../../../../experiments/session/verdicts/claim_verdicts.ts";
import type { SessionRows } from "../../../../experiments/session/verdicts/session_rows.ts";
import type { ClaimRule, Suite } from "../../../../experiments/suite.ts";
import type { ClaimRow, Row, Sample } from "../../../../results/row.ts";
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import { timedRatio } from "../../../results/verdicts/timed_quantities.ts";

const SUITE = "eppgcn/table-5", CLAIM = "eppgcn.q.accuracy";

/** A claim of each of these tiers. */
const OF_TIER = {
  "by-construction": "eppgcn.q.property-1",
  "count": CLAIM,
  "time-gpu": "eppgcn.q.one-size",
  "peer": "eppgcn.q.dgl-improves",
} as const;

const EXACT: ClaimPart = {
  ...{ kind: "exact", text: "equal", source: "measured", datasetKind: "real", holds: true } as const,
};

/** Time of a contender on workload `w` of a suite, on the CPU where nothing else is said. */
function timeRow(contender: string, row: Partial<Row> = {}): Row {
  const suite = row.suite ?? SUITE;
  return {
    ...{ suite, cell: `${suite}:w:${contender}`, contender, metric: "time", unit: "ms", median: 1 },
    ...{ status: "ok", attempt: 1, source: "measured", timer: "wall", backend: "wasm", ...row },
  } as Row;
}

/** Row of a claim of a tier, by a rule of a suite with these properties, in a session with these. */
function decided(
  tier: keyof typeof OF_TIER,
  rule: Partial<ClaimRule>,
  session: Partial<SessionRows> = {},
  suite: Partial<Suite> = {},
): ClaimRow {
  const claimId = OF_TIER[tier];
  const own = {
    ...{ id: SUITE, workloads: () => [], claims: [{ claimId, decide: () => [EXACT], ...rule }], ...suite },
  } as unknown as Suite;
  return decideClaims([findPaper("eppgcn")], [own], {
    ...{ session: "s", seed: 1, rows: [timeRow("a")], samples: [], smallestDifference: 0.01 },
    ...{ backend: "webgpu", adapterKind: "hardware", profile: "standard", ...session },
  }).find(({ claim_id }) => claim_id === claimId)!;
}

/** Verdict on a claim that holds on data of these kinds, by a rule with these properties. */
function verdict(kinds: readonly Row["dataset_kind"][], rule: Partial<ClaimRule>): ClaimRow {
  const row = { suite: SUITE, cell: `${SUITE}:w:a`, contender: "a", metric: "m", status: "ok" } as Row;
  const decide: ClaimRule["decide"] = () =>
    kinds.map((datasetKind) => ({
      ...{ kind: "exact", text: "equal", source: "measured", datasetKind, holds: true } as const,
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
  assert.match(unmet.reason, /5.*6 or more.*--profile paper$/);
  assert.notEqual(met.premise, verdict(["real"], {}).premise);
});

Deno.test("a smoke run leaves times open, and whatever a claim about time rests on; counts it decides", () => {
  const timed = timedRatio(2);
  const reasonOf = (tier: keyof typeof OF_TIER, part: ClaimPart, profile: string) => {
    const { verdict: found, reason } = decided(tier, { decide: () => [part] }, { profile });
    return [found, reason];
  };
  for (
    const [tier, part] of [["time-gpu", EXACT], ["peer", EXACT], ["time-gpu", timed], [
      "count",
      timed,
    ]] as const
  ) {
    assert.deepEqual(reasonOf(tier, part, "smoke"), ["inconclusive", TOY_TIMES], tier);
    assert.deepEqual(reasonOf(tier, part, "standard"), ["reproduced", ""], tier);
  }
  assert.deepEqual(reasonOf("count", EXACT, "smoke"), ["reproduced", ""]);
  const lost: ClaimPart = { kind: "open", text: "", source: "measured", datasetKind: "", reason: "no room" };
  assert.deepEqual(reasonOf("time-gpu", lost, "smoke"), ["inconclusive", "no room"]);
});

Deno.test("a rule that lacks a cell has not run, one that fails otherwise is a defect", () => {
  const missing = () => {
    throw new EvidenceMissing("no such cell");
  };
  const broken = () => {
    throw new RangeError("a defect");
  };
  const { verdict: found, reason } = decided("count", { decide: missing });
  assert.deepEqual([found, reason], ["not-run", "no such cell"]);
  assert.throws(() => decided("count", { decide: broken }), RangeError);
  assert.equal(decided("count", { turns: missing }).evidence, "equal");
  assert.equal(decided("count", { turns: () => "at 9 GB/s" }).evidence, "equal; where it turns: at 9 GB/s");
  assert.throws(() => decided("count", { turns: broken }), RangeError);
});

Deno.test("a claim whose suite did not run says so, with the command where the suite is only run by name", () => {
  const reasonOf = (suite: Partial<Suite>, profile = "standard") =>
    decided("count", {}, { rows: [], profile }, suite).reason;
  assert.equal(reasonOf({}), `${SUITE} did not run`);
  const named = { onlyWhenNamed: true } as const;
  assert.equal(reasonOf(named), `${SUITE} did not run: deno task repro ${SUITE} --session s`);
  assert.equal(
    reasonOf({ ...named, group: "accuracy" }, "paper"),
    `${SUITE} did not run: deno task repro accuracy --session s --profile paper`,
  );
});

Deno.test("times that a claim reads are asked to be long calls where the claim is about time", () => {
  const decide: ClaimRule["decide"] = (evidence) => {
    evidence.row({ workload: "w", contender: "a" }, "time");
    return [EXACT];
  };
  const verdictBy = (tier: keyof typeof OF_TIER, callMs: number) => {
    const row = timeRow("a", { backend: "webgpu" });
    return decided(tier, { decide }, { rows: [row], callMs }).verdict;
  };
  for (const tier of ["time-gpu", "peer"] as const) {
    assert.equal(verdictBy(tier, 0.01), "reproduced");
    assert.equal(verdictBy(tier, 0.5), "out-of-regime");
  }
  assert.equal(verdictBy("count", 0.5), "reproduced");
});

Deno.test("a rule reads the rows and samples of the suites that it names, and of no other", () => {
  const other = "eppgcn/table-4", rows = [timeRow("fast"), timeRow("slow", { suite: other, median: 2 })];
  const samples = rows.flatMap(({ cell, median }) =>
    Array.from({ length: 15 }, (_, round) => ({
      ...{ cell, metric: "time", unit: "ms", attempt: 1, preparation: 0, round, value: median },
    } as Sample))
  );
  const decide: ClaimRule["decide"] = (evidence) => [
    evidence.faster({ workload: "w", contender: "fast" }, { suite: other, workload: "w", contender: "slow" }),
  ];
  const verdictBy = (rule: Partial<ClaimRule>) =>
    decided("count", { decide, ...rule }, { rows, samples }).verdict;
  assert.equal(verdictBy({ reads: [other] }), "reproduced");
  assert.equal(verdictBy({}), "not-run");
});

Deno.test("CPU threads beside a card make an analogue of a claim about GPUs, as a policy does of one about a peer", () => {
  const verdictBy = (tier: keyof typeof OF_TIER, contender: string, backend: Row["backend"]) => {
    const decide: ClaimRule["decide"] = (evidence) => {
      evidence.row({ workload: "w", contender }, "time");
      return [EXACT];
    };
    return decided(tier, { decide }, { rows: [timeRow(contender, { backend })] }).verdict;
  };
  assert.equal(verdictBy("time-gpu", "ranks", "x86"), "analogue-supports");
  assert.equal(verdictBy("time-gpu", "policy:dgl", "webgpu"), "reproduced");
  assert.equal(verdictBy("peer", "policy:dgl", "webgpu"), "analogue-supports");
  assert.equal(verdictBy("peer", "peer:dgl", "python-cuda"), "reproduced");
});

Deno.test("only code that is true by construction may be checked by times as exact values", () => {
  const decide: ClaimRule["decide"] = (evidence) => [evidence.byConstruction(true, "equal", [])];
  assert.equal(decided("by-construction", { decide }).verdict, "holds");
  assert.throws(() => decided("count", { decide }), /q\.accuracy compares times as exact values/);
});
