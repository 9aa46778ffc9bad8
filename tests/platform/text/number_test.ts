import assert from "node:assert/strict";
import { formatEstimate, formatInterval, formatNumber, formatShare } from "../../../platform/text/number.ts";

Deno.test("numbers read with four digits and one notation", () => {
  const table: [number | undefined, string][] = [
    [undefined, ""],
    [0, "0"],
    [-0, "0"],
    [1234.567, "1,235"],
    [12345678, "1.23e7"],
    [7178053, "7,178,053"],
    [47.6543, "47.65"],
    [0.00123456, "0.001235"],
    [2.14e-7, "2.14e-7"],
    [-3.14159, "-3.142"],
    [NaN, "not a number"],
    [Infinity, "\u221e"],
    [-Infinity, "\u2212\u221e"],
    [5e-324, "4.94e-324"],
  ];
  for (const [value, text] of table) assert.equal(formatNumber(value), text);
  assert.equal(formatNumber(2.14e-7, 2), "2.1e-7");
});

Deno.test("a rounded number keeps its zeros, an exact one has none", () => {
  const table: [value: number, text: string][] = [
    [0.79004, "0.790"],
    [0.99996, "1.00"],
    [9.9996, "10.0"],
    [39.96, "40.0"],
    [-1.2004, "-1.20"],
    [0.25, "0.25"],
    [0.5, "0.5"],
    [0.1 + 0.2, "0.3"],
    [100 * 0.07, "7"],
    [1234.4, "1,234"],
  ];
  for (const [value, text] of table) assert.equal(formatNumber(value, 3), text);
});

Deno.test("a number and its interval are told apart from bounds, and are empty where they are absent", () => {
  const value = 1.2004, lo = 1.00004, hi = 1.4996;
  assert.equal(formatEstimate({ value, lo, hi }), "1.20 [1.00, 1.50]");
  assert.equal(formatEstimate({ value, lo, hi, unit: "ms" }, [1, 1.2]), "1.2004 ms [1.00004, 1.50]");
  assert.equal(formatEstimate({ value: 0.99996, lo: 1, hi: 1 }, [1]), "0.99996 [1, 1]");
  assert.equal(formatEstimate({ value, hi }), "1.20");
  assert.equal(formatEstimate({ value: undefined, lo, hi }), "");
  assert.equal(formatEstimate({ value: NaN, lo: 0, hi: Infinity }), "");
});

Deno.test("intervals and shares read as words", () => {
  assert.equal(formatInterval(1.5, 2), "1.5 to 2");
  assert.equal(formatInterval(undefined, 2), "");
  assert.equal(formatShare(0.0241), "2.41 %");
});
