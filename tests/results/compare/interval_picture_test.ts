/** @module */
import assert from "node:assert/strict";
import type { CellComparison } from "../../../results/compare/compare.ts";
import { intervalPicture, logarithmicSpan } from "../../../results/compare/interval_picture.ts";

Deno.test("a ratio beyond the scale is a whole dot at its edge, and 1 is in the middle", () => {
  const dot = (ratio: number) => {
    const picture = intervalPicture({ ratio, ciLo: ratio, ciHi: ratio } as CellComparison, Math.log(2), 0.03);
    if (!picture) throw new Error("a ratio has a picture");
    const found = /width="(\d+)".*<circle cx="([\d.]+)" cy="\d+" r="(\d+)"/s.exec(picture.source)!;
    const [width, x, radius] = found.slice(1).map(Number);
    return { left: x - radius, right: width - x - radius };
  };
  const one = dot(1), far = dot(1000), near = dot(1e-3);
  assert.equal(one.left, one.right);
  assert.equal(far.right, 0);
  assert.equal(near.left, 0);
  assert.equal(intervalPicture({} as CellComparison, 1, 0.03), false);
});

Deno.test("the scale fits 19 of 20 ratios and their ends on either side of 1, and three bands at least", () => {
  const cell = (ratio?: number, ciLo?: number, ciHi?: number) => ({ ratio, ciLo, ciHi }) as CellComparison;
  const span = (cells: readonly CellComparison[], band: number) => Math.exp(logarithmicSpan(cells, band));
  const isNear = (found: number, wanted: number) =>
    assert.ok(Math.abs(found / wanted - 1) < 1e-12, `${found}, not ${wanted}`);
  isNear(span([], 0.1), 1.3);
  isNear(span([], 0), Math.exp(0.05));
  isNear(span([cell(2, 0.25, 3)], 0.01), 3);
  isNear(span([cell(), cell(2, 0, Infinity), cell(2, 0, Infinity)], 0.01), 2);
  isNear(span([cell(1, 1, 1), cell(1, 1, 0.25), cell(1000)], 0.01), 4);
  const many = Array.from({ length: 21 }, (_, i) => cell(i === 7 ? 1e6 : i === 3 ? 8 : 1.5));
  isNear(span(many, 0.01), 8);
});

Deno.test("the interval is a line between its ends, the band is around 1, and no end is drawn where one is unknown", () => {
  const drawn = (cell: Partial<CellComparison>) => {
    const picture = intervalPicture(cell as CellComparison, Math.log(4), 1);
    if (!picture) throw new Error("a ratio has a picture");
    const { source } = picture, numbers = (found: RegExp) => found.exec(source)?.slice(1).map(Number);
    return {
      line: numbers(/<line x1="([\d.]+)" x2="([\d.]+)" y1="9" y2="9"/),
      band: numbers(/<rect x="([\d.]+)" y="0" width="([\d.]+)"/),
      dot: numbers(/<circle cx="([\d.]+)" cy="9" r="4"/),
    };
  };
  // 86 px lie between 1 and 4, half of them between 1 and 2.
  assert.deepEqual(drawn({ ratio: 2, ciLo: 1, ciHi: 4 }), { line: [90, 176], band: [47, 86], dot: [133] });
  assert.deepEqual(drawn({ ratio: 1, ciLo: 0, ciHi: Infinity }).line, [4, 176]);
  assert.deepEqual(drawn({ ratio: 1 }).line, undefined);
});
