import assert from "node:assert/strict";
import fc from "fast-check";
import { denseShare, tileGrid } from "../../../../graph/tiles.ts";
import { poisonMatrix } from "../../../../hardware/dense.ts";
import type { X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { type Kernel, type ParameterValues, prepareKernel } from "../../../../kernels/kernel.ts";
import { emitBlockSparse } from "../../../../kernels/spmm/block_sparse/code_x86.ts";
import { blockSparseWasm } from "../../../../kernels/spmm/block_sparse/wasm.ts";
import { blockSparseX86 } from "../../../../kernels/spmm/block_sparse/x86.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { testOnGuarded } from "../../../hardware/cpu/x86/guarded_device.ts";
import { assertRight } from "../cpu_checks.ts";
import { assertSpreadsAlike } from "../../not_finite.ts";
import { randomProblem } from "../spmm_problem.ts";

const WIDTHS = [1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 60, 64, 100, 128, 130, 256, 300];
const THRESHOLDS = [5, 0, 20, 100];

/** Words of Y, padding included, over poison; and the facts of the plan. */
async function product(
  device: X86Device,
  kernel: Kernel<SpmmOperandsOf>,
  problem: SpmmProblem,
  parameters: ParameterValues,
) {
  const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
  try {
    const plan = await prepareKernel(kernel, device, operands, problem.width, { parameters });
    poisonMatrix(device, operands.y);
    plan.run();
    plan.run();
    plan.destroy();
    return { words: new Uint32Array(await device.read(operands.y.panels[0].buffer)), facts: plan.facts };
  } finally {
    spmm.release(device, operands);
  }
}

/** Rows of 60 entries, which fill tiles, above rows of few. */
const mixed = (row: number) => row < 40 ? 60 : row % 4;

testOnX86("block-sparse@x86: every width is right, with values and without", async (device) => {
  for (const width of WIDTHS) {
    for (const weighted of [true, false]) {
      const problem = randomProblem({ rows: 67, cols: 141, width, weighted, entries: (row) => row * 2 });
      for (const threshold of THRESHOLDS) await assertRight(device, blockSparseX86, problem, { threshold });
    }
  }
});

testOnX86(
  "block-sparse@x86: dense and sparse tiles beside each other are right at every ragged edge",
  async (device) => {
    for (const rows of [1, 13, 31, 32, 33, 35, 66]) {
      for (const cols of [1, 31, 32, 33, 65]) {
        const entries = (row: number) => row % 5 === 0 ? cols : row % 3;
        for (const width of [3, 8, 13, 44]) {
          await assertRight(device, blockSparseX86, randomProblem({ rows, cols, width, entries }), {
            threshold: 20,
          });
        }
      }
    }
  },
  [2],
);

testOnX86("block-sparse@x86: empty rows, empty matrices and empty features are right", async (device) => {
  for (const [rows, cols, width] of [[0, 0, 8], [0, 5, 3], [9, 0, 3], [300, 7, 5], [4, 4, 0]]) {
    await assertRight(device, blockSparseX86, randomProblem({ rows, cols, width, entries: () => 0 }));
  }
  const entries = (row: number) => row % 97 === 33 ? 90 : 0;
  await assertRight(device, blockSparseX86, randomProblem({ rows: 500, cols: 100, width: 12, entries }));
}, [1, 2]);

testOnX86("block-sparse@x86: hub rows of 20,000 entries among short ones are right", async (device) => {
  const entries = (row: number) => row === 5 || row === 77 ? 20_000 : row % 4;
  const problem = randomProblem({ rows: 100, cols: 25_000, width: 20, entries });
  for (const threshold of THRESHOLDS) await assertRight(device, blockSparseX86, problem, { threshold });
}, [1, 3]);

testOnX86(
  "block-sparse@x86: 1,000 random matrices are right, with the bits and facts of WebAssembly",
  async (device) => {
    const shapes = fc.record({
      rows: fc.integer({ min: 1, max: 100 }),
      cols: fc.integer({ min: 1, max: 100 }),
      width: fc.constantFrom(...WIDTHS),
      weighted: fc.boolean(),
      seed: fc.nat(),
      period: fc.integer({ min: 1, max: 60 }),
      threshold: fc.constantFrom(...THRESHOLDS),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ period, threshold, ...shape }) => {
        const problem = randomProblem({ ...shape, entries: (row) => (row * 7) % period });
        const own = await product(device, blockSparseX86, problem, { threshold });
        assert.deepEqual(own, await product(device, blockSparseWasm, problem, { threshold }));
        await assertRight(device, blockSparseX86, problem, { threshold });
      }),
      { numRuns: 1000 },
    );
  },
  [2],
);

testOnX86("block-sparse@x86: facts count tiles as the tile grid does", async (device) => {
  const problem = randomProblem({ rows: 150, cols: 190, width: 4, entries: mixed });
  for (const threshold of [0, 2, 5, 50, 100]) {
    const { tiles, denseTiles, denseNnzShare } = denseShare(tileGrid(problem.matrix), threshold / 100);
    const { facts } = await product(device, blockSparseX86, problem, { threshold });
    assert.deepEqual(facts, { tiles, dense_tiles: denseTiles, dense_nnz_share: denseNnzShare });
  }
  await assert.rejects(() => product(device, blockSparseX86, problem, { threshold: 101 }), UsageError);
}, [1]);

testOnX86("block-sparse@x86: a zero of a dense tile meets no feature that is not finite", async (device) => {
  const operation = { ...spmm, kernels: [blockSparseX86] };
  for (const width of [1, 4, 12, 36, 64]) {
    for (const broken of [NaN, Infinity, -Infinity]) {
      const problem = randomProblem({ rows: 70, cols: 66, width, entries: (row) => row % 40 });
      for (const vertex of [0, 33, 65]) problem.features[vertex * width + width - 1] = broken;
      const words = [];
      for (const threshold of [0, 20, 100]) {
        const parameters = () => ({ threshold });
        const spread = await assertSpreadsAlike(device, operation, problem, { parameters });
        assert.ok(spread.broken > 0 && spread.broken < 70);
        words.push(spread.broken);
      }
      assert.deepEqual(words, Array(3).fill(words[0]));
    }
  }
}, [2]);

testOnGuarded(
  "block-sparse@x86: nothing beside the operands and the plan's arrays is touched",
  async (device) => {
    for (const width of [1, 4, 8, 12, 60, 100]) {
      for (const [rows, cols] of [[1, 1], [33, 65], [70, 100]]) {
        for (const threshold of [0, 5, 100]) {
          const problem = randomProblem({ rows, cols, width, entries: (row) => (row * 11) % 64 + 1 });
          await assertRight(device, blockSparseX86, problem, { threshold });
          // A feature that is not finite sends dense tiles another way.
          problem.features[0] = NaN;
          await product(device, blockSparseX86, problem, { threshold });
        }
      }
    }
  },
);

Deno.test("block-sparse@x86: code of every width can be emitted for AVX2 and AVX-512", () => {
  for (const isa of ["avx2", "avx512"] as const) {
    for (const width of WIDTHS) {
      const { needsAvx512 } = emitBlockSparse(isa, { columns: Math.ceil(width / 4) * 4 });
      assert.equal(needsAvx512, isa === "avx512");
    }
  }
});
