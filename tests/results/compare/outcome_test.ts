/** Outcomes of numbers without samples of their own: rates of few rounds, counts. @module */
import assert from "node:assert/strict";
import { compareSessions } from "../../../results/compare/compare.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import { type Outcome, outcomeOf, type TestedRatio } from "../../../results/compare/outcome.ts";
import type { Row } from "../../../results/row.ts";
import type { MetricText } from "../../../results/store/session_document.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";

const CONTEXT = { smallestDifference: 0.05, twoDevices: false };

/**
 * Outcome of two rows of one metric, where the sessions see differences above 5 %; `tests` are those of their
 * ratio.
 */
function outcome(
  metric: MetricText,
  a: Partial<Row>,
  b: Partial<Row>,
  tests: Partial<TestedRatio> = {},
  twoDevices = false,
): Outcome {
  const [suite] = sessionDocument().suites;
  const document = { ...sessionDocument(), suites: [{ ...suite, metrics: [metric] }] };
  const row = (own: Partial<Row>) => writtenRow({ metric: metric.id, unit: metric.unit, timer: "", ...own });
  const none = { ciLo: undefined, ciHi: undefined, pHolm: undefined, obstacle: "" };
  const tested = { a: row(a), b: row(b), ...none, ...tests };
  return outcomeOf(tested, { ...CONTEXT, twoDevices, document })[0];
}

const TIME: MetricText = { id: "time", label: "time", unit: "ms", better: "lower" };

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

Deno.test("the interval has to lie beyond what the sessions see, on either side, and p below 0.05", () => {
  const tested = (ciLo: number, ciHi: number, pHolm: number) =>
    outcome(TIME, { median: 1 }, { median: (ciLo + ciHi) / 2 }, { ciLo, ciHi, pHolm });
  assert.equal(tested(1.06, 1.2, 0.049), "worse");
  assert.equal(tested(1.06, 1.2, 0.05), "underpowered");
  assert.equal(tested(1.04, 1.2, 0.001), "no difference seen");
  assert.equal(tested(1 + CONTEXT.smallestDifference, 1.2, 0.001), "no difference seen");
  assert.equal(tested(0.8, 0.95, 0.049), "better");
  assert.equal(tested(0.8, 0.95, 0.05), "underpowered");
  assert.equal(tested(0.8, 0.96, 0.001), "no difference seen");
  assert.equal(tested(0.8, 1 / (1 + CONTEXT.smallestDifference), 0.001), "no difference seen");
});

Deno.test("a number without a test that is the same in both sessions is equal, reported or not", () => {
  const bare = { ci_lo: undefined, ci_hi: undefined, n: 1, median: 7 };
  assert.equal(outcome({ ...TIME, id: "atomics", unit: "count" }, bare, bare), "equal");
  assert.equal(outcome(TIME, { ...bare, metric: "edges" }, { ...bare, metric: "edges" }), "equal");
  assert.equal(outcome(TIME, bare, bare, { obstacle: "another graph" }), "not comparable");
  assert.equal(outcome(TIME, bare, bare, { ciLo: 0.99, ciHi: 1.01, pHolm: 1 }), "no difference seen");
});

Deno.test("a number that its suite does not report is noted where both sessions have it", () => {
  const noted = (b: Partial<Row>, obstacle = "") =>
    outcome(TIME, { metric: "edges", median: 1 }, { metric: "edges", median: 2, ...b }, { obstacle });
  assert.equal(noted({}), "noted");
  assert.equal(noted({}, "another graph"), "noted");
  assert.equal(noted({ status: "oom", median: undefined }, "ok, then oom"), "not comparable");
});

Deno.test("a sampled number without an interval is judged as it is, unless it is one sample", () => {
  const bare = { ci_lo: undefined, ci_hi: undefined };
  const within = { ci_lo: 1.9, ci_hi: 2.1 };
  const judged = (a: Partial<Row>, b: Partial<Row>) =>
    outcome(TIME, { median: 2, ...a }, { median: 3, ...b });
  assert.equal(judged({ ...bare, n: 2 }, { ...bare, n: 2 }), "worse");
  assert.equal(judged({ ...within, n: 15 }, { ...bare, n: 2 }), "worse");
  assert.equal(judged({ ...within, n: 15 }, { ...bare, n: 1 }), "no difference seen");
  assert.equal(judged({ ...bare, n: 1 }, { ci_lo: 2.9, ci_hi: 3.1, n: 15 }), "no difference seen");
});

Deno.test("intervals that touch are not apart", () => {
  const judged = (b: Partial<Row>) =>
    outcome(TIME, { median: 2, ci_lo: 1.8, ci_hi: 2.2, n: 15 }, { n: 15, ...b });
  assert.equal(judged({ median: 2.5, ci_lo: 2.2, ci_hi: 2.8 }), "no difference seen");
  assert.equal(judged({ median: 1.5, ci_lo: 1.2, ci_hi: 1.8 }), "no difference seen");
  assert.equal(judged({ median: 2.5, ci_lo: 2.21, ci_hi: 2.8 }), "worse");
  assert.equal(judged({ median: 1.5, ci_lo: 1.2, ci_hi: 1.79 }), "better");
});

Deno.test("of two devices a time is slower or faster, of one worse or better; a quotient and a count differ", () => {
  const exact = { ci_lo: undefined, ci_hi: undefined, n: 2 };
  const judged = (metric: MetricText, twoDevices: boolean, row: Partial<Row> = {}) =>
    [3, 1].map((median) =>
      outcome(metric, { ...exact, ...row, median: 2 }, { ...exact, ...row, median }, {}, twoDevices)
    );
  assert.deepEqual(judged(TIME, false), ["worse", "better"]);
  assert.deepEqual(judged(TIME, true), ["slower", "faster"]);
  const rate: MetricText = { ...TIME, id: "rate", unit: "GB/s", better: "higher" };
  assert.deepEqual(judged(rate, false, { source: "modelled" }), ["better", "worse"]);
  assert.deepEqual(judged(rate, true, { source: "modelled" }), ["differs", "differs"]);
  assert.deepEqual(judged(TIME, false, { vs: "natural" }), ["changed", "changed"]);
  assert.deepEqual(judged({ ...TIME, better: "neither" }, true), ["differs", "differs"]);
});

Deno.test("a comparison explains the outcomes that occur in it, on the page and in the text", () => {
  const edges = { row: { metric: "edges", ci_lo: undefined, ci_hi: undefined } } as const;
  const [a, b] = [timedSession("a", { mine: 4 }, edges), timedSession("b", { mine: 5 }, edges)];
  const noted = "noted: kept by its suite beside the numbers that it reports, and not judged";
  for (const render of [renderComparisonText, renderComparisonPage]) {
    const shown = render(compareSessions(a, [b]));
    assert.ok(shown.includes(noted), shown);
    assert.doesNotMatch(shown, /underpowered: the/);
    assert.ok(
      !render(compareSessions(timedSession("a", { mine: 4 }), [timedSession("b", { mine: 4 })])).includes(
        noted,
      ),
    );
  }
});
