import assert from "node:assert/strict";
import { intervalOf, liesWithin, spellInterval } from "../../../experiments/claims/interval.ts";
import type { Row } from "../../../results/row.ts";

const intervalOfRow = (changes: Partial<Row>) =>
  intervalOf({ median: 2, n: 15, timer: "", ...changes } as Row);

Deno.test("a time that was taken once may be anything, a count is what it is, and others have their intervals", () => {
  assert.deepEqual(intervalOfRow({ timer: "wall", n: 1 }), { value: 2, low: 0, high: Infinity });
  assert.deepEqual(intervalOfRow({ n: 1 }), { value: 2, low: 2, high: 2 });
  assert.deepEqual(intervalOfRow({ timer: "wall", n: 3, ci_lo: 1, ci_hi: 4 }), { value: 2, low: 1, high: 4 });
  assert.equal(spellInterval({ value: 2, low: 1, high: 4 }, "ms"), "2.00 [1.00, 4.00] ms");
  assert.equal(spellInterval({ value: 2, low: 1, high: 4 }), "2.00 [1.00, 4.00]");
});

Deno.test("an interval that touches a bound from inside lies within, and one that contains a bound is undecided", () => {
  const within = (low: number, high: number) => liesWithin({ low, high }, [1, 3]);
  assert.deepEqual([within(1, 3), within(1.5, 2)], [true, true]);
  assert.deepEqual([within(0, 0.9), within(3.1, 4)], [false, false]);
  // An interval whose end is the bound itself contains it.
  assert.deepEqual([within(0, 1), within(3, 4), within(0.5, 2), within(2, 3.5), within(0, 4)], [
    ...[undefined, undefined, undefined, undefined, undefined],
  ]);
});
