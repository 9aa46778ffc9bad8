import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import {
  decideUnderRates,
  fasterUnderRates,
} from "../../../../experiments/eppgcn/group_sizes/group_claims.ts";
import { changedMetric, RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";

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

Deno.test("a predicate reads each change's own row, and values the tolerance around it", () => {
  const seen: number[] = [];
  decideUnderRates(evidenceOf({ a: RATE_CHANGES.map((_, i) => i + 1) }), {
    of: [[key("a"), "time"]],
    holds: ([value]) => seen.push(value) > 0,
    text: () => "",
  });
  assert.deepEqual([...new Set(seen.map(Math.round))], RATE_CHANGES.map((_, i) => i + 1));
  assert.ok(Math.max(...seen) > RATE_CHANGES.length && Math.max(...seen) < 1.01 * RATE_CHANGES.length);
});

Deno.test("measured times are asked in every round, and open within what the A/A run tells apart", () => {
  const cells = (b: number) =>
    Object.entries({ a: 1, b }).map(([contender, median]) => ({
      ...{
        suite: SUITE,
        cell: `${SUITE}:w:${contender}`,
        contender,
        metric: "time",
        unit: "ms",
        median,
      },
      ...{ status: "ok", source: "measured", timer: "gpu-timestamp", dataset_kind: "real", dataset: "w" },
    } as Row));
  const samples = (rows: readonly Row[]) =>
    rows.flatMap(({ cell, median: value }) =>
      Array.from({ length: 15 }, (_, round) => {
        return { cell, metric: "time", preparation: 0, round, value } as Sample;
      })
    );
  const asked = (b: number, rows = cells(b)) =>
    sideOf(decideUnderRates(
      new SuiteEvidence(SUITE, { rows, samples: samples(rows), smallestDifference: 0.1 }, 1),
      {
        of: ["a", "b"].map((contender) => [key(contender), "time"]),
        holds: ([a, b]) => a < b,
        text: () => "a is best",
      },
    )).side;
  assert.deepEqual([1.2, 1.05, 0.95, 0.8].map((b) => asked(b)), ["holds", "open", "open", "fails"]);
});
