/** Parts of claims about accuracies and losses over seeds. @module */
import assert from "node:assert/strict";
import { liesWithin, spellInterval } from "../../../experiments/claims/interval.ts";
import { endOverSeeds, lateFrom, withinOverSeeds } from "../../../experiments/claims/seed_parts.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import type { ClaimPart, ExactPart } from "../../../results/verdicts/evidence.ts";
import type { Row } from "../../../results/row.ts";

const evidence = new SuiteEvidence("s", { rows: [], samples: [] }, 1);

const row = (median: number, half: number, more: Partial<Row> = {}): Row => ({
  ...{ metric: "accuracy", contender: "a", dataset: "cora", unit: "%", source: "measured", timer: "", n: 5 },
  ...{ dataset_kind: "real", ci_lo: median - half, ci_hi: median + half, median },
  ...more,
} as Row);

const answer = (part: ClaimPart) => part.kind === "exact" ? part.holds : part.kind;

Deno.test("a number is within bounds with all of its interval, beyond them with all, or open", () => {
  const asked = (own: Row) => withinOverSeeds(evidence, { rows: [own], text: "accuracy", within: [50, 90] });
  assert.deepEqual([row(60, 5), row(52, 5), row(40, 5)].map(asked).map(answer), [true, "open", false]);
  assert.equal(asked(row(52, 5)).text, "accuracy = 52.0 [47.0, 57.0]");
  assert.equal((asked(row(52, 5)) as { reason: string }).reason, "the interval meets 50.0 to 90.0");
  const more = { rows: [row(1, 2)], text: "epochs more", within: [Number.MIN_VALUE, Infinity] } as const;
  assert.equal((withinOverSeeds(evidence, more) as { reason: string }).reason, "the interval meets 0");
});

Deno.test("a number of two rows is asked at all corners of their intervals", () => {
  const asked = (within: readonly [number, number]) =>
    withinOverSeeds(evidence, {
      ...{ rows: [row(4, 2), row(2, 1)], text: "a / b", within },
      number: ([a, b]) => a / b,
    });
  // From 2 / 3 to 6 / 1.
  assert.equal(answer(asked([0.6, 6.1])), true);
  assert.equal(answer(asked([1, Infinity])), "open");
  assert.equal(answer(asked([7, Infinity])), false);
  assert.equal(asked([1, Infinity]).text, "a / b = 2.00 [0.667, 6.00]");
});

Deno.test("a part has the number at the medians, and without a formula it is the first row's own", () => {
  const asked = { rows: [row(60, 5), row(10, 1)], text: "accuracy", within: [50, 90] } as const;
  const part = withinOverSeeds(evidence, asked);
  assert.deepEqual([answer(part), (part as ExactPart).value], [true, 60]);
  const difference = withinOverSeeds(evidence, { ...asked, number: ([a, b]) => a - b });
  assert.equal(difference.text, "accuracy = 50.0 [44.0, 56.0]");
  const ended = endOverSeeds(evidence, { ...asked, within: [70, 90], lateGain: row(20, 1), moves: "up" });
  assert.equal(answer(ended), "open", "it is the first row that gains");
  // The gain is no value of the formula, which may take any number of them.
  const worst = endOverSeeds(evidence, {
    ...{ rows: [row(60, 1), row(65, 1)], text: "worst", within: [70, 90], lateGain: row(12, 1), moves: "up" },
    number: (values) => Math.min(...values),
  });
  assert.equal(answer(worst), "open");
});

Deno.test("a training that ends while its accuracy rises contradicts nothing, and one that has stopped does", () => {
  const gap = (own: Row, lateGain: Row) =>
    endOverSeeds(evidence, { rows: [own], text: "gap", within: [-Infinity, 1], lateGain, moves: "down" });
  assert.equal(answer(gap(row(3, 1), row(0.2, 0.1))), false);
  assert.equal(answer(gap(row(3, 1), row(-1, 0.1))), false, "what it lost is no gain");
  assert.equal(answer(gap(row(3, 1), row(1.5, 0.6))), "open", "as much again could be enough");
  assert.equal(answer(gap(row(3, 0.1), row(1.5, 0.1))), false, "as much again, and not twice as much");
  assert.equal(answer(gap(row(0, 0.5), row(5, 1))), true, "near enough stays near enough");
  assert.equal(answer(gap(row(1, 0.5), row(0, 0))), "open");
  const above = (own: Row, lateGain: Row) =>
    endOverSeeds(evidence, { rows: [own], text: "gain", within: [0, Infinity], lateGain, moves: "up" });
  assert.deepEqual([row(0.5, 0.4), row(4, 1)].map((late) => answer(above(row(-2, 1), late))), [
    false,
    "open",
  ]);
  assert.equal(answer(above(row(-2, 0.1), row(1.5, 0.1))), false, "as much again, and not twice as much");
  assert.equal(
    above(row(-2, 1), row(4, 1)).text,
    "gain = -2.00 [-3.00, -1.00], after a gain of 4.00 [3.00, 5.00] points in the last third of the epochs",
  );
  // Of two bounds the nearer one counts: what a training lost does not bring it back to that one either.
  const low = endOverSeeds(evidence, {
    ...{ rows: [row(40, 1)], text: "accuracy", within: [50, 90], lateGain: row(-15, 1), moves: "down" },
  });
  assert.equal(answer(low), false, "what it lost is no gain");
  assert.equal(
    low.text,
    "accuracy = 40.0 [39.0, 41.0], after a gain of -15.0 [-16.0, -14.0] points in the last third of the epochs",
  );
  // What is open by its own interval has that reason, whether accuracy still rises or not.
  assert.equal((gap(row(1, 0.5), row(0, 0)) as { reason: string }).reason, "the interval meets 1.00");
  assert.deepEqual([1, 2, 3, 36, 400].map(lateFrom), [1, 1, 2, 24, 267]);
});

Deno.test("a time is refused, by its clock or by its unit", () => {
  for (const more of [{ timer: "wall" }, { unit: "ms" }]) {
    const rows = [row(60, 5, more)];
    assert.throws(() => withinOverSeeds(evidence, { rows, text: "", within: [0, 1] }), /is a time/);
  }
});

Deno.test("ends count as within", () => {
  assert.equal(liesWithin({ low: 1, high: 2 }, [1, 2]), true);
  assert.equal(spellInterval({ value: 1.1, low: 1, high: 1.2 }, "1"), "1.10 [1.00, 1.20]");
});

Deno.test("an end that is 0 but for rounding is 0: not below it, and not above", () => {
  const upTo = (ci_hi: number) => row(-1, 0, { ci_lo: -3, ci_hi }),
    from = (ci_lo: number) => row(1, 0, { ci_lo, ci_hi: 3 });
  const asked = (own: Row, least: number) =>
    answer(withinOverSeeds(evidence, { rows: [own], text: "gain", within: [least, Infinity] }));
  assert.deepEqual([upTo(-1.78e-15), upTo(-0.01)].map((own) => asked(own, 0)), ["open", false]);
  assert.deepEqual([from(-1.78e-15), from(1.78e-15)].map((own) => asked(own, 0)), [true, true]);
  // Half of a thousandth of a point is no rounding.
  assert.deepEqual([asked(upTo(-5e-4), 0), asked(from(5e-4), Number.MIN_VALUE)], [false, true]);
  assert.deepEqual([from(1.78e-15), from(0.01)].map((own) => asked(own, Number.MIN_VALUE)), ["open", true]);
});
