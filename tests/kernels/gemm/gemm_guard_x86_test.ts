import assert from "node:assert/strict";
import { emitPartSum } from "../../../kernels/gemm/blocked/part_sum_x86.ts";
import { gemmBlockedX86 } from "../../../kernels/gemm/blocked/x86.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { gemmNaiveX86 } from "../../../kernels/gemm/naive/x86.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { EPILOGUES, FORMS, randomGemm } from "./gemm_problem.ts";

// The device refuses to run WebAssembly.
testOnGuarded("products and their epilogues run as machine code alone", async (device) => {
  for (const form of FORMS) {
    for (const epilogue of [undefined, ...EPILOGUES]) {
      for (const [rows, inner, cols] of [[13, 0, 5], [6, 40, 8], [35, 7, 44], [9, 2_100, 17]]) {
        const problem = randomGemm(rows, inner, { cols, form, ...(epilogue ? { epilogue } : {}) });
        for (const kernel of [gemmNaiveX86, gemmBlockedX86]) {
          const report = await verifyKernel({ operation: gemm, kernel, device }, problem, { seed: 1 });
          assert.ok(report.ok, `${kernel.id} ${form} ${JSON.stringify(report)}`);
        }
      }
    }
  }
});

Deno.test("sums of parts of every width can be emitted for AVX-512", () => {
  for (const columns of [4, 8, 12, 16, 64, 76, 300]) {
    assert.ok(emitPartSum("avx512", { columns, partBytes: 2 ** 25 }).needsAvx512);
  }
});
