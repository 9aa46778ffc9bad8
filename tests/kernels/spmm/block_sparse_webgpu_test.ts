import assert from "node:assert/strict";
import fc from "fast-check";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { denseShare, tileMatrix } from "../../../graph/tiles.ts";
import { TILE } from "../../../kernels/spmm/block_sparse/kernel.ts";
import { layOutTiles } from "../../../kernels/spmm/block_sparse/tile_layout_webgpu.ts";
import { blockSparseWebGpu } from "../../../kernels/spmm/block_sparse/webgpu.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkPlan, COMMON_CASES, matrixOf } from "./plan_checks_webgpu.ts";

/**
 * Matrix in which every third block of 32 rows is nearly full within the first 150 columns, and the others
 * are sparse.
 */
function patchy(rows: number, cols: number, weighted = true): CsrMatrix {
  const { rowPtr, colIdx, values } = matrixOf(rows, cols, (row) => (row >> 5) % 3 === 0 ? 140 : 4);
  for (let row = 0; row < rows; row++) {
    if ((row >> 5) % 3 !== 0) continue;
    for (let e = rowPtr[row], col = 0; e < rowPtr[row + 1]; e++) colIdx[e] = col++;
  }
  return { rows, cols, rowPtr, colIdx, ...(weighted ? { values: values! } : {}) };
}

for (const [criterion, check] of Object.entries(COMMON_CASES)) {
  testOnAdapter(`block-sparse: ${criterion}`, (device) => check(device, blockSparseWebGpu));
}

testOnAdapter(
  "every slice and threshold is right, on sizes that are not multiples of a tile",
  async (device) => {
    for (const slice of [8, 16, 32]) {
      for (const threshold of [0, 2, 5, 60, 100]) {
        const matrix = patchy(203, 171);
        const { facts } = await checkPlan(device, blockSparseWebGpu, { matrix, width: 20 }, {
          parameters: { slice, threshold },
        });
        const share = denseShare(tileMatrix(matrix), threshold / 100);
        assert.deepEqual(
          [facts.tiles, facts.dense_tiles, facts.dense_nnz_share],
          [share.tiles, share.denseTiles, share.denseNnzShare],
        );
        if (threshold === 0) assert.equal(facts.dense_nnz_share, 1);
        if (threshold === 100) assert.equal(facts.dense_tiles, 0);
        if (threshold === 5) assert(facts.dense_tiles > 0 && facts.dense_tiles < facts.tiles);
      }
    }
    for (const width of [1, 3, 64, 65, 130]) {
      await checkPlan(device, blockSparseWebGpu, { matrix: patchy(100, 150, false), width });
    }
  },
);

testOnAdapter("a slice width other than 8, 16 or 32 is refused", async (device) => {
  await assert.rejects(
    () =>
      checkPlan(device, blockSparseWebGpu, { matrix: patchy(40, 150), width: 4 }, {
        parameters: { slice: 12 },
      }),
    UsageError,
  );
});

testOnAdapter("long tile-rows, dense and sparse, are split and finished by a second pass", async (device) => {
  // Rows 0 to 31 hold 100 full tiles, row 40 every column of 3,200, row 70 every second column.
  const matrix = matrixOf(96, 3200, (row) => row < 32 || row === 40 ? 3200 : row === 70 ? 1600 : 2);
  const { facts } = await checkPlan(device, blockSparseWebGpu, { matrix, width: 12 });
  assert(facts.split_segments >= 4 && facts.dense_tiles >= 100, JSON.stringify(facts));
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const matrix = matrixOf(32 * 65_600, 40, (row) => row % 300 === 0 ? 2 : 0);
  await checkPlan(device, blockSparseWebGpu, { matrix, width: 1 });
});

testOnAdapter("operands above the binding limit are cut into panels and chunks", async (device) => {
  for (const threshold of [0, 5, 100]) {
    const { facts } = await checkPlan(device, blockSparseWebGpu, { matrix: patchy(500, 400), width: 50 }, {
      parameters: { threshold },
    });
    assert(facts.chunks > 1 && facts.dispatches > facts.chunks, JSON.stringify(facts));
  }
  await checkPlan(device, blockSparseWebGpu, { matrix: matrixOf(60, 250, () => 30), width: 70 });
  await checkPlan(device, blockSparseWebGpu, { matrix: matrixOf(250, 60, () => 6, false), width: 70 });
  await checkPlan(device, blockSparseWebGpu, { matrix: matrixOf(1000, 16, (row) => row % 2), width: 1 });
}, { bindingBytes: 16_000 });

testOnAdapter("tile-rows that continue in the next chunk are right", async (device) => {
  Object.assign(device, { dispatchWork: 40_000 });
  const matrix = matrixOf(70, 4000, (row) => row < 40 ? 4000 : 3);
  const { facts } = await checkPlan(device, blockSparseWebGpu, { matrix, width: 8 });
  assert(facts.chunks >= 4, JSON.stringify(facts));
});

testOnAdapter("the result is the same bits every time", async (device) => {
  const problem = { matrix: patchy(203, 400), width: 20 };
  const once = await checkPlan(device, blockSparseWebGpu, problem);
  assert.deepEqual((await checkPlan(device, blockSparseWebGpu, problem)).panels, once.panels);
});

Deno.test("a layout holds every entry once, in segments of bounded work", () => {
  fc.assert(
    fc.property(
      fc.record({
        rows: fc.integer({ min: 0, max: 120 }),
        cols: fc.integer({ min: 1, max: 120 }),
        lengths: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 8 }),
        threshold: fc.constantFrom(0, 0.02, 0.05, 0.3, 1),
        slice: fc.constantFrom(8, 16, 32),
        steps: fc.constantFrom(32, 64, 2048),
      }),
      ({ rows, cols, lengths, threshold, slice, steps }) => {
        const matrix = matrixOf(rows, cols, (row) => lengths[row % lengths.length]);
        const layout = layOutTiles(tileMatrix(matrix), { threshold, slice, steps });
        const { count, targetOf, tileOf, entryOf, sliceOf, quadPlace } = layout;
        const found = new Map<number, number>();
        for (let s = 0; s < count; s++) {
          const used = new Array(8).fill(TILE * (tileOf[s + 1] - tileOf[s]));
          for (let r = 0; r < TILE; r++) {
            const begin = entryOf[TILE * s + r], end = entryOf[TILE * s + r + 1];
            used[r >> 2] += end - begin;
            for (let e = begin; e < end; e++) {
              found.set((TILE * targetOf[s] + r) * cols + layout.colIdx[e], layout.values[e]);
            }
          }
          // A single tile may exceed the bound: four full rows of 32 entries.
          assert(Math.max(...used) <= Math.max(steps, 4 * TILE));
          for (let t = tileOf[s]; t < tileOf[s + 1]; t++) {
            for (let part = 0; part < 4; part++) {
              for (let q = sliceOf[5 * t + part]; q < sliceOf[5 * t + part + 1]; q++) {
                const col = TILE * layout.tileCol[t] + part * slice + (quadPlace[q] >> 3);
                for (let i = 0; i < 4; i++) {
                  const value = layout.quads[4 * q + i];
                  const row = TILE * targetOf[s] + 4 * (quadPlace[q] & 7) + i;
                  if (value !== 0) found.set(row * cols + col, value);
                }
              }
            }
          }
        }
        const wanted = new Map<number, number>();
        for (let row = 0; row < rows; row++) {
          for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
            wanted.set(row * cols + matrix.colIdx[e], matrix.values![e]);
          }
        }
        assert.deepEqual(
          [...found].sort(([a], [b]) => a - b),
          [...wanted].sort(([a], [b]) => a - b),
        );
        assert.equal(new Set(targetOf).size, Math.ceil(rows / TILE));
      },
    ),
    { numRuns: 60 },
  );
});
