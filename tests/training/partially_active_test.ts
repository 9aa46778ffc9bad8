/**
 * Tests of partially-active training against all-active training in float64: the same loss, the same
 * gradients.
 *
 * @module
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import { loadDataset } from "../../datasets/load.ts";
import { nnz } from "../../graph/csr.ts";
import { executionPaths } from "../../graph/execution_paths.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import { trainFullBatch } from "../../training/full_batch.ts";
import { dropout } from "../../training/layers/dropout.ts";
import { graphConvolution } from "../../training/layers/graph_convolution.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { linear } from "../../training/layers/linear.ts";
import { residual } from "../../training/layers/residual.ts";
import { gcn } from "../../training/models/gcn.ts";
import { gin } from "../../training/models/gin.ts";
import { lightGcn } from "../../training/models/lightgcn.ts";
import { sgc } from "../../training/models/sgc.ts";
import { partiallyActive } from "../../training/partially_active.ts";
import type { Program } from "../../training/program/program.ts";
import { type VertexData, vertexData } from "../../training/vertex_data.ts";
import {
  activeCases,
  type ActiveOptions,
  apart,
  assertEqual,
  bothWays,
  lastGradient,
  numbersOf,
  workedExample,
} from "./active_training.ts";
import { assertGradients } from "./gradient_check.ts";
import { plantedData } from "./vertex_task_fixture.ts";

/** Compares both trainings on the oracle, to 1e-12 of the largest entry; returns the numbers. */
async function compare(data: VertexData, layers: readonly Layer[], options: ActiveOptions) {
  const { all, part, paths } = bothWays(data, layers, options);
  const [whole, active] = [all, part].map(({ task, bindings }) => new OracleExecutor(task.program, bindings));
  const wanted = await numbersOf(whole, all.task.program);
  assertEqual(wanted, await numbersOf(active, part.task.program), 1e-12);
  return { whole, active, all, part, paths, wanted };
}

Deno.test("gradients on paths are those of all-active training to 1e-12, for any graph, depth, ratio, order and scope", async () => {
  let moved = 0, smaller = 0;
  await fc.assert(
    fc.asyncProperty(activeCases, async ({ data, layers, options }) => {
      const { whole, active, all, part, paths, wanted } = await compare(data, layers, options);
      if ([...wanted.values()].some((numbers) => numbers.some((x) => Math.abs(x) > 1e-3))) moved++;
      if (paths.some(({ matrix }) => nnz(matrix) < nnz(data.adjacency))) smaller++;
      if (!options.featureGradient) return;
      const full = lastGradient(all.task.program), kept = lastGradient(part.task.program);
      const wantedRows = await whole.read(full), rows = await active.read(kept);
      const reached = new Set(paths[paths.length - 1].targets);
      for (let v = 0; v < full.rows; v++) {
        const row = wantedRows.subarray(v * full.cols, (v + 1) * full.cols);
        assert.ok(reached.has(v) || row.every((x) => x === 0), `Theorem 1 at vertex ${v}`);
      }
      const index = kept.rows === full.rows
        ? [...wantedRows.keys()]
        : [...reached].flatMap((v) => Array.from({ length: full.cols }, (_, col) => v * full.cols + col));
      assert.ok(apart(index.map((i) => wantedRows[i]), rows) <= 1e-12, "gradient of the features");
    }),
    { numRuns: 600 },
  );
  assert.ok(moved > 450 && smaller > 120, `${moved} cases with gradients, ${smaller} with smaller paths`);
});

const MODELS: Readonly<Record<string, { readonly layers: readonly Layer[]; readonly hops: number }>> = {
  "dropout and LeakyReLU, whose masks no sign tells": {
    layers: [
      linear({ label: "layer 1", width: 6, negativeSlope: 0.2, dropout: 0.4, bias: true }),
      graphConvolution({ label: "layer 2", width: 5, negativeSlope: 0.3, dropout: 0.5 }),
      dropout({ label: "between", rate: 0.3 }),
      graphConvolution({ label: "layer 3", width: 3, order: "transform-first", bias: true }),
    ],
    hops: 2,
  },
  "several hops in one layer": { layers: sgc({ classes: 3, hops: 3, order: "transform-first" }), hops: 3 },
  "a linear head": {
    layers: [
      graphConvolution({ label: "layer 1", width: 4, negativeSlope: 0, order: "transform-first" }),
      linear({ label: "layer 2", width: 3, bias: true }),
    ],
    hops: 1,
  },
  "residual connections, with weights and without": {
    layers: [
      residual({
        layer: graphConvolution({ label: "layer 1", width: 5, negativeSlope: 0, order: "aggregate-first" }),
        bias: true,
      }),
      residual({
        layer: graphConvolution({ label: "layer 2", width: 3, order: "transform-first" }),
        negativeSlope: 0.2,
        dropout: 0.4,
      }),
    ],
    hops: 1,
  },
  "two linear layers behind a sum (gin)": { layers: gin({ classes: 3, hidden: 4, layers: 2 }), hops: 2 },
};

for (const [name, { layers, hops }] of Object.entries(MODELS)) {
  for (const gradients of ["compact", "full"] as const) {
    Deno.test(`gradients on ${gradients} paths are right with ${name}`, async () => {
      const planted = plantedData({ vertices: 30, directed: true });
      const data = { ...planted, split: { ...planted.split, train: Uint32Array.of(17, 3) } };
      const { active, part, paths } = await compare(data, layers, { hops, gradients });
      assert.ok(paths[0].targets.length < 15, "a path that leaves vertices out");
      await assertGradients(active, part.task.program);
    });
  }
}

const layersOf = (layers: number) =>
  gcn({ classes: 3, hidden: 4, layers, order: "aggregate-first", bias: true });

Deno.test("the worked example has the paper's paths, and their gradients", async () => {
  const { part, wanted } = await compare(workedExample([2, 4]), layersOf(2), {
    hops: 2,
    featureGradient: true,
  });
  const steps = part.task.program.train.filter(({ pass, op }) => pass === "backward" && op === "spmm");
  const shapes = steps.map((step) => {
    assert.ok(step.op === "spmm");
    return [step.matrix.rows, step.matrix.cols, step.matrix.nnz];
  });
  assert.deepEqual(shapes, [[2, 2, 4], [5, 2, 7]]);
  assert.ok(wanted.get("layer 1 weight")!.some((x) => Math.abs(x) > 1e-3));
});

Deno.test("with one layer and no gradient of the features there is no path, and nothing is aggregated backward", async () => {
  const { part, paths } = await compare(workedExample([1, 5]), layersOf(1), { hops: 1, neededOnly: true });
  assert.equal(paths.length, 0);
  const backward = part.task.program.train.filter(({ pass }) => pass === "backward");
  assert.ok(backward.every(({ phase }) => phase !== "aggregation"));
});

Deno.test("isolated training vertices give the weights no gradient but the biases one", async () => {
  for (const gradients of ["compact", "full"] as const) {
    const { wanted, paths } = await compare(workedExample([6, 5]), layersOf(3), { hops: 3, gradients });
    assert.deepEqual(paths.map(({ targets }) => targets.length), [0, 0, 0]);
    for (const label of ["layer 1 weight", "layer 2 weight", "layer 3 weight", "layer 2 bias"]) {
      assert.ok(wanted.get(label)!.every((x) => x === 0), label);
    }
    assert.ok(wanted.get("layer 3 bias")!.some((x) => Math.abs(x) > 1e-3));
  }
});

Deno.test("an empty training set has loss 0 and gradients 0, as all-active training has", async () => {
  for (const gradients of ["compact", "full"] as const) {
    const { wanted } = await compare(workedExample([]), layersOf(2), { hops: 2, gradients });
    for (const [label, numbers] of wanted) assert.ok(numbers.every((x) => x === 0), label);
  }
});

Deno.test("a training set that is the whole graph gathers nothing, and has the whole graph as its paths", async () => {
  const data = plantedData({ vertices: 20 });
  const train = Uint32Array.from({ length: 20 }, (_, v) => 19 - v);
  const { part, paths } = await compare(
    { ...data, split: { ...data.split, train } },
    layersOf(2),
    { hops: 2, featureGradient: true },
  );
  for (const { matrix } of paths) assert.equal(nnz(matrix), nnz(data.adjacency));
  assert.ok(part.task.program.train.every(({ op }) => op !== "gather-rows" && op !== "scatter-rows"));
});

Deno.test("a program binds the paths that it uses, and no transpose that it does not", () => {
  const data = plantedData({ vertices: 20, directed: true });
  const { part } = bothWays(data, layersOf(3), { hops: 3 });
  const labels = part.task.program.sparse.map(({ label }) => label);
  assert.deepEqual(labels, ["adjacency", "execution path 1", "execution path 2"]);
  const full = bothWays(data, layersOf(3), { hops: 3, gradients: "full" }).part.task.program;
  assert.deepEqual(full.sparse.map(({ label }) => label), [
    ...["adjacency", "adjacency transposed", "execution path 1", "execution path 2"],
  ]);
});

Deno.test("gathered rows are emitted once", () => {
  const data = plantedData({ vertices: 60 });
  const split = { ...data.split, train: Uint32Array.of(3) };
  const layers = gcn({ classes: 3, hidden: 4, layers: 2, order: "transform-first" });
  const { train } = bothWays({ ...data, split }, layers, { hops: 2 }).part.task.program;
  const gathered = train.flatMap((step) => step.op === "gather-rows" ? [step.x.label] : []);
  assert.equal(new Set(gathered).size, gathered.length);
  assert.ok(gathered.includes("layer 1 output"), gathered.join());
});

Deno.test("paths of another training set, too few paths and means over hops are refused with a way out", () => {
  const data = workedExample([2, 4]);
  const { adjacency } = data;
  const others = executionPaths(adjacency, Uint32Array.of(1), { layers: 2 });
  assert.throws(() => partiallyActive(data.split.train, others), { name: "UsageError" });
  const skipped = executionPaths(adjacency, data.split.train, { layers: 2 }).slice(1);
  assert.throws(() => partiallyActive(data.split.train, skipped), { name: "UsageError" });
  const first = { order: "transform-first", label: "layer 1", width: 3 } as const;
  assert.throws(() => bothWays(data, [graphConvolution(first)], { hops: 1, neededOnly: true }), {
    name: "UsageError",
    message: /emit backward aggregation 1.*0 execution paths/,
  });
  assert.throws(() => bothWays(data, lightGcn({ classes: 3, order: "transform-first" }), { hops: 3 }), {
    name: "UsageError",
    message: /mean over hops/,
  });
  const sparse = plantedData({ sparse: true });
  assert.throws(() => bothWays(sparse, gcn({ classes: 3, hidden: 4 }), { hops: 2, featureGradient: true }), {
    name: "UsageError",
    message: /sparse features/,
  });
});

Deno.test("equal seeds train to equal losses and accuracies on planted classes", async () => {
  const planted = plantedData({ vertices: 160, classes: 4, width: 40, degree: 3, sparse: true, seed: 3 });
  const data = {
    ...planted,
    split: { ...planted.split, train: planted.split.train.filter((v) => v % 4 === 1) },
  };
  const layers = gcn({ classes: 4, hidden: 8, dropout: 0.5 });
  const run = async (program: Program, executor: OracleExecutor) => {
    initialise(executor, program, { seed: 1 });
    const sets = { truth: data.truth, validation: data.split.validation, test: data.split.test };
    return (await trainFullBatch(executor, program, { epochs: 40, sets })).epochs;
  };
  const { all, part } = bothWays(data, layers, { hops: 2 });
  const [whole, active] = await Promise.all(
    [all, part].map(({ task: { program }, bindings }) => run(program, new OracleExecutor(program, bindings))),
  );
  assert.ok(apart(whole.map(({ loss }) => loss), active.map(({ loss }) => loss)) < 1e-9);
  for (const set of ["validation", "test"] as const) {
    assert.deepEqual(active.map((epoch) => epoch[set]!.accuracy), whole.map((epoch) => epoch[set]!.accuracy));
  }
  assert.ok(whole[39].loss < whole[0].loss * 0.7, "something was learned");
});

const directory = Deno.env.get("GNN_REPRO_DATA");
if (!directory) console.log("citation graphs: skipped, GNN_REPRO_DATA is not set");

for (const name of ["cora", "citeseer"]) {
  Deno.test({
    name:
      `gradients on paths are those of all-active training on the real ${name} graph, with its words and dropout`,
    ignore: !directory,
    fn: async () => {
      const dataset = await loadDataset(name, { strict: true });
      for (
        const [layers, trainingShare, normalise] of [
          [2, 0.1, gcnNormalise],
          [6, 0.01, (graph: typeof dataset.graph) => graph],
        ] as const
      ) {
        const data = await vertexData(dataset, { seed: 2, trainingShare, normalise });
        const model = gcn({
          classes: data.classes,
          hidden: 16,
          layers,
          dropout: 0.5,
          order: "transform-first",
        });
        const { paths } = await compare(data, model, { hops: layers });
        assert.ok(nnz(paths[0].matrix) < nnz(data.adjacency));
      }
    },
  });
}
