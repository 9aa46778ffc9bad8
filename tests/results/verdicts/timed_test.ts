/** The one rule for claims about measured time, by itself. @module */
import assert from "node:assert/strict";
import { type QuantityRound, sideOf, timedEvidence } from "../../../results/verdicts/timed.ts";
import type { TimedPart } from "../../../results/verdicts/evidence.ts";
import { timedRatio } from "./timed_quantities.ts";

const above = [1, Infinity] as const, below = [-Infinity, 1] as const;

/** Part from rounds of any quantity. */
function part(
  rounds: readonly Omit<QuantityRound, "preparation">[],
  within: readonly [number, number],
  signed = true,
): TimedPart {
  const own = rounds.map((round, i) => ({ ...round, preparation: i % 3 }));
  return {
    ...timedEvidence(own, { within, seed: 1, signed }),
    text: "",
    source: "measured",
    datasetKind: "",
  };
}

Deno.test("ten per cent are decided for and against, and nothing is in an A/A run", () => {
  assert.equal(sideOf(timedRatio(1.1, { within: above })).side, "holds");
  assert.equal(sideOf(timedRatio(1.1, { within: below })).side, "fails");
  assert.equal(sideOf(timedRatio(0.9, { within: below })).side, "holds");
  assert.equal(sideOf(timedRatio(0.9, { within: above })).side, "fails");
  for (const within of [above, below]) {
    const { side, reason } = sideOf(timedRatio(1, { within }));
    assert.equal(side, "open");
    assert.match(reason, /^intervals overlap: 0\.99\d to 1\.0\d meets 1$/);
  }
});

Deno.test("a difference below the A/A run's is not decided, however narrow its interval and small its p", () => {
  const quiet = { noise: 1e-4, smallestDifference: 0.02 };
  const found = timedRatio(1.01, quiet);
  assert.equal(found.pFor, 2 * 2 ** -15);
  assert.equal(
    sideOf(found).reason,
    "underpowered: 1.01 to 1.01 is nearer to 1 than the A/A run can tell (0.990 to 1.03)",
  );
  assert.equal(sideOf(timedRatio(1.01, { ...quiet, smallestDifference: 0.005 })).side, "holds");
  assert.match(sideOf(timedRatio(0.99, quiet)).reason, /^underpowered: 0\.990 to 0\.990 is nearer to 1/);
  const beyond = timedRatio(1.01, { ...quiet, within: below });
  assert.match(sideOf(beyond).reason, /^underpowered: 1\.01 to 1\.01 is nearer to 1/);
});

Deno.test("fewer than fifteen rounds decide nothing, nor does a timer that did not tick", () => {
  assert.equal(sideOf(timedRatio(2, { n: 14 })).reason, "underpowered: 14 rounds, 15 are needed");
  assert.equal(sideOf(timedRatio(2, { n: 15 })).side, "holds");
  const stuck = Array.from({ length: 15 }, () => ({ value: 0, least: 0, most: 0 }));
  const { pFor, pAgainst, ...rest } = part(stuck, above, false);
  assert.deepEqual([pFor, pAgainst], [1, 1]);
  assert.equal(sideOf({ ...rest, pFor, pAgainst }).reason, "a sample is missing or not above zero");
  const none = part([], above);
  assert.deepEqual([none.pFor, none.pAgainst, none.found.n, none.found.seenLo], [1, 1, 0, NaN]);
  assert.equal(sideOf(none).reason, "underpowered: 0 rounds, 15 are needed");
});

Deno.test("one number of one round that is not finite, or not above zero, leaves the claim open", () => {
  const good = { value: 2, least: 1.9, most: 2.1 };
  for (const bad of [{ least: 0 }, { value: 0 }, { most: Infinity }, { least: NaN }, { value: NaN }]) {
    const found = part([...Array(14).fill(good), { ...good, ...bad }], above, false);
    assert.deepEqual([found.pFor, found.pAgainst], [1, 1]);
    assert.equal(sideOf(found).side, "open", JSON.stringify(bad));
  }
});

Deno.test("a number that a reason keeps from deciding decides nothing, wherever it lies", () => {
  const undecided = "calls of 0.1 ms are too short";
  for (const ratio of [0.5, 2]) {
    assert.deepEqual(sideOf({ ...timedRatio(ratio), undecided }), { side: "open", reason: undecided });
  }
});

Deno.test("a number on the bound in every round is neither within the range nor beyond it", () => {
  const rounds = Array.from({ length: 15 }, () => ({ value: 1, least: 1, most: 1 }));
  for (const within of [above, below, [1, 1.2], [0.8, 1]] as const) {
    assert.equal(sideOf(part(rounds, within, false)).reason, "intervals overlap: 1.00 to 1.00 meets 1");
  }
});

Deno.test("swapping the two times of a ratio gives the reciprocal of every number, and the same p", () => {
  const rounds = Array.from({ length: 16 }, (_, i) => {
    const value = 1.3 * Math.exp(0.3 * Math.sin(1 + 2.3 * i));
    return { preparation: i % 3, value, least: value / (1.02 + 0.01 * (i % 2)), most: value * 1.05 };
  });
  const swapped = rounds.map(({ preparation, value, least, most }) => (
    { preparation, value: 1 / value, least: 1 / most, most: 1 / least }
  ));
  const there = timedEvidence(rounds, { within: above, seed: 1 });
  const back = timedEvidence(swapped, { within: below, seed: 1 });
  const pairs = [["median", "median"], ["ciLo", "ciHi"], ["seenLo", "seenHi"], ["seenHi", "seenLo"]] as const;
  for (const [one, other] of pairs) {
    assert.ok(Math.abs(there.found[one] * back.found[other] - 1) < 1e-9, `${one}, ${other}`);
  }
  assert.deepEqual([there.pFor, there.pAgainst], [back.pFor, back.pAgainst]);
});

Deno.test("a band that is the same in every round moves the ends of the interval by itself", () => {
  const values = [2, 2, 2, 2.2, 1.9];
  for (const spread of [0, 1]) {
    const rounds = Array.from({ length: 15 }, (_, i) => {
      const value = 2 + spread * (values[i % 5] - 2);
      return { value, least: value / 1.02, most: value * 1.03 };
    });
    const { ciLo, ciHi, seenLo, seenHi } = part(rounds, above, false).found;
    assert.ok(Math.abs(seenLo * 1.02 - ciLo) < 1e-9 && Math.abs(seenHi / 1.03 - ciHi) < 1e-9);
  }
});

Deno.test("equal is within both bounds by two one-sided tests, and beyond one by one of two", () => {
  const equal = (ratio: number, options = {}) => timedRatio(ratio, { within: [1 / 1.2, 1.2], ...options });
  const holds = equal(1.05);
  assert.equal(sideOf(holds).side, "holds");
  assert.equal(holds.pFor, 2 * 2 ** -15);
  assert.equal(sideOf(equal(1.4)).side, "fails");
  assert.equal(sideOf(equal(0.7)).reason, "0.695 to 0.706 is below 0.833");
  for (const ratio of [0.7, 1.4]) assert.equal(equal(ratio).pAgainst, 2 * 2 * 2 ** -15);
  assert.equal(holds.pAgainst, 1);
  // Ten of 15 rounds below the upper bound: C(15, 10) + ... + C(15, 15) of 2^15 splits, for two looks.
  const rounds = Array.from({ length: 15 }, (_, i) => i % 3 === 0 ? 1.3 : 1);
  const wide = rounds.map((value) => ({ value, least: value, most: value }));
  assert.equal(part(wide, [1 / 1.2, 1.2], false).pFor, 2 * 4944 / 2 ** 15);
  assert.equal(sideOf(equal(1.2)).side, "open");
  // A session that sees 30 % cannot tell times apart that are within 20 %.
  assert.match(
    sideOf(equal(1, { smallestDifference: 0.3 })).reason,
    /^underpowered: .* nearer to 0\.833 and 1\.2/,
  );
});

Deno.test("a difference may have any sign, and a band of its own in every round", () => {
  const rounds = Array.from({ length: 15 }, (_, i) => {
    const value = -3 + 0.1 * (i % 3);
    return { value, least: value - 1 - i % 2, most: value + 1 + i % 2 };
  });
  assert.equal(sideOf(part(rounds, [-Infinity, 0])).side, "holds");
  assert.equal(sideOf(part(rounds, [-Infinity, -1.5])).side, "open");
  assert.equal(sideOf(part(rounds, [0, Infinity])).side, "fails");
  assert.deepEqual(part(rounds, [0, 1]).found.median, -2.9);
});

Deno.test("a correlation that one swap of a round leaves at the bound is counted as ties, not as support", () => {
  const rounds = Array.from({ length: 15 }, (_, i) => {
    const value = i < 8 ? 0.9 : 1;
    return { value, least: value, most: value };
  });
  const found = part(rounds, [0.9, Infinity]);
  assert.equal(sideOf(found).side, "open");
  assert.equal(found.pFor, 2 * 2 ** -7);
});
