import assert from "node:assert/strict";
import fc from "fast-check";
import { cutLongRows, PART_WORDS } from "../../../kernels/attention/plans/row_parts.ts";

const offsetsOf = (lengths: readonly number[]): Uint32Array => {
  const rowPtr = Uint32Array.of(0, ...lengths);
  for (let row = 0; row < lengths.length; row++) rowPtr[row + 1] += rowPtr[row];
  return rowPtr;
};

const records = (words: Uint32Array): number[][] =>
  Array.from({ length: words.length / PART_WORDS }, (_, at) => [
    ...words.subarray(at * PART_WORDS, (at + 1) * PART_WORDS),
  ]);

Deno.test("rows up to the length of a part are not cut, others into equal parts", () => {
  const { longest, parts, cut } = cutLongRows(offsetsOf([3, 4, 5, 0, 9]), { longest: 4, most: 9 });
  assert.equal(longest, 4);
  assert.deepEqual(records(cut), [[2, 0, 2, 0], [4, 2, 5, 0]]);
  assert.deepEqual(records(parts), [[2, 7, 9, 0], [2, 9, 12, 0], [4, 12, 15, 1], [4, 15, 18, 1], [
    4,
    18,
    21,
    1,
  ]]);
});

Deno.test("parts are longer where there would be too many, down to none", () => {
  const rowPtr = offsetsOf([100, 3, 40]);
  const counts = [15, 14, 7, 3, 1].map((most) => {
    const { longest, parts } = cutLongRows(rowPtr, { longest: 10, most });
    return [longest, parts.length / PART_WORDS];
  });
  assert.deepEqual(counts, [[10, 14], [10, 14], [20, 7], [40, 3], [160, 0]]);
});

Deno.test("parts have all entries of the rows that are cut, once and in order", () => {
  const lengths = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(300)), { maxLength: 30, size: "max" });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 50 }), (lengths, longest) => {
      const rowPtr = offsetsOf(lengths), found = cutLongRows(rowPtr, { longest, most: Infinity });
      const parts = records(found.parts), cut = records(found.cut);
      assert.deepEqual(cut.map(([row]) => row), [...lengths.keys()].filter((row) => lengths[row] > longest));
      for (const [number, [row, first, end]] of cut.entries()) {
        const own = parts.slice(first, end), begins = own.map(([, begin]) => begin);
        assert(
          own.every(([of, begin, end, at]) =>
            of === row && at === number && end > begin && end - begin <= longest
          ),
        );
        assert.deepEqual([...begins, rowPtr[row + 1]], [rowPtr[row], ...own.map(([, , end]) => end)]);
      }
      assert.equal(parts.length, cut.at(-1)?.[2] ?? 0);
    }),
    { numRuns: 200, seed: 3 },
  );
});
