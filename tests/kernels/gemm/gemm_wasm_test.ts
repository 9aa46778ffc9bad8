import assert from "node:assert/strict";
import fc from "fast-check";
import { readMatrix } from "../../../hardware/dense.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { gemmBlockedWasm } from "../../../kernels/gemm/blocked/wasm.ts";
import type { GemmOperandsOf, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { gemmNaiveWasm } from "../../../kernels/gemm/naive/wasm.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { testOnThreads, testThreadsAgree } from "../../hardware/cpu/threads.ts";
import { checkGemm } from "./gemm_checks.ts";
import { anyGemm, EPILOGUES, FORMS, randomGemm } from "./gemm_problem.ts";

/** Bits of the product C that a kernel computes. */
async function product(device: WasmDevice, problem: GemmProblem): Promise<Uint32Array> {
  const operands = gemm.stage(device, problem) as GemmOperandsOf["wasm"];
  const plan = await gemmBlockedWasm.prepare(device, operands, {});
  plan.run();
  const got = await readMatrix(device, operands.c);
  plan.destroy();
  gemm.release(device, operands);
  return new Uint32Array(got.buffer);
}

testOnThreads(
  "every width and every ragged number of rows is right in every form on 1 to 3 threads",
  async (device) => {
    for (const form of FORMS) {
      for (const cols of [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64, 130, 300]) {
        await checkGemm(device, randomGemm(77, 43, { cols, form }));
      }
      for (const rows of [1, 2, 3, 5, 6, 7, 11, 12, 13]) {
        await checkGemm(device, randomGemm(rows, 9, { cols: 20, form }));
      }
    }
  },
);

testOnThreads("every epilogue is right behind every form", async (device) => {
  for (const form of FORMS) {
    for (const epilogue of EPILOGUES) {
      for (const cols of [1, 7, 16, 131]) {
        await checkGemm(device, randomGemm(50, 37, { cols, form, epilogue }));
      }
    }
  }
}, [2]);

testOnThreads(
  "sums longer than one packed panel's depth, and than one part of the terms, are right",
  async (device) => {
    for (const form of FORMS) {
      for (const inner of [127, 129, 1023, 1024, 1025, 2048, 5000]) {
        await checkGemm(device, randomGemm(20, inner, { cols: 13, form, epilogue: EPILOGUES[2] }));
      }
    }
  },
  [1, 2],
);

testOnThreads(
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

testOnThreads("200 random shapes, forms and epilogues are right", async (device) => {
  await fc.assert(
    fc.asyncProperty(anyGemm(80), async (problem) => void await checkGemm(device, problem)),
    { numRuns: 200 },
  );
}, [2]);

testOnThreads(
  "a check over poison passes with an epilogue, and a partial one by projection does",
  async (device) => {
    for (const form of FORMS) {
      for (const epilogue of [EPILOGUES[0], EPILOGUES[4]]) {
        const problem = randomGemm(2_500, 30, { cols: 10, form, epilogue });
        for (const kernel of [gemmNaiveWasm, gemmBlockedWasm]) {
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

testThreadsAgree("wasm", "any number of threads gives the same bits in every form", (device) => {
  const problems = FORMS.map((form) => randomGemm(100, 9_000, { cols: 33, form, epilogue: EPILOGUES[4] }));
  return Promise.all(problems.map((problem) => product(device, problem)));
});

testOnThreads("a plan multiplies what lies in A, B and the training step when it runs", async (device) => {
  const epilogue = { negativeSlope: 1, biased: false, dropout: { rate: 0.5, step: 3 } };
  const first = randomGemm(30, 20, { cols: 8, epilogue });
  const { a, b } = randomGemm(30, 20, { cols: 8, seed: 2 });
  const dropout = { ...first.epilogue!.dropout!, step: 4 };
  const second = { ...first, a, b, epilogue: { ...first.epilogue!, dropout } };
  const operands = gemm.stage(device, first) as GemmOperandsOf["wasm"];
  const plan = await gemmBlockedWasm.prepare(device, operands, {});
  plan.run();
  device.write(operands.a.panels[0].buffer, a);
  device.write(operands.b.panels[0].buffer, b);
  device.write(operands.epilogue!.dropout!.step, Uint32Array.of(4));
  plan.run();
  const got = new Float32Array(await device.read(operands.c.panels[0].buffer));
  const value = new Float64Array(8), magnitude = new Float64Array(8);
  for (let row = 0; row < 30; row++) {
    gemm.oracle.row(second, row, value, magnitude);
    for (let col = 0; col < 8; col++) assert.ok(Math.abs(got[row * 8 + col] - value[col]) < 1e-5);
  }
  plan.destroy();
  gemm.release(device, operands);
}, [1]);

Deno.test("an arena too small for an operand or the packed copy keeps nothing", async () => {
  const problem = randomGemm(64, 64, { cols: 64 });
  for (const matrices of [1.5, 2.5, 3.5]) {
    const device = openWasmDevice({ threads: 1, memoryBytes: matrices * 64 * 64 * 4 });
    const run = () =>
      verifyKernel({ operation: gemm, kernel: gemmBlockedWasm, device }, problem, { seed: 1 });
    await assert.rejects(run, OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
    device.close();
  }
});

testOnThreads("operands whose shapes differ from the problem's are refused", async (device) => {
  const operands = gemm.stage(device, randomGemm(6, 8, { cols: 5 })) as GemmOperandsOf["wasm"];
  for (const kernel of [gemmNaiveWasm, gemmBlockedWasm]) {
    const prepare = (changed: object) => async () =>
      await kernel.prepare(device, { ...operands, ...changed }, {});
    await assert.rejects(prepare({ form: "tn" }), UsageError);
    await assert.rejects(prepare({ rows: 7 }), UsageError);
    await assert.rejects(prepare({ epilogue: { negativeSlope: 1, bias: operands.a } }), UsageError);
  }
  gemm.release(device, operands);
}, [1]);
