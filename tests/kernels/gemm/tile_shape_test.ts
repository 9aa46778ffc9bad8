import assert from "node:assert/strict";
import fc from "fast-check";
import { tileShape } from "../../../kernels/gemm/register_tiled/tile_shape.ts";

/** Limits that every adapter of WebGPU has. */
const INVOCATIONS = 256, WORKGROUP_BYTES = 16_384;

Deno.test("tiles hold their columns, waste less than eight in each, and fit any adapter", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (cols) => {
      const { lanes, parts, depth, bStride, blocks, sliceBytes } = tileShape(cols);
      const across = Math.ceil(cols / (8 * lanes));
      assert.equal(across, Math.ceil(cols / 128));
      // The narrowest tile has 16 columns.
      if (cols > 8) assert(8 * lanes * across - cols < 8 * across);
      assert(lanes * parts <= INVOCATIONS && sliceBytes <= WORKGROUP_BYTES);
      // The swizzle stays within a tile's row.
      assert(bStride >= 2 * lanes && bStride % 8 === 0 && 2 * parts % 8 === 0);
      assert(blocks <= 3 && blocks * lanes * parts >= depth / 4 * 2 * (lanes + parts));
    }),
  );
});

Deno.test("narrow results of graph networks take tiles of their own width", () => {
  const columns = (cols: number) => 8 * tileShape(cols).lanes;
  assert.deepEqual([16, 40, 47, 64, 128, 200, 602].map(columns), [16, 40, 48, 64, 128, 104, 128]);
});
