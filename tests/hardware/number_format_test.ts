import assert from "node:assert/strict";
import fc from "fast-check";
import { floatBits, packBf16, roundNumbers, unpackBf16 } from "../../hardware/number_format.ts";

/** Nearest bf16 by search among neighbours, in float64: ties go to the one with an even last bit. */
function nearest(number: number): number {
  const [lower] = packBf16(Float32Array.of(number));
  const near = [lower - 1, lower, lower + 1].map((bits) => bits & 0xffff).map((bits) => ({
    bits,
    // Beyond the largest stands 2^128, which infinity is rounded as.
    value: (bits & 0x7fff) === 0x7f80 ? Math.sign(number) * 2 ** 128 : unpackBf16(Uint16Array.of(bits))[0],
  })).filter(({ value }) => !Number.isNaN(value));
  const distance = Math.min(...near.map(({ value }) => Math.abs(value - number)));
  const closest = near.filter(({ value }) => Math.abs(value - number) === distance);
  return (closest.length === 1 ? closest[0] : closest.find(({ bits }) => bits % 2 === 0)!).bits;
}

Deno.test("every number goes to the nearest bf16, ties to the even one", () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true }), (number) => {
      if (!Number.isFinite(number)) return;
      assert.equal(packBf16(Float32Array.of(number))[0], nearest(number), `${number}`);
    }),
    { numRuns: 2000, seed: 1 },
  );
  const words = (...bits: number[]) => new Float32Array(Uint32Array.from(bits).buffer);
  const ties = words(0x3f80_8000, 0x3f81_8000, 0x3f80_8001, 0x3f80_7fff, 0x0000_8000, 0x8001_8000);
  assert.deepEqual([...packBf16(ties)], [0x3f80, 0x3f82, 0x3f81, 0x3f80, 0x0000, 0x8002]);
});

Deno.test("infinities, zeros and NaN are kept; the largest float32 becomes infinite", () => {
  const bits = [0x7f80_0000, 0xff80_0000, 0x0000_0000, 0x8000_0000, 0x7f7f_ffff, 0xff7f_ffff];
  const packed = packBf16(new Float32Array(Uint32Array.from(bits).buffer));
  assert.deepEqual([...packed], [0x7f80, 0xff80, 0x0000, 0x8000, 0x7f80, 0xff80]);
  // The payload of each lies in the half that is dropped, or would carry over into the sign.
  const nans = new Float32Array(Uint32Array.of(0x7f80_0001, 0xff80_0001, 0x7fff_ffff, 0xffff_ffff).buffer);
  assert.ok(unpackBf16(packBf16(nans)).every(Number.isNaN));
});

Deno.test("all 65,536 bf16 come back from float32 with their bits, but for signalling NaN", () => {
  const all = Uint16Array.from({ length: 65_536 }, (_, i) => i);
  const isSignalling = (bits: number) => (bits & 0x7fff) > 0x7f80 && (bits & 0x40) === 0;
  assert.deepEqual(packBf16(unpackBf16(all)), all.map((bits) => isSignalling(bits) ? bits | 0x40 : bits));
});

Deno.test("numbers are rounded once: again changes nothing, and float32 is not copied", () => {
  const numbers = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 10 ** (i % 30 - 15));
  const rounded = roundNumbers("bf16", numbers);
  assert.deepEqual(floatBits(roundNumbers("bf16", rounded)), floatBits(rounded));
  assert.ok(numbers.every((number, i) => Math.abs(rounded[i] - number) <= 2 ** -8 * Math.abs(number)));
  assert.ok(numbers.some((number, i) => rounded[i] !== number));
  assert.equal(roundNumbers("f32", numbers), numbers);
  assert.deepEqual(roundNumbers("f32", Float64Array.of(1 / 3)), Float32Array.of(1 / 3));
});
