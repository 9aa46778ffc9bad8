/** Accesses, writers and shared memory by the formulas of fastgl's Section 4.2. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { aggregationAccesses } from "../../../../experiments/fastgl/aggregation/aggregation_accesses.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";
import { accessTimes } from "../../../../hardware/models/access_time.ts";
import { blockBytes, writersOfSums } from "../../../../experiments/fastgl/aggregation/block_grid.ts";

/** A matrix whose rows have so many entries. */
function withDegrees(degrees: readonly number[]): CsrMatrix {
  const rowPtr = new Uint32Array(degrees.length + 1);
  degrees.forEach((degree, row) => rowPtr[row + 1] = rowPtr[row] + degree);
  const cols = Math.max(1, ...degrees);
  const colIdx = Uint32Array.from(
    degrees.flatMap((degree) => Array.from({ length: degree }, (_, col) => col)),
  );
  return { rows: degrees.length, cols, rowPtr, colIdx };
}

Deno.test("a target's accesses times four bytes over the bandwidths are the times of equations 3 and 4", () => {
  const bandwidths = { sharedGBs: 12_000, globalGBs: 938 };
  for (const neighbors of [1, 5, 10, 15]) {
    for (const width of [2, 64, 256]) {
      const matrix = withDegrees([neighbors]);
      const { naiveSeconds, memoryAwareSeconds } = accessTimes({ neighbors, width, ...bandwidths });
      const seconds = (kernel: "naive-rmw" | "memory-aware") => {
        const { global, near } = aggregationAccesses(kernel, matrix, width);
        return 4 * (global / (bandwidths.globalGBs * 1e9) + near / (bandwidths.sharedGBs * 1e9));
      };
      assert.ok(Math.abs(seconds("naive-rmw") / naiveSeconds - 1) < 1e-12);
      assert.ok(Math.abs(seconds("memory-aware") / memoryAwareSeconds - 1) < 1e-12);
    }
  }
});

Deno.test("all three kernels have equally many accesses, in the order of those that are global; empty rows have none", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12, size: "max" }),
      fc.integer({ min: 2, max: 70 }),
      (degrees, width) => {
        const matrix = withDegrees(degrees);
        const [rmw, register, aware] = (["naive-rmw", "naive-register", "memory-aware"] as const).map((
          kernel,
        ) => aggregationAccesses(kernel, matrix, width));
        const totals = [rmw, register, aware].map(({ global, near }) => global + near);
        assert.deepEqual(new Set(totals), new Set([totals[0]]));
        assert.ok(aware.global <= register.global && register.global <= rmw.global);
        assert.equal(aware.global < register.global, degrees.some((degree) => degree > 0));
      },
    ),
  );
});

Deno.test("each sum has one writer, in grids that end within a block as well", () => {
  for (const [rows, width] of [[1, 1], [8, 32], [9, 33], [23, 64], [16, 100]]) {
    assert.deepEqual(writersOfSums({ rows, width, targets: 8, features: 32 }), { least: 1, most: 1 });
  }
});

Deno.test("the printed block of 8 x 32 takes 1,024 bytes and 32 more for each neighbour of the longest list", () => {
  assert.deepEqual(blockBytes(withDegrees([3, 16, 0]), { targets: 8, features: 32 }), {
    longest: 16,
    printed: 1536,
  });
  assert.deepEqual(blockBytes(withDegrees([0]), { targets: 8, features: 32 }), { longest: 0, printed: 1024 });
});
