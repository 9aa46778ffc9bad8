import assert from "node:assert/strict";
import fc from "fast-check";
import { openWasmDevice, type WasmDevice } from "../../../hardware/wasm/device.ts";
import { verifyKernel } from "../../../kernels/check.ts";
import { gemmBlockedWasm } from "../../../kernels/gemm/blocked_wasm.ts";
import type { GemmOperandsOf, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { gemmNaiveWasm } from "../../../kernels/gemm/naive_wasm.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { randomGemm } from "./gemm_problem.ts";

async function onThreads(counts: readonly number[], test: (device: WasmDevice) => Promise<void>) {
  for (const threads of counts) {
    const device = openWasmDevice({ threads });
    try {
      await test(device);
      assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
    } finally {
      device.close();
    }
  }
}

/** Both kernels over poison: every entry within the bound of its own arithmetic. */
async function assertRight(device: WasmDevice, problem: GemmProblem) {
  for (const kernel of [gemmNaiveWasm, gemmBlockedWasm]) {
    const report = await verifyKernel({ operation: gemm, kernel, device }, problem, { seed: 1 });
    const { rows, inner, cols } = problem;
    assert.ok(report.ok, `${kernel.id}, ${rows} x ${inner} x ${cols}: ${JSON.stringify(report)}`);
    assert.equal(report.checkedRows, rows);
  }
}

Deno.test("every width and every ragged number of rows is right on 1 to 3 threads", async () => {
  await onThreads([1, 2, 3], async (device) => {
    for (const cols of [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64, 130, 300]) {
      await assertRight(device, randomGemm(77, 43, { cols }));
    }
    for (const rows of [1, 2, 3, 5, 6, 7, 11, 12, 13]) {
      await assertRight(device, randomGemm(rows, 9, { cols: 20 }));
    }
  });
});

Deno.test("sums longer than one packed panel's depth are right", async () => {
  await onThreads([1, 2], async (device) => {
    for (const inner of [1023, 1024, 1025, 2048, 5000]) {
      await assertRight(device, randomGemm(20, inner, { cols: 13 }));
    }
  });
});

Deno.test("matrices without rows, columns or terms give nothing or zeros", async () => {
  await onThreads([1, 2], async (device) => {
    for (const [rows, inner, cols] of [[0, 0, 0], [0, 5, 3], [5, 0, 3], [5, 3, 0], [0, 0, 4], [1, 1, 1]]) {
      await assertRight(device, randomGemm(rows, inner, { cols }));
    }
  });
});

Deno.test("200 random shapes are right", async () => {
  const size = (max: number) => fc.integer({ min: 1, max });
  await onThreads([2], async (device) => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ rows: size(60), inner: size(90), cols: size(70), seed: fc.nat() }),
        ({ rows, inner, ...rest }) => assertRight(device, randomGemm(rows, inner, rest)),
      ),
      { numRuns: 200 },
    );
  });
});

Deno.test("a plan multiplies what lies in B when it runs", async () => {
  await onThreads([1], async (device) => {
    const first = randomGemm(30, 20, { cols: 8 }), second = randomGemm(30, 20, { cols: 8, seed: 2 });
    const operands = gemm.stage(device, first) as GemmOperandsOf["wasm"];
    const plan = await gemmBlockedWasm.prepare(device, operands, {});
    plan.run();
    device.write(operands.a.panels[0].buffer, second.a);
    device.write(operands.b.panels[0].buffer, second.b);
    plan.run();
    const got = new Float32Array(await device.read(operands.c.panels[0].buffer));
    const value = new Float64Array(8), magnitude = new Float64Array(8);
    for (let row = 0; row < 30; row++) {
      gemm.oracle.row(second, row, value, magnitude);
      for (let col = 0; col < 8; col++) assert.ok(Math.abs(got[row * 8 + col] - value[col]) < 1e-5);
    }
    plan.destroy();
    gemm.release(device, operands);
  });
});

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
