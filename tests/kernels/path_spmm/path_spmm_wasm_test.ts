import assert from "node:assert/strict";
import { nnz } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { type KernelOn, prepareKernel } from "../../../kernels/kernel.ts";
import { pathSpmm, type PathSpmmOperandsOf, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { plantedGraph } from "../../graph/graph_fixture.ts";
import { testOnThreads } from "../../hardware/cpu/threads.ts";
import { pathKernels, testActiveRows, testPathKernel } from "./path_checks.ts";
import { lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";

const KERNELS = pathKernels("wasm"), [allActive, masked, executionPath] = KERNELS;

async function factsOf(device: WasmDevice, kernel: typeof KERNELS[number], problem: PathSpmmProblem) {
  const operands = pathSpmm.stage(device, problem);
  const plan = await prepareKernel(kernel, device, operands, problem.width);
  plan.destroy();
  pathSpmm.release(device, operands);
  return plan.facts!;
}

Deno.test("the contenders are the whole graph, a mask, and the path", () => {
  assert.deepEqual(KERNELS.map(({ id }) => id), ["all-active", "masked", "execution-path"]);
});

for (const kernel of KERNELS) testPathKernel(kernel);
for (const kernel of [masked, executionPath]) testActiveRows(kernel);

testOnThreads(
  "facts: the path multiplies its entries and tests none, the mask tests, the whole graph multiplies all",
  async (device) => {
    const graph = gcnNormalise(
      plantedGraph({ vertices: 500, community: 50, edges: 1500, inside: 0.8, seed: 1 }),
    );
    const problem = pathProblem({ graph, share: 0.05, hops: 1, width: 16 });
    const { path } = problem;
    const rows = path.targets.length, edges = nnz(path.matrix);
    const tests = path.targets.reduce((sum, v) => sum + graph.rowPtr[v + 1] - graph.rowPtr[v], 0);
    assert.ok(edges < tests && tests < nnz(graph), "the fixture tells the three apart");
    const [all, mask, own] = [
      await factsOf(device, allActive, problem),
      await factsOf(device, masked, problem),
      await factsOf(device, executionPath, problem),
    ];
    assert.deepEqual(
      [all, mask, own].map((facts) => [facts.edges, facts.edge_tests, facts.row_tests, facts.rows_written]),
      [[nnz(graph), 0, 0, 500], [edges, tests, 500, rows], [edges, 0, 0, rows]],
    );
    assert.deepEqual([all.bytes_moved, mask.bytes_moved, own.bytes_moved], [
      nnz(graph) * (8 + 64) + 500 * (4 + 64),
      500 * 5 + tests * 5 + edges * (4 + 64) + rows * 64,
      edges * (8 + 64) + rows * (8 + 64),
    ]);
  },
  [1],
);

testOnThreads("a path of a different graph, or features of a wrong size, are refused", (device) => {
  const problem = pathProblem({ graph: lopsidedGraph(50, true), share: 0.5, hops: 1, width: 4 });
  const small = pathProblem({ graph: lopsidedGraph(20, true), share: 1, hops: 1, width: 4 });
  for (
    const wrong of [
      { features: problem.features.subarray(4) },
      { matrix: small.matrix },
      { matrix: lopsidedGraph(50, false) },
    ]
  ) assert.throws(() => pathSpmm.stage(device, { ...problem, ...wrong }), UsageError);
  return Promise.resolve();
}, [1]);

testOnThreads(
  "the check fails a kernel that misses an entry or writes a row that is not active",
  async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(100, true), share: 0.1, hops: 1, width: 8 });
    const spoiled = (spoil: (operands: PathSpmmOperandsOf["wasm"]) => void) => ({
      ...executionPath as KernelOn<"wasm", PathSpmmOperandsOf>,
      prepare: async (on: WasmDevice, operands: PathSpmmOperandsOf["wasm"]) => {
        const plan = await executionPath.prepare(on as never, operands as never, {});
        return {
          ...plan,
          run: () => {
            plan.run();
            spoil(operands);
          },
        };
      },
    });
    const { targets } = problem.path;
    const idle = problem.matrix.rowPtr.findIndex((_, v) => !targets.includes(v));
    for (const [row, value] of [[targets[0], 0], [idle, 1e-6]]) {
      const kernel = spoiled(({ y }) => device.write(y.panels[0].buffer, Float32Array.of(value), row * 32));
      const report = await verifyKernel({ operation: pathSpmm, kernel, device }, problem, { seed: 1 });
      assert.ok(!report.ok && report.worst?.row === row, JSON.stringify(report));
    }
  },
  [1],
);
