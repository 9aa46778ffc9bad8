/**
 * Checks that every kernel of products on paths must pass on the CPU, of WebAssembly or of machine code.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import { kernelName, type KernelOn, prepareKernel } from "../../../kernels/kernel.ts";
import { pathSpmm, type PathSpmmOperandsOf, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { graphs, weightedGraphs } from "../../graph/graph_fixture.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";
import { guardArena } from "../guarded_arena.ts";
import { awkwardProblems, lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";
import { shares } from "../../shares.ts";

/** Kernel of path-spmm on the CPU. */
export type PathOnCpu = KernelOn<"wasm", PathSpmmOperandsOf> | KernelOn<"x86", PathSpmmOperandsOf>;

/** Kernels of a backend: the whole graph, a mask, and the path. */
export function pathKernels(backend: PathOnCpu["backend"]): readonly PathOnCpu[] {
  return pathSpmm.kernels.filter((kernel) => kernel.backend === backend) as readonly PathOnCpu[];
}

/**
 * Runs a kernel on one problem over poison; every entry must be within its error bound, and nothing be
 * written behind a buffer.
 */
export async function assertRight(
  device: WasmDevice,
  kernel: PathOnCpu,
  problem: PathSpmmProblem,
): Promise<void> {
  using _ = guardArena(device);
  const report = await verifyKernel({ operation: pathSpmm, kernel, device }, problem, { seed: 1 });
  assert.ok(report.ok, `${kernelName(kernel)}, width ${problem.width}: ${JSON.stringify(report)}`);
  assert.equal(report.checkedRows, problem.matrix.rows);
}

/** Registers the tests that all kernels share. */
export function testPathKernel(kernel: PathOnCpu): void {
  const { backend } = kernel, name = kernelName(kernel);

  testOnCpu(backend, `${name}: every width and every awkward path is right`, async (device) => {
    for (const width of [1, 3, 4, 5, 8, 12, 13, 16, 31, 60, 64, 100, 128, 130, 256]) {
      for (const [, problem] of awkwardProblems(width)) await assertRight(device, kernel, problem);
    }
    const [, none] = awkwardProblems(0)[1];
    await assertRight(device, kernel, none);
  });

  testOnCpu(backend, `${name}: paths of random graphs, directed or not, are right`, async (device) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(graphs, weightedGraphs, graphs.map(gcnNormalise)),
        shares,
        fc.integer({ min: 1, max: 4 }),
        fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 300 })),
        fc.nat(),
        async (graph, share, hops, width, seed) => {
          await assertRight(device, kernel, pathProblem({ graph, share, hops, width, seed }));
        },
      ),
      { numRuns: 300 },
    );
  }, [2]);
}

/** Registers a test that a kernel reads only rows of X that are not 0, and writes only target rows of Y. */
export function testActiveRows(kernel: PathOnCpu): void {
  const criterion = `${
    kernelName(kernel)
  }: no row of X that is zero by Theorem 1 is read, only targets written`;
  testOnCpu(kernel.backend, criterion, async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(300, true), share: 0.05, hops: 1, width: 20 });
    const { path: { sources, targets }, matrix } = problem;
    const operands = pathSpmm.stage(device, problem) as PathSpmmOperandsOf["wasm"];
    // Rows of X outside the problem are NaN, so that even a product with 0 would be detected.
    const x = new Float32Array(matrix.cols * 20).fill(NaN);
    sources.forEach((u, i) => x.set(problem.features.subarray(i * 20, (i + 1) * 20), u * 20));
    device.write(operands.x.panels[0].buffer, x);
    poisonMatrix(device, operands.y);
    const plan = await prepareKernel(kernel, device, operands, 20);
    plan.run();
    const y = await readMatrix(device, operands.y);
    const written = new Set(targets);
    for (let v = 0; v < matrix.rows; v++) {
      const row = y.subarray(v * 20, (v + 1) * 20);
      assert.ok(row.every((value) => Number.isNaN(value) !== written.has(v)), `row ${v}`);
    }
    plan.destroy();
    pathSpmm.release(device, operands);
  }, [2]);
}
