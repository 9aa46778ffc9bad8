import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { verifyKernel } from "../../../kernels/verify_kernel.ts";
import { type KernelOn, prepareKernel } from "../../../kernels/kernel.ts";
import { pathSpmm, type PathSpmmOperandsOf, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { graphs, plantedGraph, weightedGraphs } from "../../graph/graph_fixture.ts";
import { awkwardProblems, lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";

const KERNELS = pathSpmm.kernels.filter((kernel) => kernel.backend === "wasm");
const [allActive, masked, executionPath] = KERNELS;

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

async function assertRight(device: WasmDevice, kernel: typeof KERNELS[number], problem: PathSpmmProblem) {
  const report = await verifyKernel({ operation: pathSpmm, kernel, device }, problem, { seed: 1 });
  assert.ok(report.ok, `${kernel.id}, width ${problem.width}: ${JSON.stringify(report)}`);
  assert.equal(report.checkedRows, problem.matrix.rows);
}

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

for (const kernel of KERNELS) {
  Deno.test(`${kernel.id}: every width and every awkward path is right, on 1 to 3 threads`, async () => {
    await onThreads([1, 2, 3], async (device) => {
      for (const width of [1, 3, 4, 8, 13, 16, 31, 64, 130]) {
        for (const [, problem] of awkwardProblems(width)) await assertRight(device, kernel, problem);
      }
      const [, none] = awkwardProblems(0)[1];
      await assertRight(device, kernel, none);
    });
  });

  Deno.test(`${kernel.id}: paths of random graphs, directed or not, are right`, async () => {
    await onThreads([2], async (device) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(graphs, weightedGraphs, graphs.map(gcnNormalise)),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 1, max: 40 }),
          fc.nat(),
          async (graph, share, hops, width, seed) => {
            await assertRight(device, kernel, pathProblem({ graph, share, hops, width, seed }));
          },
        ),
        { numRuns: 300 },
      );
    });
  });
}

Deno.test("mask and path read no row of X that is zero by Theorem 1, and write only target rows of Y", async () => {
  await onThreads([2], async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(300, true), share: 0.05, hops: 1, width: 20 });
    const { path: { sources, targets }, matrix } = problem;
    for (const kernel of [masked, executionPath]) {
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
        assert.ok(row.every((value) => Number.isNaN(value) !== written.has(v)), `${kernel.id}, row ${v}`);
      }
      plan.destroy();
      pathSpmm.release(device, operands);
    }
  });
});

Deno.test("facts: the path multiplies its entries and tests none, the mask tests, the whole graph multiplies all", async () => {
  await onThreads([1], async (device) => {
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
  });
});

Deno.test("a path of a different graph, or features of a wrong size, are refused", async () => {
  const problem = pathProblem({ graph: lopsidedGraph(50, true), share: 0.5, hops: 1, width: 4 });
  const small = pathProblem({ graph: lopsidedGraph(20, true), share: 1, hops: 1, width: 4 });
  await onThreads([1], (device) => {
    for (
      const wrong of [
        { features: problem.features.subarray(4) },
        { matrix: small.matrix },
        { matrix: lopsidedGraph(50, false) },
      ]
    ) assert.throws(() => pathSpmm.stage(device, { ...problem, ...wrong }), UsageError);
    return Promise.resolve();
  });
});

Deno.test("the check fails a kernel that misses an entry or writes a row that is not active", async () => {
  await onThreads([1], async (device) => {
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
  });
});
