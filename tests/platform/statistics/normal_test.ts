import assert from "node:assert/strict";
import * as simple from "simple-statistics";
import { normalUpperTail } from "../../../platform/statistics/mod.ts";

Deno.test("the normal tail agrees with high-precision values, also far out", () => {
  // Abramowitz and Stegun, table 26.1 and 26.2.
  const table = [
    [0, 0.5],
    [0.5, 0.308537538725987],
    [1, 0.158655253931457],
    [1.959963984540054, 0.025],
    [2.999, 0.00135434],
    [3, 0.00134989803163010],
    [5, 2.86651571879194e-7],
    [10, 7.61985302416053e-24],
    [20, 2.75362411860623e-89],
  ];
  for (const [z, want] of table) {
    const digits = z === 2.999 ? 1e-5 : 1e-11;
    assert.ok(Math.abs(normalUpperTail(z) / want - 1) < digits, `z = ${z}: ${normalUpperTail(z)}`);
    assert.ok(Math.abs(normalUpperTail(-z) - (1 - want)) < 1e-5);
  }
  for (let z = -3; z < 3; z += 0.1) {
    assert.ok(Math.abs(normalUpperTail(z) - (1 - simple.cumulativeStdNormalProbability(z))) < 1e-4);
  }
});

Deno.test("the normal tail falls from 1 to 0 and passes NaN on", () => {
  let before = 1;
  for (let z = -8; z <= 40; z += 0.01) {
    const tail = normalUpperTail(z);
    assert.ok(tail <= before + 1e-15 && tail >= 0, `z = ${z}`);
    before = tail;
  }
  assert.equal(normalUpperTail(Infinity), 0);
  assert.equal(normalUpperTail(-Infinity), 1);
  assert.ok(Number.isNaN(normalUpperTail(NaN)));
});
