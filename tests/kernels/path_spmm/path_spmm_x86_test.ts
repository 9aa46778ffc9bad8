import assert from "node:assert/strict";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import { emitExecutionPath } from "../../../kernels/path_spmm/execution_path/code_x86.ts";
import { emitMasked } from "../../../kernels/path_spmm/masked/code_x86.ts";
import { pathSpmm, type PathSpmmOperandsOf, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { ReproError } from "../../../platform/errors.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { testEmission } from "../spmm/x86/x86_checks.ts";
import { assertRight, pathKernels, type PathOnCpu, testActiveRows, testPathKernel } from "./path_checks.ts";
import { lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";

const KERNELS = pathKernels("x86"), [, masked, executionPath] = KERNELS;

/** Bytes of Y after a run, and the plan's facts. */
async function productOf(device: WasmDevice, kernel: PathOnCpu, problem: PathSpmmProblem) {
  const operands = pathSpmm.stage(device, problem) as PathSpmmOperandsOf["wasm"];
  const plan = await prepareKernel(kernel, device, operands, problem.width);
  plan.run();
  const [{ buffer, stride }] = operands.y.panels;
  const bytes = new Uint8Array(await device.read(buffer, 4 * stride * operands.y.rows));
  plan.destroy();
  pathSpmm.release(device, operands);
  return { bytes, stride, facts: plan.facts! };
}

Deno.test("a device of machine code runs all products on paths in it", () => {
  const kernels = kernelsOn(pathSpmm.kernels, "x86");
  assert.deepEqual(kernels.map(kernelName), ["all-active@x86", "masked@x86", "execution-path@x86"]);
});

for (const [i, kernel] of KERNELS.entries()) {
  const name = kernelName(kernel);
  testPathKernel(kernel);

  testOnGuarded(`${name}: nothing beside an operand is touched, padding is 0`, async (device) => {
    for (const width of [1, 4, 7, 16, 31, 60, 128, 300]) {
      for (const weighted of [true, false]) {
        for (const share of [0.1, 1]) {
          const problem = pathProblem({ graph: lopsidedGraph(60, weighted), share, hops: 2, width });
          await assertRight(device, kernel, problem);
          const { bytes, stride } = await productOf(device, kernel, problem);
          const y = new Float32Array(bytes.buffer);
          assert.ok(y.every((value, at) => at % stride < width || value === 0), `width ${width}`);
        }
      }
    }
  });

  const criterion = `${name}: its facts are those of WebAssembly, and its bits where a column has one sum`;
  testOnX86(criterion, async (device) => {
    for (const width of [128, 256]) {
      for (const weighted of [true, false]) {
        const problem = pathProblem({ graph: lopsidedGraph(400, weighted), share: 0.3, hops: 1, width });
        const { bytes, facts: { code_bytes, ...facts } } = await productOf(device, kernel, problem);
        const wanted = await productOf(device, pathKernels("wasm")[i], problem);
        assert.ok(code_bytes > 100);
        assert.deepEqual(facts, wanted.facts);
        assert.deepEqual(bytes, wanted.bytes);
      }
    }
  });

  testOnX86(`${name}: indices out of range are refused before code runs`, async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(50, true), share: 0.5, hops: 1, width: 4 });
    const { matrix, path } = problem, far = 2 ** 31;
    const outside: Readonly<Record<string, Partial<PathSpmmProblem>>> = {
      matrix: { matrix: { ...matrix, colIdx: matrix.colIdx.with(3, far) } },
      offsets: { matrix: { ...matrix, rowPtr: matrix.rowPtr.with(50, far) } },
      sources: { path: { ...path, sources: path.sources.with(0, far) } },
      targets: { path: { ...path, targets: path.targets.with(0, far) } },
      path: { path: { ...path, matrix: { ...path.matrix, colIdx: path.matrix.colIdx.with(0, far) } } },
      lists: { path: { ...path, targets: path.targets.subarray(1) } },
    };
    const read = kernel.id === "all-active" ? ["matrix", "offsets"] : Object.keys(outside);
    const operands = pathSpmm.stage(device, problem) as PathSpmmOperandsOf["wasm"];
    for (const what of read) {
      const prepared = prepareKernel(kernel, device, { ...operands, ...outside[what] }, 4);
      await assert.rejects(() => prepared, ReproError, what);
    }
    pathSpmm.release(device, operands);
  }, [1]);
}

for (const kernel of [masked, executionPath]) testActiveRows(kernel);
testEmission(masked.id, emitMasked);
testEmission(executionPath.id, emitExecutionPath);
