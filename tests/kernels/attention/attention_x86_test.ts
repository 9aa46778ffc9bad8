import assert from "node:assert/strict";
import fc from "fast-check";
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { poisonMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { entrySums, headSddmm, headSpmm } from "../../../kernels/attention/mod.ts";
import {
  emitBlockDiagonal,
  emitBlockDiagonalGradient,
} from "../../../kernels/attention/block_diagonal/code_x86.ts";
import { emitEdgeSoftmax } from "../../../kernels/attention/edge_softmax/row_wise/code_x86.ts";
import { emitEdgeSoftmaxGradient } from "../../../kernels/attention/edge_softmax/row_wise/gradient_code_x86.ts";
import { emitEntrySums } from "../../../kernels/attention/entry_sums/row_wise/code_x86.ts";
import { emitHeadSddmm } from "../../../kernels/attention/head_sddmm/row_wise/code_x86.ts";
import { emitHeadSpmm } from "../../../kernels/attention/head_spmm/row_split/code_x86.ts";
import { emitHeadSpmmScalar } from "../../../kernels/attention/head_spmm/row_split_scalar/code_x86.ts";
import type { HeadShape } from "../../../kernels/attention/mod.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import { ReproError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { assertReadsBack, NO_OBJDUMP } from "../../hardware/cpu/x86/assembler/objdump.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { assertRight } from "../every_backend.ts";
import { assertSpreadsAlike, plant } from "../not_finite.ts";
import { type AnyOperation, OPERATIONS, problemsOf, SHAPES } from "./every_operation.ts";
import { headShapes, pattern, patterns, productProblems, sumsProblem } from "./random_patterns.ts";

Deno.test("a device of machine code runs all of attention in it", () => {
  for (const { id, kernels } of OPERATIONS) {
    assert.ok(kernelsOn(kernels, "x86").every(({ backend }) => backend === "x86"), id);
  }
});

testOnX86("250 random matrices, heads and head widths are right in machine code", async (device) => {
  await fc.assert(
    fc.asyncProperty(patterns, headShapes, async (matrix, shape) => {
      for (const [operation, problem] of problemsOf(matrix, shape)) {
        await assertRight(device, operation, { problem });
      }
    }),
    { numRuns: 250, seed: 21 },
  );
}, [2]);

testOnGuarded("attention in machine code touches nothing beside an operand", async (device) => {
  for (const matrix of [pattern(9, 13, (row) => row === 8 ? 13 : row % 4), pattern(4, 4, () => 4)]) {
    for (const shape of SHAPES) {
      for (const [operation, problem] of problemsOf(matrix, shape)) {
        await assertRight(device, operation, { problem });
      }
    }
  }
});

testOnX86(
  "numbers that are not finite reach in machine code what they reach in the oracle",
  async (device) => {
    let broken = 0;
    const matrix = pattern(20, 40, (row) => row % 8 === 7 ? 30 : row % 8);
    for (const [at, shape] of SHAPES.entries()) {
      const { forward, backward, entries } = productProblems(matrix, shape),
        sums = sumsProblem(matrix, shape.heads);
      const planted: readonly (readonly [AnyOperation, unknown, HostNumbers])[] = [
        [headSpmm, forward, forward.x],
        [headSpmm, backward, backward.attention],
        [headSddmm, entries, entries.a],
        [entrySums, sums, sums.entries],
      ];
      for (const [operation, problem, numbers] of planted) {
        plant(numbers, new RandomStream(at, `hostile numbers of ${operation.id}`));
        broken += (await assertSpreadsAlike(device, operation, problem)).broken;
      }
    }
    assert.ok(broken > 200, `${broken} entries that are not finite`);
  },
  [2],
);

/** Result of each of an operation's kernels on a backend, with the padding of its rows. */
async function resultsOf(
  device: Device,
  operation: AnyOperation,
  problem: unknown,
  backend: "wasm" | "x86",
): Promise<Readonly<Record<string, Uint8Array>>> {
  const results: Record<string, Uint8Array> = {};
  for (const kernel of operation.kernels.filter((each) => each.backend === backend)) {
    const operands = operation.stage(device, problem);
    poisonMatrix(device, operands.output);
    const plan = await prepareKernel(kernel, device, operands, 1);
    plan.run();
    results[kernel.id] = new Uint8Array(await device.read(operands.output.panels[0].buffer));
    plan.destroy();
    operation.release(device, operands);
  }
  return results;
}

testOnX86(
  "attention in machine code has the bits of WebAssembly where sums have one order",
  async (device) => {
    const matrix = pattern(40, 90, (row) => row % 8 === 7 ? 80 : row % 8);
    for (const shape of SHAPES) {
      for (const [operation, problem] of problemsOf(matrix, shape)) {
        // Products at entries have other partial sums, and so have narrow rows, whose entries take turns.
        if (operation === headSddmm) continue;
        const x86 = await resultsOf(device, operation, problem, "x86");
        const wasm = await resultsOf(device, operation, problem, "wasm");
        for (const id of Object.keys(wasm)) {
          if (operation === headSpmm && id === "row-split" && shape.heads * shape.headWidth < 113) continue;
          assert.deepEqual(x86[id], wasm[id], `${operation.id} ${id}, ${JSON.stringify(shape)}`);
        }
      }
    }
  },
  [1, 2],
);

testOnX86("columns out of range are refused before machine code of attention runs", async (device) => {
  for (const [operation, problem] of problemsOf(pattern(6, 9, (row) => row), { heads: 3, headWidth: 5 })) {
    const operands = operation.stage(device, problem);
    const kernels = operation.kernels.filter(({ backend }) => backend === "x86");
    for (const name of ["matrix", "transposed"]) {
      const matrix = operands[name] as CsrMatrix | undefined;
      if (matrix === undefined) continue;
      const { colIdx, rowPtr } = matrix;
      const wrongs = [{ colIdx: colIdx.with(3, 2 ** 31) }, { rowPtr: rowPtr.with(matrix.rows, 2 ** 31) }];
      for (const kernel of kernels) {
        for (const wrong of wrongs) {
          const outside = { ...operands, [name]: { ...matrix, ...wrong } };
          await assert.rejects(
            () => prepareKernel(kernel, device, outside, 15),
            ReproError,
            kernelName(kernel),
          );
        }
      }
    }
    operation.release(device, operands);
  }
}, [1]);

testOnGuarded("an order out of range on the device leads machine code to nothing outside", async (device) => {
  const matrix = pattern(6, 9, (row) => row);
  for (const [operation, problem] of problemsOf(matrix, { heads: 3, headWidth: 5 })) {
    const operands = operation.stage(device, problem), order = operands.order as WasmBuffer | undefined;
    if (order) device.write(order, new Uint32Array(matrix.colIdx.length).fill(2 ** 32 - 1));
    for (const kernel of operation.kernels.filter(({ backend }) => backend === "x86")) {
      const plan = await prepareKernel(kernel, device, operands, 15);
      plan.run();
      plan.destroy();
    }
    operation.release(device, operands);
  }
});

type Emit = (isa: InstructionSet, shape: HeadShape & { readonly ordered: boolean }) => MachineCode;

const EMITTERS: Readonly<Record<string, Emit>> = {
  emitBlockDiagonal,
  emitBlockDiagonalGradient,
  emitEdgeSoftmax,
  emitEdgeSoftmaxGradient,
  emitEntrySums,
  emitHeadSddmm,
  emitHeadSpmm,
  emitHeadSpmmScalar,
};

for (const [name, emit] of Object.entries(EMITTERS)) {
  Deno.test(`${name} emits code for all heads and head widths, for AVX2 and for AVX-512`, () => {
    for (let heads = 1; heads <= 33; heads++) {
      for (const headWidth of [1, 2, 3, 4, 5, 7, 8, 11, 15, 16, 17, 24, 31, 33, 64, 100]) {
        const ordered = (heads + headWidth) % 2 === 0, shape = { heads, headWidth, ordered };
        assert.equal(emit("avx2", shape).needsAvx512, false, JSON.stringify(shape));
        assert.ok(emit("avx512", shape).bytes.length > 0);
      }
    }
  });

  Deno.test({
    name: `${name}: objdump reads the code as it is listed`,
    ignore: NO_OBJDUMP !== undefined,
    fn: async () => {
      for (const isa of ["avx2", "avx512"] as const) {
        for (const [heads, headWidth] of [[3, 5], [8, 8], [20, 3], [7, 1]]) {
          const code = emit(isa, { heads, headWidth, ordered: heads > 3 });
          assert.ok(await assertReadsBack(code, `${isa}, ${heads} heads of ${headWidth}`) > 30);
        }
      }
    },
  });
}
