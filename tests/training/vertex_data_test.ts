/**
 * Tests of the preparation of datasets: normalisation, random draws and bindings.
 *
 * @module
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { loadDataset } from "../../datasets/load.ts";
import { cutDataset } from "../../distributed/partition_files/cut_dataset.ts";
import { nnz } from "../../graph/csr.ts";
import { transpose } from "../../graph/transpose.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { initialNumbers } from "../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import { SparseInput } from "../../training/layers/features.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { transposedEntries } from "../../training/transposed_entries.ts";
import { vertexClassification, type VertexTask } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import { graphOf, weightedGraphs } from "../graph/graph_fixture.ts";

function taskOf(data: VertexData, dropout = 0): VertexTask {
  const layers = gcn({ classes: data.classes, hidden: 4, dropout });
  return vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed: 1 });
}

const PLAIN: LoadedDataset = {
  id: "tiny",
  kind: "real",
  graph: graphOf(6, [[0, 1], [1, 2], [3, 4], [4, 5]], { symmetrise: true }),
  hash: "",
  counts: { vertices: 6, storedEdges: 8, undirectedEdges: 4 },
  note: "",
};

const WORDS = {
  rows: 6,
  cols: 3,
  rowPtr: Uint32Array.of(0, 2, 3, 3, 4, 5, 6),
  colIdx: Uint32Array.of(0, 2, 1, 0, 1, 2),
  values: Float32Array.of(1, 3, 1, 1, 1, 1),
};

Deno.test("the order of a transpose's entries moves their values as the transpose does", () => {
  fc.assert(fc.property(weightedGraphs, (matrix) => {
    const order = transposedEntries(matrix);
    assert.deepEqual(Float32Array.from(order, (e) => matrix.values![e]), transpose(matrix).values);
  }));
});

Deno.test("labels, split and sparse features of a dataset are bound as they are, words divided by row sums", async () => {
  const dataset: LoadedDataset = {
    ...PLAIN,
    features: { kind: "sparse", width: 3, load: () => Promise.resolve(WORDS) },
    labels: Int32Array.of(0, 1, -1, 1, 0, 0),
    classes: 2,
    split: { train: Uint32Array.of(0, 3), validation: Uint32Array.of(1), test: Uint32Array.of(4, 5) },
  };
  const data = await vertexData(dataset, { seed: 1 });
  assert.deepEqual(data.drawn, []);
  assert.equal(data.symmetric, true);
  const task = taskOf(data, 0.5);
  const bindings = bindVertexData(task, data);
  assert.ok(task.features instanceof SparseInput);
  assert.deepEqual(
    bindings.sparse.get(task.features.matrix)!.values,
    Float32Array.of(0.25, 0.75, 1, 1, 1, 1),
  );
  assert.deepEqual(
    bindings.inputs.get(task.features.madeEntries!.values),
    Float32Array.of(0.25, 0.75, 1, 1, 1, 1),
  );
  assert.deepEqual(bindings.indices.get(task.features.madeEntries!.order), Uint32Array.of(0, 3, 2, 4, 1, 5));
  assert.deepEqual(bindings.inputs.get(task.weights), Float32Array.of(0.5, 0, 0, 0.5, 0, 0));
  assert.ok("labels" in task.truth);
  assert.deepEqual(bindings.indices.get(task.truth.labels), Uint32Array.of(0, 1, 0, 1, 0, 0));
  assert.equal(nnz(bindings.sparse.get(task.adjacency.matrix)!), 14, "8 entries and 6 loops");
  // The executor checks every binding against the program.
  new OracleExecutor(task.program, bindings).train(1);
});

Deno.test("sparse features of both signs stay as they are: their sums would turn and blow up rows", async () => {
  const values = Float32Array.of(1, -0.9, 2, 1, -1, 1), matrix = { ...WORDS, values };
  const features = { kind: "sparse", width: 3, load: () => Promise.resolve(matrix) } as const;
  assert.deepEqual((await vertexData({ ...PLAIN, features }, { seed: 1, classes: 2 })).features, {
    kind: "sparse",
    matrix,
  });
  const notes = async (of: typeof features) =>
    (await cutDataset({ ...PLAIN, features: of }, { parts: 1, seed: 1, classes: 2 })).notes;
  assert.match(`${await notes(features)}`, /rows are not divided by their sums\.$/);
  const words = { ...features, load: () => Promise.resolve(WORDS) };
  assert.deepEqual(await notes(words), ["Each row of the sparse features is divided by its sum."]);
});

Deno.test("sparse features without dropout need no entries of their own", async () => {
  const features = { kind: "sparse", width: 3, load: () => Promise.resolve(WORDS) } as const;
  const task = taskOf(await vertexData({ ...PLAIN, features }, { seed: 1, classes: 2 }));
  assert.ok(task.features instanceof SparseInput);
  assert.equal(task.features.madeEntries, undefined);
});

Deno.test("what a dataset does not have is drawn, the same again for the same seed, and said", async () => {
  const options = { seed: 5, classes: 3, randomWidth: 8 };
  const [data, again, other] = await Promise.all(
    [options, options, { ...options, seed: 6 }].map((each) => vertexData(PLAIN, each)),
  );
  assert.deepEqual(data.drawn, ["features", "labels", "split"]);
  assert.deepEqual(again, data);
  assert.notDeepEqual(other.features, data.features);
  assert.ok(data.features.kind === "dense" && data.features.values.length === 48);
  assert.ok(data.features.values.every((value) => value >= -1 && value < 1));
  assert.ok(data.truth.labels!.every((label) => label < 3));
  const all = [...data.split.train, ...data.split.validation, ...data.split.test].sort();
  assert.deepEqual(all, [0, 1, 2, 3, 4, 5]);
  const task = taskOf(data);
  new OracleExecutor(task.program, bindVertexData(task, data)).train(1);
});

Deno.test("a random split has the share that was asked for and leaves out vertices without label", async () => {
  const labels = Int32Array.from({ length: 6 }, (_, v) => v === 2 ? -1 : v % 2);
  const data = await vertexData({ ...PLAIN, labels }, { seed: 1, randomWidth: 2, trainingShare: 0.4 });
  assert.deepEqual([data.split.train, data.split.validation, data.split.test].map(({ length }) => length), [
    2,
    1,
    2,
  ]);
  assert.ok(![...data.split.train, ...data.split.validation, ...data.split.test].includes(2));
  assert.equal(data.classes, 2);
});

Deno.test("a share of 1 trains on all labelled vertices, the least share on one", async () => {
  const labels = Int32Array.of(0, 0, -1, 0, 0, 0);
  const dataOf = (trainingShare: number) =>
    vertexData({ ...PLAIN, labels }, { seed: 1, randomWidth: 2, trainingShare });
  const { split, classes } = await dataOf(1);
  assert.deepEqual([split.train, split.validation, split.test].map(({ length }) => length), [5, 0, 0]);
  assert.equal(classes, 1);
  const { split: least } = await dataOf(0.001);
  assert.deepEqual([least.train, least.validation, least.test].map(({ length }) => length), [1, 1, 3]);
});

Deno.test("a published split loses vertices without a label, which would count as class 0", async () => {
  const dataset: LoadedDataset = {
    ...PLAIN,
    labels: Int32Array.of(0, 1, -1, 1, -1, 0),
    split: { train: Uint32Array.of(0, 2, 3), validation: Uint32Array.of(1, 4), test: Uint32Array.of(5) },
  };
  const { split, drawn } = await vertexData(dataset, { seed: 1, randomWidth: 2 });
  assert.deepEqual(split, {
    train: Uint32Array.of(0, 3),
    validation: Uint32Array.of(1),
    test: Uint32Array.of(5),
  });
  assert.deepEqual(drawn, ["features"]);
});

Deno.test("labels of which no vertex has one are drawn, as where there are none", async () => {
  const split = { train: Uint32Array.of(0, 2), validation: Uint32Array.of(1), test: Uint32Array.of(5) };
  const none: LoadedDataset = { ...PLAIN, labels: new Int32Array(6).fill(-1), classes: 0, split };
  await assert.rejects(vertexData(none, { seed: 1, randomWidth: 2 }), {
    name: "MissingError",
    message: /found no vertex with a label, wanted the number of classes/,
  });
  const data = await vertexData(none, { seed: 1, randomWidth: 2, classes: 3 });
  assert.deepEqual(data.split, split);
  assert.deepEqual([data.drawn, data.classes], [["features", "labels"], 3]);
});

Deno.test("several labels a vertex become targets", async () => {
  const multiLabels = { width: 2, values: Uint8Array.from({ length: 12 }, (_, i) => i % 3 === 0 ? 1 : 0) };
  const data = await vertexData({ ...PLAIN, multiLabels }, { seed: 1, randomWidth: 2 });
  assert.deepEqual(data.drawn, ["features", "split"]);
  const task = taskOf(data);
  assert.ok("targets" in task.truth);
  assert.deepEqual(
    bindVertexData(task, data).inputs.get(task.truth.targets),
    Float32Array.from(multiLabels.values),
  );
});

Deno.test("a directed graph gets a transpose of its own", async () => {
  const directed = { ...PLAIN, graph: graphOf(6, [[0, 1], [1, 2], [3, 4], [4, 5]]) };
  const data = await vertexData(directed, { seed: 1, randomWidth: 2, classes: 2 });
  const task = taskOf(data);
  assert.notEqual(task.adjacency.transposed, task.adjacency.matrix);
  const bindings = bindVertexData(task, data);
  assert.deepEqual(bindings.sparse.get(task.adjacency.transposed!), transpose(data.adjacency));
});

Deno.test("what nothing says and what fits no program is refused", async () => {
  await assert.rejects(vertexData(PLAIN, { seed: 1, classes: 2 }), {
    name: "MissingError",
    message: /wanted the width of random ones.*--width.*`randomWidth`/,
  });
  await assert.rejects(vertexData(PLAIN, { seed: 1, randomWidth: 2 }), {
    name: "MissingError",
    message: /wanted the number of classes of random ones.*--classes.*`classes`/,
  });
  const given = { seed: 1, randomWidth: 2, classes: 2 };
  await assert.rejects(vertexData(PLAIN, { ...given, trainingShare: 0 }), /training share of 0/);
  await assert.rejects(vertexData(PLAIN, { ...given, randomWidth: 0 }), /0 columns/);
  const data = await vertexData(PLAIN, given);
  const features = { kind: "sparse", matrix: WORDS } as const;
  assert.throws(() => bindVertexData(taskOf(data), { ...data, features }), /sparse features/);
  const truth = { targets: new Float32Array(12) };
  assert.throws(() => bindVertexData(taskOf(data), { ...data, truth }), /several labels/);
});

Deno.test("a stand-in is bound with random features of the published width", async () => {
  const dataset = await loadDataset("reddit@1/1024", { seed: 7 });
  const data = await vertexData(dataset, { seed: 7 });
  assert.ok(data.features.kind === "dense" && data.features.width === 602);
  assert.ok(data.drawn.includes("features") && !data.drawn.includes("labels"));
  assert.equal(vertexTaskShape(data).classes, 41);
});

Deno.test("Glorot's numbers fill their range, differ by label and seed, and repeat", () => {
  const parameter = (label: string) => ({
    tensor: { id: 0, label, kind: "parameter", rows: 40, cols: 20 } as const,
    initialisation: "glorot" as const,
  });
  const numbers = initialNumbers(parameter("layer 1 weight"), 1);
  const limit = Math.sqrt(6 / 60);
  assert.ok(numbers.every((number) => Math.abs(number) <= limit));
  const variance = sumOf(numbers, (number) => number * number) / numbers.length;
  assert.ok(Math.abs(variance / (limit * limit / 3) - 1) < 0.15, `${variance}`);
  assert.deepEqual(initialNumbers(parameter("layer 1 weight"), 1), numbers);
  assert.notDeepEqual(initialNumbers(parameter("layer 2 weight"), 1), numbers);
  assert.notDeepEqual(initialNumbers(parameter("layer 1 weight"), 2), numbers);
  assert.ok(
    initialNumbers({ ...parameter("b"), initialisation: "zeros" }, 1).every((number) => number === 0),
  );
});
