/**
 * Trains a two-layer GCN on the threads of this machine. The graph is a stand-in, so its classes are planted
 * here: the four parts that a partitioner finds, which each vertex's own features only hint at.
 *
 *     deno run -A examples/train_a_gcn.ts
 *
 * @module
 */
import {
  adamOptimizer,
  bindVertexData,
  DeviceExecutor,
  gcn,
  gcnNormalise,
  initialise,
  loadDataset,
  openWasmDevice,
  partitionGraph,
  RandomStream,
  trainFullBatch,
  vertexClassification,
  type VertexData,
  vertexTaskShape,
} from "gnn-repro";

const { graph } = await loadDataset("ogbn-products@1/512", { seed: 1 });
const stream = new RandomStream(1, "noisy features");
const vertices = Uint32Array.from({ length: graph.rows }, (_, v) => v);
const classes = 4, width = 8;
const labels = partitionGraph(graph, classes, { seed: 1 }).parts;
const values = new Float32Array(graph.rows * width);
for (const v of vertices) {
  for (let i = 0; i < width; i++) values[v * width + i] = stream.normal() + (i === labels[v] ? 1 : 0);
}
const data: VertexData = {
  adjacency: gcnNormalise(graph),
  symmetric: true,
  features: { kind: "dense", width, values },
  truth: { labels },
  classes,
  split: {
    train: vertices.filter((v) => v % 5 < 3),
    validation: vertices.filter((v) => v % 5 === 3),
    test: vertices.filter((v) => v % 5 === 4),
  },
  drawn: ["features", "labels"],
};

const task = vertexClassification(vertexTaskShape(data), {
  layers: gcn({ classes, hidden: 16, bias: true }),
  optimizer: adamOptimizer({ learningRate: 0.02 }),
  seed: 1,
});
const device = openWasmDevice({ threads: 2 });
const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
initialise(executor, task.program, { seed: 1 });
const { epochs, best } = await trainFullBatch(executor, task.program, {
  epochs: 60,
  evaluateEvery: 20,
  sets: { truth: data.truth, validation: data.split.validation, test: data.split.test },
});
console.log(`loss ${epochs[0].loss.toFixed(3)} at first, ${best.loss.toFixed(3)} after ${best.epoch} epochs`);
console.log(
  `accuracy on ${data.split.test.length} unseen vertices: ${(100 * best.test!.accuracy).toFixed(1)} %`,
);
executor.close();
device.close();
