/** Outcomes of numbers without samples of their own: rates of few rounds, counts. @module */
import assert from "node:assert/strict";
import { type Outcome, outcomeOf } from "../../../results/compare/outcome.ts";
import type { Row } from "../../../results/row.ts";
import type { MetricText } from "../../../results/store/session_document.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

const CONTEXT = { smallestDifference: 0.05, twoDevices: false };

/** Outcome of two rows of one metric, where the sessions see differences above 5 %. */
function outcome(metric: MetricText, a: Partial<Row>, b: Partial<Row>): Outcome {
  const [suite] = sessionDocument().suites;
  const document = { ...sessionDocument(), suites: [{ ...suite, metrics: [metric] }] };
  const row = (own: Partial<Row>) => writtenRow({ metric: metric.id, unit: metric.unit, timer: "", ...own });
  const tested = { a: row(a), b: row(b), ciLo: undefined, ciHi: undefined, pHolm: undefined, obstacle: "" };
  return outcomeOf(tested, { ...CONTEXT, document })[0];
}

Deno.test("a rate of three rounds is underpowered, as the time of these rounds is; one of fifteen is judged", () => {
  const rate: MetricText = { id: "gflops", label: "throughput", unit: "GFLOP/s", better: "higher" };
  const slow = { median: 2, ci_lo: 1.9, ci_hi: 2.1 }, fast = { median: 4, ci_lo: 3.9, ci_hi: 4.1 };
  assert.equal(outcome(rate, { ...slow, n: 3 }, { ...fast, n: 3 }), "underpowered");
  assert.equal(outcome(rate, { ...slow, n: 15 }, { ...fast, n: 3 }), "underpowered");
  assert.equal(outcome(rate, { ...slow, n: 15 }, { ...fast, n: 15 }), "better");
  assert.equal(outcome(rate, { ...slow, n: 3 }, { ...slow, n: 3, median: 2.05 }), "no difference seen");
});

Deno.test("a count that depends on which threads meet differs beyond what the session sees alone", () => {
  const exact: MetricText = { id: "atomics", label: "atomics", unit: "count", better: "lower" };
  const varies: MetricText = { ...exact, varies: true };
  const once = { n: 1, ci_lo: undefined, ci_hi: undefined };
  const change = (metric: MetricText, to: number) =>
    outcome(metric, { ...once, median: 1_000_000 }, { ...once, median: to });
  assert.equal(change(exact, 1_000_100), "worse");
  assert.equal(change(varies, 1_000_100), "no difference seen");
  assert.equal(change(varies, 1_100_000), "worse");
  assert.equal(change(varies, 900_000), "better");
});
