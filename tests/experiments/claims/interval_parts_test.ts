import assert from "node:assert/strict";
import { liesBelow, liesWithin, spellInterval } from "../../../experiments/claims/interval.ts";
import { allBelow, beyond, lower, quotientWithin } from "../../../experiments/claims/interval_parts.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row } from "../../../results/row.ts";

const evidence = new SuiteEvidence("s", { rows: [], samples: [] }, 1);

const row = (median: number, half?: number): Row => ({
  ...{
    metric: "share",
    contender: "a",
    dataset: "cora",
    unit: "%",
    source: "measured",
    dataset_kind: "real",
    timer: "",
    n: 1,
  },
  ...(half === undefined ? {} : { ci_lo: median - half, ci_hi: median + half }),
  median,
} as Row);

const answer = (part: ClaimPart) => part.kind === "exact" ? part.holds : part.kind;

Deno.test("a number is beyond a bound with all of its interval, short of it with all, or open", () => {
  const above = (value: Row) => answer(beyond(evidence, value, { side: "above", bound: 50 }));
  assert.deepEqual([row(60, 5), row(52, 5), row(40, 5)].map(above), [true, "open", false]);
  const below = (value: Row) => answer(beyond(evidence, value, { side: "below", bound: 50 }));
  assert.deepEqual([row(60, 5), row(52, 5), row(40, 5)].map(below), [false, "open", true]);
  // A plain value is its own interval.
  assert.deepEqual([row(51), row(50), row(49)].map(above), [true, "open", false]);
  const part = beyond(evidence, row(52, 5), { side: "above", bound: 50 });
  assert.equal(part.words, "share of a on cora = 52.0 [47.0, 57.0] %");
  assert.equal((part as { reason: string }).reason, "the interval meets 50 %");
});

Deno.test("a time that was taken once decides nothing", () => {
  const once = (median: number) => ({ ...row(median), unit: "ms", timer: "wall" });
  assert.equal(answer(beyond(evidence, once(60), { side: "above", bound: 50 })), "open");
  assert.equal(answer(lower(evidence, once(1), once(100))), "open");
});

Deno.test("of two numbers one is lower where their intervals lie apart", () => {
  const asked = (a: Row, b: Row) => answer(lower(evidence, a, b));
  assert.equal(asked(row(1, 0.1), row(2, 0.1)), true);
  assert.equal(asked(row(2, 0.1), row(1, 0.1)), false);
  assert.equal(asked(row(1, 0.6), row(2, 0.6)), "open");
});

Deno.test("of many pairs one that lies the other way decides, and one that overlaps leaves it open", () => {
  const asked = (pairs: readonly (readonly [Row, Row])[], orEven = false) =>
    answer(allBelow(evidence, pairs, { words: "", orEven }));
  const apart = [row(1, 0.1), row(2, 0.1)] as const, turned = [row(2, 0.1), row(1, 0.1)] as const;
  const meeting = [row(2, 0.6), row(1, 0.6)] as const;
  assert.equal(asked([apart, apart]), true);
  assert.equal(asked([apart, meeting]), "open");
  assert.equal(asked([apart, meeting], true), true);
  assert.equal(asked([meeting, turned], true), false);
  assert.equal(asked([meeting, turned]), false);
});

Deno.test("a quotient is asked at all corners of its rows' intervals", () => {
  const asked = (within: readonly [number, number]) =>
    quotientWithin(evidence, {
      ...{ rows: [row(4, 2), row(2, 1)], words: "a / b", within },
      quotient: ([a, b]) => a / b,
    });
  // From 2 / 3 to 6 / 1.
  assert.equal(answer(asked([0.6, 6.1])), true);
  assert.equal(answer(asked([1, Infinity])), "open");
  assert.equal(answer(asked([7, Infinity])), false);
  assert.equal(asked([1, Infinity]).words, "a / b = 2.00 [0.667, 6.00]");
});

Deno.test("ends count as within, and never as below", () => {
  assert.equal(liesWithin({ low: 1, high: 2 }, [1, 2]), true);
  assert.equal(liesBelow({ low: 1, high: 2 }, { low: 2, high: 3 }), undefined);
  assert.equal(spellInterval({ value: 1.1, low: 1, high: 1.2 }, "1"), "1.10 [1.00, 1.20]");
});
