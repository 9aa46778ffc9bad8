/** @module */
import assert from "node:assert/strict";
import type { CellComparison } from "../../../results/compare/compare.ts";
import { intervalPicture } from "../../../results/compare/interval_picture.ts";

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
