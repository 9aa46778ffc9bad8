import assert from "node:assert/strict";
import fc from "fast-check";
import { rowSplitX86 } from "../../../../kernels/spmm/row_split/x86.ts";
import { emitBlockedRows } from "../../../../kernels/spmm/row_split_blocked/code_x86.ts";
import {
  blockOffsets,
  rowsPerCall,
  sourceBlocks,
} from "../../../../kernels/spmm/row_split_blocked/source_blocks.ts";
import { rowSplitBlockedX86 } from "../../../../kernels/spmm/row_split_blocked/x86.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { factsOf, outputBytes } from "../cpu_checks.ts";
import { randomProblem } from "../spmm_problem.ts";
import { testEmission, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(rowSplitBlockedX86, [{}, { blocks: 2 }, { blocks: 7, block: 1 }, { blocks: 150 }, {
  blocks: 3,
  panel: 2,
}]);
testEmission(rowSplitBlockedX86.id, emitBlockedRows);

testOnX86(
  "row-split-blocked@x86: its bits are those of row-split where a column has one accumulator",
  async (device) => {
    for (const width of [128, 256, 300]) {
      for (const weighted of [true, false]) {
        const entries = (row: number) => row * 37 % 400;
        const problem = randomProblem({ rows: 90, cols: 500, width, weighted, entries, seed: width });
        const [wanted] = await outputBytes(device, rowSplitX86, problem);
        for (const blocks of [0, 2, 9, 499]) {
          const [bits] = await outputBytes(device, rowSplitBlockedX86, problem, { parameters: { blocks } });
          assert.deepEqual(bits, wanted, `${blocks} blocks, width ${width}, ${weighted}`);
        }
      }
    }
  },
  [1, 2],
);

testOnX86(
  "row-split-blocked@x86: several plans of a matrix share its offsets, and facts count blocks",
  async (device) => {
    const problem = randomProblem({ rows: 40, cols: 60, width: 20, entries: (row) => row });
    assert.equal((await factsOf(device, rowSplitBlockedX86, problem))?.source_blocks, undefined);
    assert.equal((await factsOf(device, rowSplitBlockedX86, problem, { blocks: 4 }))?.source_blocks, 4);
    const before = device.ledger.live;
    await factsOf(device, rowSplitBlockedX86, problem, { blocks: 4 });
    assert.equal(device.ledger.live, before);
  },
);

Deno.test("X is taken in blocks of a quarter of the cache, or of twice it where rows have few entries", () => {
  const matrix = (rows: number, entries: number) =>
    randomProblem({ rows, cols: 512, width: 1, entries: () => entries }).matrix;
  const MIB = 2 ** 20, CACHE = 4 * MIB;
  assert.equal(sourceBlocks(matrix(10, 80), CACHE, CACHE), 1);
  assert.equal(sourceBlocks(matrix(10, 80), CACHE + 1, CACHE), 5);
  assert.equal(sourceBlocks(matrix(10, 79), CACHE + 1, CACHE), 4);
  assert.equal(sourceBlocks(matrix(10, 31), CACHE + 1, CACHE), 1);
  assert.equal(sourceBlocks(matrix(10, 512), 8 * MIB, CACHE), 8);
  assert.equal(sourceBlocks(matrix(10, 48), 24 * MIB, CACHE), 3);
  assert.equal(sourceBlocks(matrix(10, 48), 24 * MIB + 1, CACHE), 1);
  assert.equal(sourceBlocks(matrix(10, 0), 8 * MIB, CACHE), 1);
  assert.equal(sourceBlocks(matrix(10, 64), 0, CACHE), 1);
});

Deno.test("a thread takes so many rows that a block is read often, and every thread has some", () => {
  const { matrix } = randomProblem({ rows: 1600, cols: 100, width: 1, entries: () => 50 });
  assert.equal(rowsPerCall(matrix, 1), 200);
  assert.equal(rowsPerCall(matrix, 2), 100);
  assert.equal(rowsPerCall(matrix, 64), 16);
  assert.equal(rowsPerCall(matrix, 200), 8);
});

Deno.test("offsets of blocks divide each row's entries by their columns", () => {
  const problems = fc.record({
    rows: fc.nat(20),
    cols: fc.integer({ min: 1, max: 40 }),
    most: fc.nat(40),
    blocks: fc.integer({ min: 2, max: 50 }),
    seed: fc.nat(),
  });
  fc.assert(fc.property(problems, ({ blocks, most, ...shape }) => {
    const { matrix } = randomProblem({ ...shape, width: 1, entries: (row) => row * 7 % (most + 1) });
    const offsets = blockOffsets(matrix, blocks, 3), { rows, cols, rowPtr, colIdx } = matrix;
    assert.equal(offsets.length, (blocks + 1) * rows + 3);
    for (let row = 0; row < rows; row++) {
      const all = Array.from({ length: blocks + 1 }, (_, i) => offsets[i * rows + row]);
      assert.deepEqual([all[0], all[blocks]], [rowPtr[row], rowPtr[row + 1]]);
      for (let block = 0; block < blocks; block++) {
        for (let entry = all[block]; entry < all[block + 1]; entry++) {
          const from = Math.floor(block * cols / blocks), to = Math.floor((block + 1) * cols / blocks);
          assert.ok(from <= colIdx[entry] && colIdx[entry] < to);
        }
        assert.ok(all[block] <= all[block + 1]);
      }
    }
  }));
});
