import assert from "node:assert/strict";
import fc from "fast-check";
import { activation, activationGradient } from "../../../kernels/activation/mod.ts";
import { dropoutConstants, type Epilogue, isIdentity } from "../../../kernels/epilogue/epilogue.ts";
import { UsageError } from "../../../platform/errors.ts";
import { threefry2x32 } from "../../../platform/random.ts";
import { oracleOfOnes } from "./activation_checks.ts";

const DROPOUT = { rate: 0.3, seed: 5, stream: 1, step: 12 };
const drops = (change: object) => ({ negativeSlope: 1, dropout: { ...DROPOUT, ...change } });

/** Applies an epilogue's oracle to one row. */
function row(epilogue: Epilogue, x: number[]): number[] {
  const value = new Float64Array(x.length), magnitude = new Float64Array(x.length);
  activation.oracle.row({ x: Float64Array.from(x), rows: 1, cols: x.length, epilogue }, 0, value, magnitude);
  return [...value];
}

Deno.test("the identity, ReLU and LeakyReLU follow their definitions, after the bias is added", () => {
  assert.deepEqual(row({ negativeSlope: 1 }, [-2, 0, 3]), [-2, 0, 3]);
  assert.deepEqual(row({ negativeSlope: 0 }, [-2, 0, 3]).map((entry) => entry + 0), [0, 0, 3]);
  assert.deepEqual(row({ negativeSlope: 0.25 }, [-2, 0, 3]), [-0.5, 0, 3]);
  const bias = Float32Array.of(3, -1, 1);
  assert.deepEqual(row({ negativeSlope: 0.5, bias }, [-2, 0, 3]), [1, -0.5, 4]);
});

Deno.test("an entry is kept by the 16 bits that the documentation names", () => {
  const rows = 9, cols = 13, words = new Uint32Array(2);
  const y = oracleOfOnes(rows, cols, drops({}));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      threefry2x32(DROPOUT.seed, DROPOUT.stream, r * 4 + Math.floor(c / 4), DROPOUT.step, words);
      const bits = [words[0] & 0xffff, words[0] >>> 16, words[1] & 0xffff, words[1] >>> 16][c % 4];
      assert.equal(y[r * cols + c] !== 0, bits >= Math.round(0.3 * 65_536));
    }
  }
});

Deno.test("dropout keeps the expected share of entries, scaled so that the mean is preserved", () => {
  for (const rate of [0, 0.1, 0.5, 0.9, 65_534.6 / 65_536]) {
    const n = 400 * 250, y = oracleOfOnes(400, 250, drops({ rate }));
    const kept = y.filter((entry) => entry !== 0).length / n;
    // The tolerance is five standard deviations of a binomial fraction.
    assert.ok(Math.abs(kept - (1 - rate)) <= 5 * Math.sqrt(rate * (1 - rate) / n), `${kept} at ${rate}`);
    // Rates are multiples of 1/65536: what is kept of all masks times the factor is exactly what there was.
    const keeps = 1 - Math.round(rate * 65_536) / 65_536;
    assert.ok(y.every((entry) => entry === 0 || entry === Math.fround(1 / keeps)));
  }
});

Deno.test("different steps, streams and seeds have different, independent masks", () => {
  const n = 200 * 200, first = oracleOfOnes(200, 200, drops({ rate: 0.5 }));
  for (const change of [{ step: 13 }, { stream: 2 }, { seed: 6 }]) {
    const other = oracleOfOnes(200, 200, drops({ rate: 0.5, ...change }));
    const same = other.filter((entry, i) => entry === first[i]).length / n;
    assert.ok(Math.abs(same - 0.5) <= 5 * Math.sqrt(0.25 / n), `${same} of the entries alike`);
  }
});

Deno.test("the gradient is the derivative of the epilogue, by finite differences", () => {
  const epilogues = [1, 0, 0.2].flatMap((
    negativeSlope,
  ) => [{ negativeSlope }, { ...drops({}), negativeSlope }]);
  fc.assert(fc.property(
    fc.array(fc.double({ min: -5, max: 5, noNaN: true }).filter((x) => Math.abs(x) > 0.01), {
      minLength: 1,
      maxLength: 9,
    }),
    fc.constantFrom(...epilogues),
    (x, epilogue) => {
      const cols = x.length, h = 1e-3;
      const ahead = row(epilogue, x.map((entry) => entry + h)),
        behind = row(epilogue, x.map((entry) => entry - h));
      const value = new Float64Array(cols), magnitude = new Float64Array(cols);
      const problem = {
        y: Float64Array.from(row(epilogue, x)),
        gradient: new Float64Array(cols).fill(2),
        rows: 1,
        cols,
        epilogue,
      };
      activationGradient.oracle.row(problem, 0, value, magnitude);
      value.forEach((got, i) => assert.ok(Math.abs(got - (ahead[i] - behind[i]) / h) < 1e-9));
    },
  ));
});

Deno.test("a rate that is none or drops everything is refused, and an epilogue without effect is recognised", () => {
  for (const rate of [-0.1, 1 - 2 ** -18, 1, 2, NaN]) {
    assert.throws(() => dropoutConstants(rate), UsageError);
  }
  assert.deepEqual(dropoutConstants(0.5), { threshold: 32_768, scale: 2 });
  assert.ok(isIdentity({ negativeSlope: 1 }) && isIdentity(undefined));
  assert.ok(!isIdentity({ negativeSlope: 0 }) && !isIdentity(drops({})));
});
