import assert from "node:assert/strict";
import fc from "fast-check";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import type { KernelOn } from "../../../kernels/kernel.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import type { SpmmOperands, SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import type { WasmBuffer, WasmDevice } from "../../../hardware/cpu/device.ts";
import { ReproError } from "../../../platform/errors.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";

const EXHAUSTIVE = { seed: 1 };
/** Options that make a check partial, as for problems above 2e9 multiply-adds. */
const PARTIAL = { seed: 1, exhaustiveWork: 0 };

function exactResult(problem: SpmmProblem): Float32Array {
  const { rows, cols } = spmm.oracle.shape(problem);
  const value = new Float64Array(cols),
    magnitude = new Float64Array(cols),
    result = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    spmm.oracle.row(problem, row, value, magnitude);
    result.set(value, row * cols);
  }
  return result;
}

const small = randomProblem({ rows: 300, cols: 200, width: 10, entries: (row) => 1 + row % 40 });
/** Problem with far more rows than a partial check compares one by one. */
const large = randomProblem({ rows: 60_000, cols: 500, width: 6, entries: (row) => 1 + row % 5 });

/** Wrong variant of `row-split`: after a run, `spoil` may write to the output. */
function wrongKernel(
  id: string,
  spoil: (device: WasmDevice, operands: SpmmOperands<WasmBuffer>) => void,
  operandsOf: (operands: SpmmOperands<WasmBuffer>) => SpmmOperands<WasmBuffer> = (operands) => operands,
): KernelOn<"wasm", SpmmOperandsOf> {
  return {
    ...rowSplitWasm,
    id,
    prepare: async (device, operands, parameters) => {
      const plan = await rowSplitWasm.prepare(device, operandsOf(operands), parameters);
      return {
        run() {
          plan.run();
          spoil(device, operands);
        },
        destroy: () => plan.destroy(),
      };
    },
  };
}

/** Kernel that never computes the last ten rows, which keep the poison. */
const unfinished = wrongKernel("unfinished", () => {}, (operands) => {
  const { matrix, y } = operands;
  const begun = { ...matrix, rows: 290, rowPtr: matrix.rowPtr.slice(0, 291) };
  return { ...operands, matrix: begun, y: { ...y, rows: 290 } };
});
/** Kernel on a matrix whose row r lists the entries of row r + 1: every offset is off by one. */
const shifted = wrongKernel("shifted", () => {}, (operands) => {
  const { rowPtr } = operands.matrix;
  const next = rowPtr.map((at, row) => rowPtr[Math.min(row + 1, rowPtr.length - 1)] ?? at);
  return { ...operands, matrix: { ...operands.matrix, rowPtr: next } };
});
const oneCellNaN = wrongKernel("one-cell-nan", (device, { y }) => {
  const [{ buffer, stride }] = y.panels;
  device.write(buffer, Float32Array.of(NaN), (123 * stride + 4) * 4);
});

Deno.test("a right kernel passes, with its error below its bound", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    for (const options of [EXHAUSTIVE, PARTIAL]) {
      const report = await verifyKernel({ operation: spmm, kernel: rowSplitWasm, device }, small, options);
      assert.ok(report.ok);
      assert.ok(report.relErr > 0 && report.relErr <= report.tolerance && report.tolerance < 1e-5);
    }
  } finally {
    device.close();
  }
});

Deno.test("deliberately wrong kernels fail the check, which names the wrong entry", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    for (const options of [EXHAUSTIVE, PARTIAL]) {
      const verify = (kernel: typeof rowSplitWasm) =>
        verifyKernel({ operation: spmm, kernel, device }, small, options);
      const nan = await verify(oneCellNaN);
      assert.equal(nan.ok, false);
      assert.deepEqual([nan.worst?.row, nan.worst?.col, nan.worst?.got], [123, 4, NaN]);
      assert.equal(nan.relErr, Infinity);
      const partial = await verify(unfinished);
      assert.equal(partial.ok, false);
      assert.deepEqual([partial.worst?.row, partial.worst?.got], [290, NaN]);
      const off = await verify(shifted);
      assert.equal(off.ok, false);
      assert.ok(off.relErr > off.tolerance);
    }
  } finally {
    device.close();
  }
});

Deno.test("one wrong cell anywhere fails the partial check, mostly by the projections alone", () => {
  const right = exactResult(large);
  const clean = checkOutput(spmm, large, right, PARTIAL);
  assert.ok(clean.ok);
  assert.ok(clean.checkedRows < 14_000 && clean.checkedRows >= 10_000, `${clean.checkedRows} rows`);
  let byProjection = 0;
  fc.assert(
    fc.property(fc.nat(59_999), fc.nat(5), fc.nat(), (row, col, seed) => {
      const got = right.slice();
      got[row * 6 + col] += 1e-3;
      const report = checkOutput(spmm, large, got, { seed, exhaustiveWork: 0 });
      assert.equal(report.ok, false);
      assert.equal(report.worst?.row, row);
      if (report.worst?.col === undefined) byProjection++;
    }),
    { numRuns: 25, seed: 7 },
  );
  assert.ok(byProjection > 5, `${byProjection} of 25 rows were seen by a projection only`);
});

Deno.test("two wrong cells of one row that cancel in a plain sum do not pass", () => {
  const right = exactResult(large);
  let byProjection = 0;
  for (let row = 20_000; row < 20_020; row++) {
    const got = right.slice();
    got[row * 6] += 1e-3;
    got[row * 6 + 1] -= 1e-3;
    const { ok, worst } = checkOutput(spmm, large, got, PARTIAL);
    assert.equal(ok, false);
    if (worst?.col === undefined) byProjection++;
  }
  assert.ok(byProjection > 5, `${byProjection} of 20 rows were seen by a projection only`);
});

Deno.test("a NaN in a row that no sample reaches is found and named", () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    const got = exactResult(large);
    got[33_333 * 6 + 2] = value;
    const { ok, worst } = checkOutput(spmm, large, got, PARTIAL);
    assert.equal(ok, false);
    assert.deepEqual([worst?.row, worst?.col, worst?.got], [33_333, 2, value]);
  }
});

Deno.test("an entry without terms must be exactly zero", () => {
  const problem = randomProblem({ rows: 2, cols: 3, width: 1, entries: (row) => row });
  const got = exactResult(problem);
  assert.ok(checkOutput(spmm, problem, got, EXHAUSTIVE).ok);
  got[0] = 1e-20;
  const { ok, worst } = checkOutput(spmm, problem, got, EXHAUSTIVE);
  assert.deepEqual([ok, worst?.row, worst?.wanted], [false, 0, 0]);
});

Deno.test("the bound is that of float32 sums: an error of ten times it fails, a tenth passes", () => {
  const problem = randomProblem({ rows: 1, cols: 50, width: 1, entries: () => 50 });
  const value = new Float64Array(1), magnitude = new Float64Array(1);
  spmm.oracle.row(problem, 0, value, magnitude);
  const bound = 52 * 2 ** -23 * magnitude[0];
  const off = (error: number) => checkOutput(spmm, problem, Float32Array.of(value[0] + error), EXHAUSTIVE).ok;
  assert.equal(off(bound / 10), true);
  assert.equal(off(bound * 10), false);
});

Deno.test("a reference that is zero everywhere proves nothing and is refused", () => {
  const problem = { ...small, features: new Float32Array(small.features.length) };
  for (const options of [EXHAUSTIVE, PARTIAL]) {
    assert.throws(
      () => checkOutput(spmm, problem, new Float32Array(3000), options),
      (error) => error instanceof ReproError && /trivially zero/.test(error.message),
    );
  }
});

Deno.test("an error of a check names the kernel and its operation", async () => {
  const device = openWasmDevice({ threads: 1 });
  const needy: KernelOn<"wasm", SpmmOperandsOf> = {
    ...rowSplitWasm,
    needs: () => ({ workgroupBytes: 1, workgroupInvocations: 1, storageBindings: 1 }),
  };
  const trapping = wrongKernel("trapping", () => {
    throw new WebAssembly.RuntimeError("unreachable");
  });
  try {
    for (
      const [kernel, parameters, action] of [
        [needy, {}, 'prepare kernel "spmm/row-split@wasm"'],
        [rowSplitWasm, { absent: 1 }, 'set parameter "absent" of kernel "spmm/row-split@wasm"'],
        [trapping, {}, 'run kernel "spmm/trapping@wasm"'],
      ] as const
    ) {
      await assert.rejects(
        verifyKernel({ operation: spmm, kernel, device }, small, { ...EXHAUSTIVE, parameters }),
        (error) => error instanceof ReproError && error.message.includes(action),
      );
    }
  } finally {
    device.close();
  }
});

Deno.test("an output whose shape differs from the oracle's is refused", () => {
  assert.throws(() => checkOutput(spmm, small, new Float32Array(2999), EXHAUSTIVE), ReproError);
});
