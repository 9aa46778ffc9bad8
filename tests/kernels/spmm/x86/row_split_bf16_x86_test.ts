import assert from "node:assert/strict";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { uploadMatrix } from "../../../../hardware/dense.ts";
import type { EntrySums, Tuning } from "../../../../hardware/tuning.ts";
import { kernelsOn } from "../../../../kernels/backend_kernels.ts";
import type { KernelOn } from "../../../../kernels/kernel.ts";
import { recheckPlans } from "../../../../kernels/checks/plan_check.ts";
import { operations } from "../../../../kernels/registry.ts";
import { roundedProblem } from "../../../../kernels/rounded_problem.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import type { CsrShape } from "../../../../kernels/spmm/plans/csr_plan_x86.ts";
import { emitRowSplit } from "../../../../kernels/spmm/row_split/code_x86.ts";
import { rowSplitX86 } from "../../../../kernels/spmm/row_split/x86.ts";
import { rowSplitBf16X86 } from "../../../../kernels/spmm/row_split_bf16/x86.ts";
import type { SpmmOperandsOf } from "../../../../kernels/spmm/spmm.ts";
import { stageKernel } from "../../../../kernels/staged_kernel.ts";
import { verifyKernel } from "../../../../kernels/checks/verify_kernel.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { outputBytes } from "../cpu_checks.ts";
import { randomProblem } from "../spmm_problem.ts";
import { testEmission, testX86Kernel } from "./x86_checks.ts";

const emit = (isa: InstructionSet, shape: CsrShape) => emitRowSplit(isa, { ...shape, features: "bf16" });

testX86Kernel(rowSplitBf16X86, [{}, { block: 1 }, { block: 10_000 }]);
testEmission(rowSplitBf16X86.id, emit);

testOnX86("row-split-bf16@x86: its bits are those of row-split for the rounded features", async (device) => {
  for (const width of [1, 3, 4, 8, 12, 17, 60, 64, 100, 128, 200, 300]) {
    for (const weighted of [true, false]) {
      const entries = (row: number) => row * 37 % 400;
      const problem = randomProblem({ rows: 90, cols: 500, width, weighted, entries, seed: width });
      const rounded = roundedProblem(spmm, problem, "bf16");
      const [bits] = await outputBytes(device, rowSplitBf16X86, problem);
      const [wanted] = await outputBytes(device, rowSplitX86, rounded);
      assert.deepEqual(bits, wanted, `width ${width}, ${weighted ? "weighted" : "unweighted"}`);
      const [otherwise] = await outputBytes(device, rowSplitX86, problem);
      assert.notDeepEqual(bits, otherwise, "the rounding does something");
    }
  }
}, [1, 2]);

testOnX86("row-split-bf16@x86: its parameter `panel` changes the code, and no bit", async (device) => {
  const problem = randomProblem({ rows: 40, cols: 60, width: 64, entries: (row) => row % 9 });
  const [standard, narrow] = await Promise.all(
    [{}, { panel: 1 }].map(async (parameters) => {
      const kernel = { operation: spmm, kernel: rowSplitBf16X86, parameters };
      const { facts, destroy } = await stageKernel(device, problem, kernel);
      destroy();
      return facts.code_bytes;
    }),
  );
  assert.notEqual(narrow, standard);
  const [[bits], [wanted]] = [
    await outputBytes(device, rowSplitBf16X86, problem, { parameters: { panel: 1 } }),
    await outputBytes(device, rowSplitBf16X86, problem),
  ];
  assert.deepEqual(bits, wanted);
}, [1]);

testOnX86(
  "row-split-bf16@x86: tuned numbers are looked up by the bytes that X has in bf16",
  async (device) => {
    const problem = randomProblem({ rows: 40, cols: 60, width: 64, entries: (row) => row % 9 });
    const asked: EntrySums[] = [];
    const tuning: Tuning = {
      panel: (work) => {
        asked.push(work);
        return undefined;
      },
      tile: () => undefined,
      launch: () => ({}),
      takeUsed: () => [],
    };
    device.tuning = tuning;
    for (const kernel of [rowSplitX86, rowSplitBf16X86]) {
      (await stageKernel(device, problem, { operation: spmm, kernel })).destroy();
    }
    assert.deepEqual(asked.map(({ bytes }) => bytes), [4 * 60 * 64, 2 * 60 * 64]);
  },
  [1],
);

testOnX86(
  "row-split-bf16@x86: X takes half the bytes, and the plan is right on fresh inputs",
  async (device) => {
    const problem = randomProblem({ rows: 40, cols: 60, width: 20, entries: (row) => row % 9 });
    const before = device.ledger.live;
    const x = uploadMatrix(device, "X", 60, 20, problem.features, "bf16");
    assert.equal(x.panels[0].buffer.bytes, 2 * 60 * 20);
    assert.equal(device.ledger.live - before, 2 * 60 * 20);
    device.free(x.panels[0].buffer);
    const staged = await stageKernel(device, problem, { operation: spmm, kernel: rowSplitBf16X86 });
    assert.notDeepEqual(staged.problem.features, problem.features);
    staged.run();
    for (const seed of [1, 2]) await recheckPlans(device, [staged], seed);
    staged.destroy();
  },
);

testOnX86("a plan whose result is that of the features before rounding is found wrong", async (device) => {
  const problem = randomProblem({ rows: 40, cols: 60, width: 20, entries: (row) => row % 9 });
  const x = uploadMatrix(device, "unrounded", 60, 20, problem.features);
  const kernel: KernelOn<"x86", SpmmOperandsOf> = {
    ...rowSplitBf16X86,
    prepare: (device, operands, parameters) => rowSplitX86.prepare(device, { ...operands, x }, parameters),
  };
  const { ok } = await verifyKernel({ operation: spmm, kernel, device }, problem, { seed: 1 });
  device.free(x.panels[0].buffer);
  assert.equal(ok, false);
});

Deno.test("the best kernel of an operation, which training and the bench take, reads float32", () => {
  for (const { id, kernels } of operations) {
    for (const backend of ["wasm", "x86", "webgpu"] as const) {
      assert.equal(kernelsOn(kernels, backend).at(-1)?.features, undefined, `${id} on ${backend}`);
    }
  }
});
