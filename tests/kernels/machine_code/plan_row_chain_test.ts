import assert from "node:assert/strict";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import { activation, activationGradient } from "../../../kernels/activation/mod.ts";
import { add } from "../../../kernels/add/mod.ts";
import { columnSum } from "../../../kernels/column_sum/mod.ts";
import type { Epilogue } from "../../../kernels/epilogue/epilogue.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../kernels/operation.ts";
import { planRowChain } from "../../../kernels/machine_code/plan_row_chain.ts";
import { commonRows, rowCall } from "../../../kernels/plans/row_work.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { uniforms } from "../every_backend.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";

type Staged = { readonly wasm: StagedOperands; readonly webgpu: StagedOperands };

/**
 * Registers a test that kernels whose work is by rows, `byRows` among them, compute the same bits block by
 * block.
 */
function testByBlocks<Problem, OperandsOf extends Staged>(
  operation: Operation<Problem, OperandsOf>,
  problems: () => readonly Problem[],
  byRows: readonly string[],
): void {
  testOnX86(`${operation.id}: blocks of rows have the bits of the whole`, async (device) => {
    const seen = new Set<string>();
    for (const problem of problems()) {
      for (const kernel of operation.kernels.filter((one) => one.backend === "x86" && !one.features)) {
        const operands = operation.stage(device, problem);
        const plan = await prepareKernel(kernel, device, operands, operation.width(problem));
        plan.run();
        const wanted = await readMatrix(device, operands.output), { rowWork } = plan;
        if (rowWork !== undefined) {
          seen.add(kernelName(kernel));
          const unit = commonRows(rowWork.calls);
          for (const blockRows of [unit, 3 * unit]) {
            poisonMatrix(device, operands.output);
            const chain = planRowChain(device, [rowWork], blockRows);
            chain.run();
            assert.deepEqual(await readMatrix(device, operands.output), wanted, kernelName(kernel));
            chain.destroy();
          }
        }
        plan.destroy();
        operation.release(device, operands);
      }
    }
    assert.deepEqual(byRows.filter((name) => !seen.has(name)), [], "no longer by rows");
  }, [1, 3]);
}

/** Epilogues: none but ReLU, a bias, dropout. */
function epilogues(cols: number): readonly Epilogue[] {
  const dropout = { rate: 0.3, seed: 1, stream: 2, step: 3 };
  return [
    { negativeSlope: 0 },
    { negativeSlope: 0.1, bias: uniforms(cols, 1) },
    { negativeSlope: 0, bias: uniforms(cols, 2), dropout },
  ];
}

/** Widths around vectors and groups. */
const WIDTHS = [1, 12, 16, 33, 128];

testByBlocks(
  gemm,
  () =>
    WIDTHS.flatMap((cols) =>
      (["nn", "nt"] as const).flatMap((form) =>
        [undefined, ...epilogues(cols)].map((epilogue) => {
          const shape = { rows: 101, inner: 37, cols };
          const a = uniforms(101 * 37, 3), b = uniforms(37 * cols, 4);
          return { ...shape, a, b, form, ...(epilogue && { epilogue }) };
        })
      )
    ),
  ["blocked@x86"],
);

testByBlocks(
  spmm,
  () => WIDTHS.map((width) => randomProblem({ rows: 210, cols: 90, width, entries: (row) => row % 13 })),
  ["naive-register@x86", "naive-rmw@x86", "row-split-blocked@x86", "row-split-scalar@x86", "row-split@x86"],
);

testByBlocks(
  activation,
  () =>
    WIDTHS.flatMap((cols) =>
      epilogues(cols).map((epilogue) => ({ x: uniforms(150 * cols, 5), rows: 150, cols, epilogue }))
    ),
  ["entry-wise@x86"],
);

testByBlocks(
  activationGradient,
  () =>
    WIDTHS.flatMap((cols) =>
      epilogues(cols).map((epilogue) => {
        const y = uniforms(150 * cols, 6), gradient = uniforms(150 * cols, 7);
        return { y, gradient, rows: 150, cols, epilogue };
      })
    ),
  ["entry-wise@x86"],
);

testByBlocks(
  add,
  () =>
    WIDTHS.map((cols) => {
      const x = uniforms(99 * cols, 8), y = uniforms(99 * cols, 9);
      return { x, y, rows: 99, cols, alpha: 2, beta: -0.5 };
    }),
  ["entry-wise@x86"],
);

testByBlocks(
  columnSum,
  () => WIDTHS.map((cols) => ({ x: uniforms(2000 * cols, 10), rows: 2000, cols })),
  ["row-blocks@x86"],
);

Deno.test("a block holds whole items of every call", () => {
  const call = { code: 0n, block: { label: "", bytes: 0, address: 0 }, items: 1, itemsPerBlock: 1 };
  assert.deepEqual(rowCall(call, 64, 12), { call, rows: 16, items: 3 });
  assert.equal(commonRows([rowCall(call, 6, 1), rowCall(call, 64, 12), rowCall(call, 1, 4)]), 48);
});
