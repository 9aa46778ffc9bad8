import assert from "node:assert/strict";
import fc from "fast-check";
import { randomPermutation, RandomStream, threefry2x32 } from "../../platform/random.ts";

/**
 * Upper 1e-6 quantile of chi-squared by Wilson and Hilferty: a bound that a fair stream of any seed should
 * meet.
 */
function chiSquaredBound(degrees: number): number {
  const h = 2 / (9 * degrees);
  return degrees * (1 - h + 4.753 * Math.sqrt(h)) ** 3;
}

function chiSquared(counts: ArrayLike<number>, expected: number): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += (counts[i] - expected) ** 2 / expected;
  return sum;
}

Deno.test("Threefry-2x32-20 gives the published test vectors", () => {
  // kat_vectors of the Random123 distribution.
  const vectors = [
    { key: [0, 0], counter: [0, 0], want: [0x6b200159, 0x99ba4efe] },
    { key: [0xffffffff, 0xffffffff], counter: [0xffffffff, 0xffffffff], want: [0x1cb996fc, 0xbb002be7] },
    { key: [0x13198a2e, 0x03707344], counter: [0x243f6a88, 0x85a308d3], want: [0xc4923a9c, 0x483df7a0] },
  ];
  const out = new Uint32Array(2);
  for (const { key, counter, want } of vectors) {
    threefry2x32(key[0], key[1], counter[0], counter[1], out);
    assert.deepEqual([...out], want);
  }
});

Deno.test("a stream goes on from any place as if all before it had been drawn", () => {
  fc.assert(fc.property(fc.nat(), fc.nat({ max: 40 }), fc.nat({ max: 40 }), (seed, place, before) => {
    const whole = new RandomStream(seed, "seek"), stream = new RandomStream(seed, "seek");
    const words = Array.from({ length: 44 }, () => whole.uint32());
    for (let i = 0; i < before; i++) stream.uint32();
    stream.seek(place);
    assert.deepEqual(Array.from({ length: 4 }, () => stream.uint32()), words.slice(place, place + 4));
  }));
});

Deno.test("words drawn at once are those drawn one by one, from any place on", () => {
  fc.assert(fc.property(fc.nat(), fc.nat({ max: 7 }), fc.nat({ max: 9 }), (seed, before, size) => {
    const single = new RandomStream(seed, "fill"), stream = new RandomStream(seed, "fill");
    for (let i = 0; i < before; i++) assert.equal(stream.uint32(), single.uint32());
    const words = new Uint32Array(size);
    stream.fill(words);
    assert.deepEqual([...words], Array.from(words, () => single.uint32()));
    assert.equal(stream.uint32(), single.uint32());
  }));
});

Deno.test("words pass a chi-squared test in each of their bytes", () => {
  const stream = new RandomStream(7, "bytes");
  const counts = [0, 1, 2, 3].map(() => new Uint32Array(256));
  const draws = 100_000;
  for (let i = 0; i < draws; i++) {
    const word = stream.uint32();
    for (let b = 0; b < 4; b++) counts[b][(word >>> (8 * b)) & 255]++;
  }
  for (const bins of counts) assert.ok(chiSquared(bins, draws / 256) < chiSquaredBound(255));
});

Deno.test("streams repeat for one seed and purpose, and differ for another seed or purpose", () => {
  const words = (seed: number, purpose: string) => {
    const stream = new RandomStream(seed, purpose);
    return Array.from({ length: 64 }, () => stream.uint32());
  };
  assert.deepEqual(words(1, "features"), words(1, "features"));
  const all = [words(1, "features"), words(1, "weights"), words(2, "features"), words(2, "weights")].flat();
  assert.equal(new Set(all).size, all.length);
});

Deno.test("streams of two purposes are uncorrelated", () => {
  const a = new RandomStream(3, "features");
  const b = new RandomStream(3, "weights");
  const n = 50_000;
  let product = 0;
  let equalBits = 0;
  for (let i = 0; i < n; i++) {
    const [x, y] = [a.uint32(), b.uint32()];
    product += (x / 2 ** 32 - 0.5) * (y / 2 ** 32 - 0.5) * 12;
    for (let rest = ~(x ^ y); rest !== 0; rest &= rest - 1) equalBits++;
  }
  // Both are sums of independent terms: five standard deviations.
  assert.ok(Math.abs(product / n) < 5 / Math.sqrt(n));
  assert.ok(Math.abs(equalBits - 16 * n) < 5 * Math.sqrt(8 * n));
});

Deno.test("uniform() is in [0, 1), a float32, and has the moments of the uniform distribution", () => {
  const stream = new RandomStream(11, "uniform");
  const n = 100_000;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const x = stream.uniform();
    assert.ok(x >= 0 && x < 1 && Math.fround(x) === x);
    sum += x;
    squares += x * x;
  }
  assert.ok(Math.abs(sum / n - 1 / 2) < 5 * Math.sqrt(1 / 12 / n));
  assert.ok(Math.abs(squares / n - 1 / 3) < 5 * Math.sqrt(4 / 45 / n));
});

Deno.test("below() is in range and has no modulo bias, also for bounds near 2^32", () => {
  const stream = new RandomStream(5, "below");
  for (const bound of [1, 2, 3, 7, 100]) {
    const counts = new Uint32Array(bound);
    for (let i = 0; i < 20_000; i++) counts[stream.below(bound)]++;
    if (bound > 1) assert.ok(chiSquared(counts, 20_000 / bound) < chiSquaredBound(bound - 1));
  }
  // A bare remainder would put five eighths of the draws of 3 * 2^30 into the lower half; fair is one half.
  const bound = 3 * 2 ** 30;
  let lower = 0;
  for (let i = 0; i < 20_000; i++) if (stream.below(bound) < bound / 2) lower++;
  assert.ok(Math.abs(lower - 10_000) < 5 * Math.sqrt(5_000));
  assert.ok(stream.below(2 ** 32) < 2 ** 32);
});

Deno.test("below() refuses a bound that has no numbers below it, and does not hang", () => {
  const stream = new RandomStream(5, "below");
  for (const bound of [0, -1, NaN, 1.5, Infinity, 2 ** 32 + 1]) {
    assert.throws(() => stream.below(bound), /Cannot draw .* wanted an integer from 1 to 2\^32/);
  }
});

Deno.test("normal() has the moments of the standard normal distribution", () => {
  const stream = new RandomStream(13, "normal");
  const n = 50_000;
  const moments = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const x = stream.normal();
    for (let k = 0, power = x; k < 4; k++, power *= x) moments[k] += power / n;
  }
  const variances = [1, 2, 15, 96];
  [0, 1, 0, 3].forEach((want, k) => assert.ok(Math.abs(moments[k] - want) < 5 * Math.sqrt(variances[k] / n)));
});

Deno.test("shuffles are permutations, and all orders of four are as likely", () => {
  fc.assert(fc.property(fc.nat(200), fc.nat(), (n, seed) => {
    const sorted = randomPermutation(n, new RandomStream(seed, "shuffle")).sort();
    assert.ok(sorted.every((value, i) => value === i));
  }));
  const stream = new RandomStream(17, "shuffle");
  const counts = new Map<string, number>();
  for (let i = 0; i < 24_000; i++) {
    const order = randomPermutation(4, stream).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 24);
  assert.ok(chiSquared([...counts.values()], 1000) < chiSquaredBound(23));
});
