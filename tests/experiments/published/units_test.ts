import assert from "node:assert/strict";
import { convert, printedTolerance, UNITS } from "../../../experiments/published/units.ts";

/** Quantities that are the same. Memory is decimal, and a link's bits are eighths of bytes. */
const EQUAL: readonly (readonly [number, string, number, string])[] = [
  ...[[12, "%", 0.12, "fraction"], [12, "percentage points", 0.12, "1"], [3, "x", 3, "1"]] as const,
  ...[[2.5, "M", 2_500_000, "edges"], [0.11, "B", 110_000_000, "vertices"]] as const,
  ...[[4, "K rows", 4000, "rows"], [1.5, "M entries per layer", 1_500_000, "count"]] as const,
  ...[[1, "s", 1000, "ms"], [1, "ms", 1000, "us"], [1, "us", 1000, "ns"]] as const,
  ...[[1, "KB", 1000, "bytes"], [1, "MB", 1000, "KB"], [1, "GB", 1000, "MB"], [1, "TB", 1000, "GB"]] as const,
  ...[[100, "Gb/s", 12.5, "GB/s"], [1, "TB/s", 1000, "GB/s"], [1, "GB/s", 1e9, "bytes/s"]] as const,
  ...[[2, "GB/epoch", 2e9, "bytes/epoch"], [3, "GFLOP/s", 3e9, "FLOP/s"], [1.4, "GHz", 1.4e9, "Hz"]] as const,
];

Deno.test("equal quantities have one number in one base unit", () => {
  for (const [a, unitA, b, unitB] of EQUAL) {
    const [one, other] = [convert(a, unitA), convert(b, unitB)];
    assert.equal(one.unit, other.unit, `${unitA} and ${unitB}`);
    assert.ok(Math.abs(one.value / other.value - 1) < 1e-12, `${a} ${unitA} is not ${b} ${unitB}`);
  }
});

Deno.test("every unit with a factor of its own is among these, and every other counts by ones", () => {
  const named = new Set(EQUAL.flatMap(([, a, , b]) => [a, b]));
  for (const [unit, { factor }] of UNITS) {
    if (!named.has(unit)) assert.equal(factor, 1, unit);
  }
});

Deno.test("half a unit of the last printed digit", () => {
  for (const [printed, half] of [["123", 0.5], ["0.11", 0.005], ["2.28E-04", 5e-7], ["5e3", 500]] as const) {
    assert.ok(Math.abs(printedTolerance(printed) / half - 1) < 1e-12, printed);
  }
});
