import assert from "node:assert/strict";
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { poisonMatrix } from "../../../hardware/dense.ts";
import { openX86Device, type X86Device } from "../../../hardware/cpu/x86/device.ts";
import { tileVectors } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { paddedColumns } from "../../../kernels/machine_code/code_phases.ts";
import { gemmBlockedX86 } from "../../../kernels/gemm/blocked/x86.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { type Kernel, kernelName, type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf, Operation } from "../../../kernels/operation.ts";
import { pathSpmm } from "../../../kernels/path_spmm/mod.ts";
import { blockSparseX86 } from "../../../kernels/spmm/block_sparse/x86.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { neighborGroupX86 } from "../../../kernels/spmm/neighbor_group/x86.ts";
import { neighborGroupCasX86 } from "../../../kernels/spmm/neighbor_group_cas/x86.ts";
import { neighborGroupFixedX86 } from "../../../kernels/spmm/neighbor_group_fixed/x86.ts";
import { rowSplitX86 } from "../../../kernels/spmm/row_split/x86.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { EPILOGUES, randomGemm } from "../gemm/gemm_problem.ts";
import { pathKernels } from "../path_spmm/path_checks.ts";
import { lopsidedGraph, pathProblem } from "../path_spmm/path_spmm_problem.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";
import { fixedTuning } from "./fixed_tuning.ts";

/** Widths of several vectors, with and without one that is not full. */
const WIDTHS = [64, 100, 128, 256, 300];
const PANELS = [1, 2, 3, 5];

/** Products of a kernel, with which the tuned numbers of a device are tried. */
interface TunedCase {
  readonly name: string;
  readonly problems: readonly unknown[];
  readonly operation: Operation<unknown, AnyOperandsOf>;
  readonly kernel: Kernel<AnyOperandsOf>;
}

const sparse = WIDTHS.flatMap((width) =>
  [true, false].map((weighted) =>
    randomProblem({ rows: 60, cols: 90, width, weighted, entries: (row) => row * 37 % 80, seed: width })
  )
);
const paths = WIDTHS.map((width) =>
  pathProblem({ graph: lopsidedGraph(90, true), share: 0.4, hops: 1, width })
);
const dense = WIDTHS.flatMap((cols) =>
  (["nn", "nt"] as const).flatMap((form) =>
    [[1, 5], [29, 43], [50, 1030]].map(([rows, inner], i) =>
      randomGemm(rows, inner, { cols, form, epilogue: EPILOGUES[i] })
    )
  )
);

const caseOf = (operation: unknown, kernel: unknown, problems: readonly unknown[]): TunedCase => ({
  name: `${(operation as { id: string }).id}/${kernelName(kernel as Kernel<AnyOperandsOf>)}`,
  problems,
  operation: operation as TunedCase["operation"],
  kernel: kernel as TunedCase["kernel"],
});

const SUMS = [
  ...[rowSplitX86, neighborGroupX86, neighborGroupCasX86, neighborGroupFixedX86, blockSparseX86]
    .map((kernel) => caseOf(spmm, kernel, sparse)),
  ...pathKernels("x86").map((kernel) => caseOf(pathSpmm, kernel, paths)),
];
const PRODUCT = caseOf(gemm, gemmBlockedX86, dense);

/** Output over poison, padding included, and the bytes of all code that the plan has installed. */
async function outputOf(
  device: X86Device,
  each: TunedCase,
  problem: unknown,
  parameters: ParameterValues = {},
) {
  const { operation, kernel } = each, operands = operation.stage(device, problem);
  let codeBytes = 0;
  const counting = new Proxy(device, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (name !== "install") return typeof member === "function" ? member.bind(target) : member;
      return (code: MachineCode) => {
        codeBytes += code.bytes.length;
        return target.install(code);
      };
    },
  });
  try {
    const plan = await prepareKernel(kernel, counting, operands, operation.width(problem), { parameters });
    poisonMatrix(device, operands.output);
    plan.run();
    const bytes = new Uint8Array(await device.read(operands.output.panels[0].buffer as never));
    plan.destroy();
    return { bytes, codeBytes };
  } finally {
    operation.release(device, operands);
  }
}

/** Asserts that tuned numbers change code, and no bit of a result. */
async function assertSameBits(device: X86Device, tuned: X86Device, each: TunedCase): Promise<void> {
  let changed = 0;
  for (const problem of each.problems) {
    const { bytes, codeBytes } = await outputOf(device, each, problem);
    const other = await outputOf(tuned, each, problem);
    assert.deepEqual(other.bytes, bytes, each.name);
    if (codeBytes !== other.codeBytes) changed++;
  }
  assert.ok(changed > each.problems.length / 3, `${each.name}: other code for ${changed} problems`);
  assert.ok(tuned.tuning!.takeUsed().length >= WIDTHS.length);
}

testOnX86(
  "every kernel that sums entries in passes takes the tuned panel, and its bits stay",
  async (device) => {
    for (const panel of PANELS) {
      const tuning = fixedTuning(WIDTHS.map(paddedColumns), { panel });
      const tuned = openX86Device({ threads: 1, tuning });
      try {
        for (const each of SUMS) await assertSameBits(device, tuned, each);
      } finally {
        tuned.close();
      }
    }
  },
  [1],
);

testOnX86("dense products take the tuned tile, and their bits stay", async (device) => {
  for (const tile of tileVectors(device.isa).slice(1)) {
    const tuning = fixedTuning(WIDTHS.map(paddedColumns), { panel: 1, tile });
    const tuned = openX86Device({ threads: 2, tuning });
    try {
      await assertSameBits(device, tuned, PRODUCT);
    } finally {
      tuned.close();
    }
  }
}, [2]);

testOnX86(
  "a number that is given goes before the tuned one; a tile that there is none of is refused",
  async () => {
    const tuning = fixedTuning([128], { panel: 2 }), tuned = openX86Device({ threads: 1, tuning });
    try {
      const [rowSplit] = SUMS, problem = rowSplit.problems[4];
      const codeOf = async (parameters: ParameterValues) =>
        (await outputOf(tuned, rowSplit, problem, parameters)).codeBytes;
      assert.equal(await codeOf({}), await codeOf({ panel: 2 }));
      assert.notEqual(await codeOf({ panel: 4 }), await codeOf({ panel: 2 }));
      await assert.rejects(outputOf(tuned, PRODUCT, dense[0], { tile: 3 }), UsageError);
    } finally {
      tuned.close();
    }
  },
  [1],
);

testOnGuarded("tuned code touches nothing beside its operands", async (device) => {
  const tile = tileVectors(device.isa).at(-1)!;
  for (const panel of [1, 3]) {
    const tuned = Object.assign(device, {
      tuning: fixedTuning(WIDTHS.map(paddedColumns), { panel, tile }),
    });
    for (const { name, operation, kernel, problems } of [...SUMS, PRODUCT]) {
      // The conversion to fixed point asks WebAssembly whether its scale will do.
      if (kernel.id === neighborGroupFixedX86.id) continue;
      for (const problem of problems) {
        const report = await verifyKernel({ operation, kernel, device: tuned }, problem, { seed: 1 });
        assert.ok(report.ok, `${name}: ${JSON.stringify(report)}`);
      }
    }
  }
});
