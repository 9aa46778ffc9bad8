/**
 * Small graphs to partition in tests: a random one with uneven rows, and a task that a GCN learns.
 *
 * @module
 */
import {
  type PartitionedExecutor,
  type PartitionScheme,
  productProgram,
} from "../../../distributed/spmm/mod.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { RandomStream } from "../../../platform/random.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification, type VertexTask } from "../../../training/vertex_classification.ts";
import { bindVertexData, vertexData, vertexTaskShape } from "../../../training/vertex_data.ts";

/** Schemes (p, r) whose results must equal those of one rank. */
export const SCHEMES: readonly PartitionScheme[] = [
  ...[1, 2, 4, 8].map((ranks) => ({ ranks, replication: 1 })),
  ...[4, 8].map((ranks) => ({ ranks, replication: 2 })),
];

/** Product whose number of rows is divisible by no number of groups. */
export function smallProduct(vertices = 203, width = 12) {
  const stream = new RandomStream(5, "partitioned product");
  const ends = (skew: number) =>
    Uint32Array.from({ length: 12 * vertices }, () => Math.floor(vertices * stream.uniform() ** skew));
  const matrix = gcnNormalise(csrFromEdges({ vertices, source: ends(1), target: ends(3), symmetrise: true }));
  const features = Float32Array.from({ length: vertices * width }, () => 2 * stream.uniform() - 1);
  return { matrix, features, width };
}

/** Program of the product of {@link smallProduct}. */
export function smallProductProgram() {
  return productProgram(smallProduct());
}

/** Task of a 2-layer GCN on a stand-in of Archaea; `order` decides where the first layer aggregates. */
export async function smallTraining(order: "aggregate-first" | "transform-first") {
  const dataset = await loadDataset("archaea@1/4096", { seed: 1 });
  const data = await vertexData(dataset, { seed: 1, randomWidth: 24 });
  const task: VertexTask = vertexClassification(vertexTaskShape(data), {
    layers: gcn({ classes: data.classes, hidden: 16, order }),
    optimizer: adam(),
    seed: 1,
  });
  return {
    program: task.program,
    bindings: bindVertexData(task, data),
    vertices: data.adjacency.rows,
  };
}

/** Trains some epochs and returns losses and final parameters. */
export async function losses(training: PartitionedExecutor, epochs: number) {
  training.initialise(1);
  const found: number[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) {
    await training.train(epoch);
    found.push((await training.read(training.program.loss))[0]);
  }
  const parameters: Float32Array[] = [];
  for (const { tensor } of training.program.parameters) parameters.push(await training.read(tensor));
  await training.evaluate();
  return { losses: found, parameters, scores: await training.read(training.program.scores) };
}
