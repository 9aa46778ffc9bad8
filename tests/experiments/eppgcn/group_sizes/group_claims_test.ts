import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import {
  allOf,
  decideUnderRates,
  fasterUnderRates,
  largerThan,
} from "../../../../experiments/eppgcn/group_sizes/group_claims.ts";
import { changedMetric, RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import type { Row } from "../../../../results/row.ts";

const SUITE = "eppgcn/test";

/** Rows of one modelled cell: its time at the fitted rates and under each change. */
function cell(contender: string, ms: readonly number[]): Row[] {
  return ms.map((median, i) => ({
    suite: SUITE,
    cell: `${SUITE}:w:${contender}`,
    metric: changedMetric("time", RATE_CHANGES[i].id),
    median,
    n: 1,
    status: "ok",
    source: "modelled",
    dataset_kind: "real",
    dataset: "w",
    contender,
  } as Row));
}

const evidenceOf = (cells: Readonly<Record<string, readonly number[]>>) =>
  new SuiteEvidence(
    SUITE,
    { rows: Object.entries(cells).flatMap(([contender, ms]) => cell(contender, ms)), samples: [] },
    1,
  );

const key = (contender: string) => ({ workload: "w", contender });
const always = (ms: number) => RATE_CHANGES.map(() => ms);

Deno.test("a modelled order is decided where every change of the rates gives it, either way", () => {
  const evidence = evidenceOf({ fast: always(1), slow: always(2) });
  const holds = fasterUnderRates(evidence, key("fast"), key("slow"));
  const fails = fasterUnderRates(evidence, key("slow"), key("fast"));
  assert.ok(holds.kind === "exact" && holds.holds && holds.source === "modelled");
  assert.ok(fails.kind === "exact" && !fails.holds);
});

Deno.test("one change of the rates that answers otherwise leaves a modelled claim open, and is named", () => {
  const turned = always(2);
  turned[RATE_CHANGES.findIndex(({ id }) => id === "atomic_half")] = 0.5;
  const part = fasterUnderRates(evidenceOf({ fast: always(1), slow: turned }), key("fast"), key("slow"));
  assert.ok(part.kind === "open");
  assert.match(part.reason, /true as fitted, false with atomic half/);
});

Deno.test("modelled times within one percent are even: enough for 'not slower', too little for 'faster'", () => {
  const evidence = evidenceOf({ a: always(1), b: always(1.005) });
  const strict = fasterUnderRates(evidence, key("a"), key("b"));
  const orEven = fasterUnderRates(evidence, key("b"), key("a"), { orEven: true });
  assert.ok(strict.kind === "open" && /below 1 %/.test(strict.reason));
  assert.ok(orEven.kind === "exact" && orEven.holds);
});

Deno.test("a predicate reads each change's own row", () => {
  const seen: number[] = [];
  decideUnderRates(
    evidenceOf({ a: RATE_CHANGES.map((_, i) => i + 1) }),
    (read) => seen.push(read(key("a"), "time").value) > 0,
    () => "",
  );
  assert.deepEqual(seen, RATE_CHANGES.map((_, i) => i + 1));
});

Deno.test("a conjunction is false if any part is, else even if any part is", () => {
  assert.equal(allOf([true, "even", false]), false);
  assert.equal(allOf([true, "even"]), "even");
  assert.equal(allOf([]), true);
  const at = (low: number, high: number) => ({ low, value: (low + high) / 2, high });
  assert.equal(largerThan(at(2, 3), at(1, 1.5)), true);
  assert.equal(largerThan(at(1, 1.5), at(2, 3), { orEven: true }), false);
  assert.equal(largerThan(at(1, 2), at(1.5, 3)), "even");
});
