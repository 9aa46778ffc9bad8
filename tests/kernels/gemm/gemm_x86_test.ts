import assert from "node:assert/strict";
import fc from "fast-check";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import { openX86Device, type X86Device } from "../../../hardware/cpu/x86/device.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { gemmBlockedWasm } from "../../../kernels/gemm/blocked/wasm.ts";
import { emitBlocked } from "../../../kernels/gemm/blocked/code_x86.ts";
import { emitPack, emitPackTransposed } from "../../../kernels/gemm/blocked/pack_x86.ts";
import { emitSplit } from "../../../kernels/gemm/blocked/split_code_x86.ts";
import { gemmBlockedX86 } from "../../../kernels/gemm/blocked/x86.ts";
import type { GemmOperandsOf, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { gemmNaiveWasm } from "../../../kernels/gemm/naive/wasm.ts";
import { gemmNaiveX86 } from "../../../kernels/gemm/naive/x86.ts";
import { type Kernel, prepareKernel } from "../../../kernels/kernel.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { testOnX86, testThreadsAgree } from "../../hardware/cpu/threads.ts";
import { type GuardedDevice, testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { assertSpreadsAlike } from "../not_finite.ts";
import { checkGemm } from "./gemm_checks.ts";
import { anyGemm, EPILOGUES, FORMS, randomGemm } from "./gemm_problem.ts";

const WIDTHS = [1, 4, 5, 8, 12, 16, 17, 60, 64, 100, 128, 256, 300];

/** Entries of C, padding included, as a kernel computes them over poison. */
async function product(device: X86Device, kernel: Kernel<GemmOperandsOf>, problem: GemmProblem) {
  const operands = gemm.stage(device, problem) as GemmOperandsOf["wasm"];
  const plan = await prepareKernel(kernel, device, operands, problem.cols);
  poisonMatrix(device, operands.c);
  plan.run();
  const got = new Uint32Array(await device.read(operands.c.panels[0].buffer));
  plan.destroy();
  gemm.release(device, operands);
  return got;
}

Deno.test("a device of machine code runs every kernel of gemm as machine code, the blocked one last", () => {
  assert.deepEqual(kernelsOn(gemm.kernels, "x86"), [gemmNaiveX86, gemmBlockedX86]);
});

testOnX86("every width and every ragged number of rows is right in every form", async (device) => {
  for (const form of FORMS) {
    for (const cols of WIDTHS) await checkGemm(device, randomGemm(77, 43, { cols, form }));
    for (const rows of [1, 2, 3, 5, 6, 7, 11, 12, 13, 14, 15, 29]) {
      await checkGemm(device, randomGemm(rows, 9, { cols: 20, form }));
    }
  }
});

testOnX86("every epilogue is right behind every form", async (device) => {
  for (const form of FORMS) {
    for (const epilogue of EPILOGUES) {
      for (const cols of [1, 7, 16, 131]) {
        await checkGemm(device, randomGemm(50, 37, { cols, form, epilogue }));
      }
    }
  }
}, [2]);

testOnX86("sums longer than a pass over a panel, and than a part of the terms, are right", async (device) => {
  for (const form of FORMS) {
    for (const inner of [1, 3, 4, 5, 127, 128, 129, 1023, 1024, 1025, 2048, 5000]) {
      await checkGemm(device, randomGemm(20, inner, { cols: 13, form, epilogue: EPILOGUES[2] }));
    }
  }
}, [1, 2]);

testOnX86(
  "matrices without rows, columns or terms give nothing, or the epilogue of zeros",
  async (device) => {
    for (const form of FORMS) {
      const none = [[0, 0, 0], [0, 5, 3], [5, 0, 3], [5, 0, 37], [5, 3, 0], [0, 0, 4]];
      for (const [rows, inner, cols] of [...none, [1, 1, 1]]) {
        await checkGemm(device, randomGemm(rows, inner, { cols, form }));
        await checkGemm(device, randomGemm(rows, inner, { cols, form, epilogue: EPILOGUES[2] }));
      }
    }
  },
  [1, 2],
);

testOnX86("200 random shapes, forms and epilogues are right", async (device) => {
  await fc.assert(
    fc.asyncProperty(anyGemm(80), async (problem) => void await checkGemm(device, problem)),
    { numRuns: 200 },
  );
}, [2]);

testOnX86("the bits are those of WebAssembly: sums have the same order", async (device) => {
  for (const form of FORMS) {
    for (const [rows, inner, cols] of [[77, 43, 5], [100, 1500, 60], [9, 2100, 300], [7, 0, 8]]) {
      for (const epilogue of EPILOGUES) {
        const problem = randomGemm(rows, inner, { cols, form, epilogue });
        for (const [kernel, sibling] of [[gemmBlockedX86, gemmBlockedWasm], [gemmNaiveX86, gemmNaiveWasm]]) {
          assert.deepEqual(await product(device, kernel, problem), await product(device, sibling, problem));
        }
      }
    }
  }
}, [2]);

testThreadsAgree("x86", "any number of threads gives the same bits in every form", (device) => {
  const problems = FORMS.map((form) => randomGemm(100, 9_000, { cols: 33, form, epilogue: EPILOGUES[4] }));
  return Promise.all(problems.map((problem) => product(device, gemmBlockedX86, problem)));
});

testOnX86("numbers that are not finite spread as by the oracle, and no further", async (device) => {
  for (const form of FORMS) {
    for (const cols of [4, 9, 36]) {
      const problem = randomGemm(20, 13, { cols, form });
      problem.a[5] = Infinity;
      problem.a[77] = NaN;
      problem.b[3] = -Infinity;
      const { broken } = await assertSpreadsAlike(device, gemm, problem);
      assert.ok(broken > 0 && broken < 20 * cols, `${broken} of ${20 * cols}`);
    }
  }
}, [2]);

testOnX86(
  "a check over poison passes with an epilogue, and a partial one by projection does",
  async (device) => {
    for (const form of FORMS) {
      for (const epilogue of [EPILOGUES[0], EPILOGUES[4]]) {
        const problem = randomGemm(2_500, 30, { cols: 10, form, epilogue });
        for (const kernel of [gemmNaiveX86, gemmBlockedX86]) {
          const report = await verifyKernel({ operation: gemm, kernel, device }, problem, {
            seed: 1,
            exhaustiveWork: 1,
          });
          assert.ok(report.ok, `${kernel.id}: ${JSON.stringify(report)}`);
        }
      }
    }
  },
  [2],
);

testOnX86("a plan multiplies what lies in A, B and the training step when it runs", async (device) => {
  const epilogue = { negativeSlope: 1, biased: false, dropout: { rate: 0.5, step: 3 } };
  for (const form of FORMS) {
    const first = randomGemm(30, 20, { cols: 8, form, epilogue });
    const { a, b } = randomGemm(30, 20, { cols: 8, seed: 2 });
    const dropout = { ...first.epilogue!.dropout!, step: 4 };
    const second = { ...first, a, b, epilogue: { ...first.epilogue!, dropout } };
    for (const kernel of [gemmNaiveX86, gemmBlockedX86]) {
      const operands = gemm.stage(device, first) as GemmOperandsOf["wasm"];
      const later = gemm.stage(device, second) as GemmOperandsOf["wasm"];
      const plan = await prepareKernel(kernel, device, operands, 8);
      plan.run();
      for (const name of ["a", "b"] as const) {
        device.write(
          operands[name].panels[0].buffer,
          new Uint8Array(await device.read(later[name].panels[0].buffer)),
        );
      }
      device.write(operands.epilogue!.dropout!.step, Uint32Array.of(4));
      plan.run();
      const got = await readMatrix(device, operands.c);
      const value = new Float64Array(8), magnitude = new Float64Array(8);
      for (let row = 0; row < 30; row++) {
        gemm.oracle.row(second, row, value, magnitude);
        for (let col = 0; col < 8; col++) assert.ok(Math.abs(got[row * 8 + col] - value[col]) < 1e-5);
      }
      plan.destroy();
      for (const staged of [operands, later]) gemm.release(device, staged);
    }
  }
}, [1]);

Deno.test({
  name: "an arena too small for an operand or the packed copy keeps nothing",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: async () => {
    for (const form of FORMS) {
      const problem = randomGemm(64, 64, { cols: 64, form });
      for (const matrices of [1.5, 2.5, 3.5]) {
        const device = openX86Device({ threads: 1, memoryBytes: matrices * 64 * 64 * 4 });
        const run = () =>
          verifyKernel({ operation: gemm, kernel: gemmBlockedX86, device }, problem, { seed: 1 });
        await assert.rejects(run, OutOfMemoryError);
        assert.equal(device.ledger.live, 0);
        device.close();
      }
    }
  },
});

testOnX86("operands whose shapes differ from the problem's are refused", async (device) => {
  const operands = gemm.stage(device, randomGemm(6, 8, { cols: 5 })) as GemmOperandsOf["wasm"];
  for (const kernel of [gemmNaiveX86, gemmBlockedX86]) {
    const prepare = (changed: object) => async () =>
      await kernel.prepare(device, { ...operands, ...changed }, {});
    await assert.rejects(prepare({ form: "tn" }), UsageError);
    await assert.rejects(prepare({ rows: 7 }), UsageError);
    await assert.rejects(prepare({ epilogue: { negativeSlope: 1, bias: operands.a } }), UsageError);
  }
  gemm.release(device, operands);
}, [1]);

/** Product of a plan on a guarded device, where WebAssembly did not add the parts of its terms. */
function guardedProduct(device: GuardedDevice, parts: number | undefined): Float32Array {
  if (parts === undefined) return device.floats("C");
  const partial = device.floats("partial sums"), length = partial.length / parts;
  const sum = partial.slice(0, length);
  for (let at = length; at < partial.length; at++) sum[at % length] += partial[at];
  return sum;
}

testOnGuarded("nothing is read or written outside the operands and the plan's arrays", async (device) => {
  for (const form of FORMS) {
    for (const [rows, inner, cols] of [[1, 1, 1], [6, 4, 16], [20, 131, 4], [35, 7, 44], [100, 1030, 61]]) {
      for (const kernel of [gemmNaiveX86, gemmBlockedX86]) {
        // Other epilogues are passes of WebAssembly.
        const ending = form !== "tn" && kernel === gemmBlockedX86 ? { epilogue: EPILOGUES[2] } : {};
        const problem = randomGemm(rows, inner, { cols, form, ...ending });
        const operands = gemm.stage(device, problem) as GemmOperandsOf["wasm"];
        const plan = await kernel.prepare(device, operands, {});
        plan.run();
        const got = guardedProduct(device, plan.facts?.parts), stride = Math.ceil(cols / 4) * 4;
        const value = new Float64Array(cols), magnitude = new Float64Array(cols);
        for (let row = 0; row < rows; row++) {
          gemm.oracle.row(problem, row, value, magnitude);
          for (let col = 0; col < cols; col++) {
            assert.ok(Math.abs(got[row * stride + col] - value[col]) < 1e-3, `${form} ${[row, col]}`);
          }
        }
        plan.destroy();
        gemm.release(device, operands);
      }
    }
  }
}, { leavesOutWasm: true });

Deno.test("code of every shape can be emitted for AVX2 and AVX-512", () => {
  for (const isa of ["avx2", "avx512"] as const) {
    const panel = (isa === "avx2" ? 64 : 128) * 60;
    for (const cols of WIDTHS) {
      const columns = Math.ceil(cols / 4) * 4;
      const codes = [
        emitPack(isa, { columns, row: 4 * columns, panel }),
        emitPackTransposed(isa, { columns, cols, row: 240, panel }),
        ...[true, false].map((adds) =>
          emitBlocked(isa, { columns, row: 240, panel, adds, biased: adds, activated: adds })
        ),
        emitBlocked(isa, { columns, row: 240, panel, adds: false, biased: true, activated: false }),
        ...[1, 6, 13, 14, 100].map((rows) => emitSplit(isa, { rows, columns, term: 400 })),
      ];
      for (const { needsAvx512 } of codes.slice(2)) assert.equal(needsAvx512, isa === "avx512");
    }
  }
});
