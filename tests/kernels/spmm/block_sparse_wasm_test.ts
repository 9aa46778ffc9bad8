import assert from "node:assert/strict";
import { denseShare, tileGrid } from "../../../graph/tiles.ts";
import { blockSparseWasm } from "../../../kernels/spmm/block_sparse/wasm.ts";
import { UsageError } from "../../../platform/errors.ts";
import { randomProblem } from "./spmm_problem.ts";
import { testOnThreads } from "../../hardware/cpu/threads.ts";
import { assertRight, factsOf, testKernel } from "./cpu_checks.ts";

testKernel(blockSparseWasm, [{}, { threshold: 0 }, { threshold: 100 }]);

testOnThreads("dense and sparse tiles beside each other are right at every ragged edge", async (device) => {
  for (const rows of [1, 31, 32, 33, 35, 66]) {
    for (const cols of [1, 31, 32, 33, 65]) {
      const entries = (row: number) => row % 5 === 0 ? cols : row % 3;
      for (const width of [3, 8, 13]) {
        await assertRight(device, blockSparseWasm, randomProblem({ rows, cols, width, entries }), {
          threshold: 20,
        });
      }
    }
  }
}, [2]);

testOnThreads("facts count tiles as the tile grid does", async (device) => {
  const entries = (row: number) => row < 40 ? 60 : row % 4;
  const problem = randomProblem({ rows: 150, cols: 190, width: 4, entries });
  for (const threshold of [0, 2, 5, 50, 100]) {
    const { tiles, denseTiles, denseNnzShare } = denseShare(tileGrid(problem.matrix), threshold / 100);
    assert.deepEqual(await factsOf(device, blockSparseWasm, problem, { threshold }), {
      tiles,
      dense_tiles: denseTiles,
      dense_nnz_share: denseNnzShare,
    });
  }
  await assert.rejects(() => factsOf(device, blockSparseWasm, problem, { threshold: 101 }), UsageError);
}, [1]);
