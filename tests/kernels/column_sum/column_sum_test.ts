import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { columnSum, type ColumnSumProblem } from "../../../kernels/column_sum/mod.ts";
import { blocksOf } from "../../../kernels/column_sum/row_blocks/blocks.ts";
import { emitColumnSum } from "../../../kernels/column_sum/row_blocks/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

function sum(rows: number, cols: number): ColumnSumProblem {
  return { x: uniforms(rows * cols, rows + cols), rows, cols };
}

testOnEveryBackend("random shapes are right, with zero padding", async (device) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1200), fc.nat(45), async (rows, cols) => {
      await assertRight(device, columnSum, { problem: sum(rows, cols) });
    }),
    { numRuns: 30, seed: 5 },
  );
});

testOnEveryBackend(
  "widths around whole passes and numbers of rows around a block are right",
  async (device) => {
    for (const cols of [1, 3, 4, 5, 8, 9, 16, 28, 31, 32, 33, 60, 64, 65, 130]) {
      await assertRight(device, columnSum, { problem: sum(300, cols) });
    }
    for (const rows of [0, 1, 255, 256, 257, 335, 336, 337, 511, 512, 513, 671, 672, 673]) {
      await assertRight(device, columnSum, { problem: sum(rows, 5) });
    }
    await assertRight(device, columnSum, { problem: sum(100_000, 2) });
  },
);

testOnAdapter("matrices above the binding limit are summed panel by panel", async (device) => {
  const { facts } = await assertRight(device, columnSum, { problem: sum(700, 30) });
  assert.ok(facts.dispatches > 4, JSON.stringify(facts));
}, { bindingBytes: 12_000 });

testOnAdapter("more workgroups than an axis holds are folded into a second one", async (device) => {
  // A result with 65,536 blocks would take gigabytes, so blocks must be few.
  Object.assign(device.limits, { workgroupsPerAxis: 7 });
  const { facts } = await assertRight(device, columnSum, { problem: sum(5000, 70) });
  assert.ok(facts.blocks > 7);
});

Deno.test("the sums have the same bits on any number of threads and in any run", async () => {
  const problem = sum(20_011, 13);
  const seen = new Set<string>();
  for (const threads of [1, 2, 3, 3]) {
    const device = openWasmDevice({ threads });
    const { output } = await assertRight(device, columnSum, { problem });
    seen.add(new Uint32Array(output.buffer).join(" "));
    device.close();
  }
  assert.equal(seen.size, 1);
});

testOnAdapter("the sums have the same bits in every run", async (device) => {
  const problem = sum(20_011, 13);
  const [first, second] = [
    await assertRight(device, columnSum, { problem }),
    await assertRight(device, columnSum, { problem }),
  ];
  assert.deepEqual(first.output, second.output);
});

testOnEveryBackend("an output whose width differs from the operands' is refused", async (device) => {
  const x = allocateMatrix(device, "x", 6, 8);
  for (const output of [allocateMatrix(device, "y", 1, 7), allocateMatrix(device, "y", 2, 8)]) {
    const operands = { x, output } as ReturnType<typeof columnSum.stage>;
    const kernel = columnSum.kernels.find(({ backend }) => backend === device.backend)!;
    await assert.rejects(() => prepareKernel(kernel, device, operands, 8), UsageError);
    freeMatrix(device, output);
  }
  freeMatrix(device, x);
});

testMachineCode(columnSum, {
  *problems() {
    for (const cols of [1, 4, 5, 8, 12, 16, 28, 60, 64, 68, 100, 128, 256, 300]) {
      for (const rows of [0, 1, 17, 255, 256, 257, 336, 337, 600, 673]) yield sum(rows, cols);
    }
    yield sum(20_011, 13);
    yield { x: Float32Array.of(1, NaN, Infinity, -0, 2, 3, -Infinity, -0), rows: 2, cols: 4 };
  },
  emitted: () => [4, 8, 12, 16, 20, 128, 300].map((columns) => emitColumnSum("avx512", { columns })),
});

Deno.test("blocks cover all rows once, and are few", () => {
  fc.assert(fc.property(fc.nat(2 ** 31), (rows) => {
    const { blockRows, blocks } = blocksOf(rows);
    assert.ok(blocks >= 1 && blocks <= 256);
    assert.ok([6, 14, 16].every((items) => blockRows % items === 0), "blocks end where other work ends");
    assert.ok(blocks * blockRows >= rows && (blocks - 1) * blockRows <= Math.max(0, rows - 1));
  }));
});

Deno.test("the oracle sums in float64", () => {
  const x = Float64Array.of(1e16, 1, 1, -2, -1e16, 3);
  const value = new Float64Array(2), magnitude = new Float64Array(2);
  assert.equal(columnSum.oracle.row({ x, rows: 3, cols: 2 }, 0, value, magnitude), 3);
  assert.deepEqual([...value], [1e16 + 1 - 1e16, 2]);
  assert.deepEqual([...magnitude], [2e16, 6]);
});
