import assert from "node:assert/strict";
import { powerLawExponent } from "../../../platform/statistics/mod.ts";

Deno.test("a power law has its exponent, and fewer than two places have none", () => {
  const points = [2, 8, 64].map((x) => [x, 5 * x ** -0.75] as const);
  assert.ok(Math.abs(powerLawExponent(points) + 0.75) < 1e-12);
  assert.ok(Number.isNaN(powerLawExponent([[3, 1]])));
  assert.ok(Number.isNaN(powerLawExponent([[3, 1], [3, 2]])));
});
