import assert from "node:assert/strict";
import fc from "fast-check";
import { foldedGrid } from "../../../hardware/webgpu/work_queue.ts";

Deno.test("a folded grid holds all workgroups, stays within both axes and wastes less than one row of them", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.integer({ min: 60_000, max: 70_000 }),
      (count, perAxis) => {
        const [x, y, z] = foldedGrid(count, perAxis);
        assert(x <= perAxis && y <= perAxis && z === 1);
        assert(x * y >= count && x * y - count < Math.max(1, y));
      },
    ),
  );
});
