import assert from "node:assert/strict";
import fc from "fast-check";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { kernelName, type KernelOn, prepareKernel } from "../../../kernels/kernel.ts";
import { emitExecutionPath } from "../../../kernels/path_spmm/execution_path/code_x86.ts";
import { emitMasked } from "../../../kernels/path_spmm/masked/code_x86.ts";
import { pathSpmm, type PathSpmmOperandsOf, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { verifyKernel } from "../../../kernels/verify_kernel.ts";
import { ReproError } from "../../../platform/errors.ts";
import { graphs, weightedGraphs } from "../../graph/graph_fixture.ts";
import { GuardedDevice } from "../../hardware/cpu/x86/guarded_device.ts";
import { onThreads, testOnX86 } from "../spmm/groups_x86/group_checks_x86.ts";
import { testEmission } from "../spmm/x86/x86_checks.ts";
import { awkwardProblems, lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";

type CpuKernel = KernelOn<"x86", PathSpmmOperandsOf> | KernelOn<"wasm", PathSpmmOperandsOf>;

const KERNELS = pathSpmm.kernels.filter((kernel) => kernel.backend === "x86");
const [, masked, executionPath] = KERNELS;

async function assertRight(device: X86Device, kernel: CpuKernel, problem: PathSpmmProblem) {
  const report = await verifyKernel({ operation: pathSpmm, kernel, device }, problem, { seed: 1 });
  assert.ok(report.ok, `${kernelName(kernel)}, width ${problem.width}: ${JSON.stringify(report)}`);
  assert.equal(report.checkedRows, problem.matrix.rows);
}

/** Bytes of Y after a run, and the plan's facts. */
async function productOf(device: X86Device, kernel: CpuKernel, problem: PathSpmmProblem) {
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

for (const kernel of KERNELS) {
  const name = kernelName(kernel);

  testOnX86(`${name}: every width and every awkward path is right, on 1 to 3 threads`, async () => {
    await onThreads([1, 2, 3], async (device) => {
      for (const width of [1, 4, 5, 8, 12, 16, 60, 64, 100, 128, 256]) {
        for (const [, problem] of awkwardProblems(width)) await assertRight(device, kernel, problem);
      }
      const [, none] = awkwardProblems(0)[1];
      await assertRight(device, kernel, none);
    });
  });

  testOnX86(`${name}: paths of random graphs, directed or not, are right`, async () => {
    await onThreads([2], async (device) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(graphs, weightedGraphs, graphs.map(gcnNormalise)),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 1, max: 300 }),
          fc.nat(),
          async (graph, share, hops, width, seed) => {
            await assertRight(device, kernel, pathProblem({ graph, share, hops, width, seed }));
          },
        ),
        { numRuns: 250 },
      );
    });
  });

  for (const side of ["end", "start"] as const) {
    testOnX86(`${name}: nothing beyond the ${side} of an operand is touched, padding is 0`, async () => {
      const device = new GuardedDevice(side);
      try {
        for (const width of [1, 4, 7, 16, 31, 60, 128, 300]) {
          for (const weighted of [true, false]) {
            for (const share of [0.1, 1]) {
              const graph = lopsidedGraph(60, weighted);
              const problem = pathProblem({ graph, share, hops: 2, width });
              await assertRight(device, kernel, problem);
              const { bytes, stride } = await productOf(device, kernel, problem);
              const y = new Float32Array(bytes.buffer);
              assert.ok(y.every((value, at) => at % stride < width || value === 0), `width ${width}`);
            }
          }
        }
        assert.equal(device.ledger.live, 0);
      } finally {
        device.close();
      }
    });
  }

  testOnX86(
    `${name}: its facts are those of WebAssembly, and its bits where a column has one sum`,
    async () => {
      const wasm = pathSpmm.kernels.find(({ id, backend }) => id === kernel.id && backend === "wasm")!;
      await onThreads([1, 3], async (device) => {
        for (const width of [128, 256]) {
          for (const weighted of [true, false]) {
            const graph = lopsidedGraph(400, weighted);
            const problem = pathProblem({ graph, share: 0.3, hops: 1, width });
            const { bytes, facts: { code_bytes, ...facts } } = await productOf(device, kernel, problem);
            const wanted = await productOf(device, wasm as CpuKernel, problem);
            assert.ok(code_bytes > 100);
            assert.deepEqual(facts, wanted.facts);
            assert.deepEqual(bytes, wanted.bytes);
          }
        }
      });
    },
  );

  testOnX86(`${name}: indices out of range are refused before code runs`, async () => {
    const problem = pathProblem({ graph: lopsidedGraph(50, true), share: 0.5, hops: 1, width: 4 });
    const { matrix, path } = problem, far = 2 ** 31;
    const outside: Record<string, object> = {
      matrix: { matrix: { ...matrix, colIdx: matrix.colIdx.with(3, far) } },
      offsets: { matrix: { ...matrix, rowPtr: matrix.rowPtr.with(50, far) } },
      sources: { path: { ...path, sources: path.sources.with(0, far) } },
      targets: { path: { ...path, targets: path.targets.with(0, far) } },
      path: { path: { ...path, matrix: { ...path.matrix, colIdx: path.matrix.colIdx.with(0, far) } } },
      lists: { path: { ...path, targets: path.targets.subarray(1) } },
    };
    const reads = kernel.id === "all-active" ? ["matrix", "offsets"] : Object.keys(outside);
    await onThreads([1], async (device) => {
      const operands = pathSpmm.stage(device, problem) as PathSpmmOperandsOf["wasm"];
      for (const what of reads) {
        const prepared = prepareKernel(kernel, device, { ...operands, ...outside[what] }, 4);
        await assert.rejects(() => prepared, ReproError, what);
      }
      pathSpmm.release(device, operands);
    });
  });
}

testOnX86(
  "mask and path in machine code read no row of X that is zero, and write only target rows",
  async () => {
    await onThreads([2], async (device) => {
      const problem = pathProblem({ graph: lopsidedGraph(300, true), share: 0.05, hops: 1, width: 20 });
      const { path: { sources, targets }, matrix } = problem;
      for (const kernel of [masked, executionPath]) {
        const operands = pathSpmm.stage(device, problem) as PathSpmmOperandsOf["wasm"];
        const x = new Float32Array(matrix.cols * 20).fill(NaN);
        sources.forEach((u, i) => x.set(problem.features.subarray(i * 20, (i + 1) * 20), u * 20));
        device.write(operands.x.panels[0].buffer, x);
        poisonMatrix(device, operands.y);
        const plan = await prepareKernel(kernel, device, operands, 20);
        plan.run();
        const y = await readMatrix(device, operands.y), written = new Set(targets);
        for (let v = 0; v < matrix.rows; v++) {
          const row = y.subarray(v * 20, (v + 1) * 20);
          assert.ok(row.every((value) => Number.isNaN(value) !== written.has(v)), `${kernel.id}, row ${v}`);
        }
        plan.destroy();
        pathSpmm.release(device, operands);
      }
    });
  },
);

testEmission(masked.id, emitMasked);
testEmission(executionPath.id, emitExecutionPath);
