/**
 * Gradients of the programs that this project trains, all-active and on paths: Algorithm 2 as it is compiled,
 * beside Algorithm 2 as it is printed.
 *
 * @module
 */
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { isSymmetric } from "../../../graph/symmetry.ts";
import { RandomStream } from "../../../platform/random.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { partiallyActive, type PartiallyActiveShape } from "../../../training/partially_active.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import type { ReferenceProblem } from "./reference_backward.ts";

function randomData({ matrix, trainingSet, width, classes, seed }: ReferenceProblem): VertexData {
  const stream = new RandomStream(seed, "program gradients");
  const values = Float32Array.from({ length: matrix.rows * width }, () => 2 * stream.uniform() - 1);
  return {
    adjacency: matrix,
    symmetric: isSymmetric(matrix),
    features: { kind: "dense", width, values },
    truth: { labels: Uint32Array.from({ length: matrix.rows }, () => stream.below(classes)) },
    classes,
    split: { train: trainingSet, validation: trainingSet, test: trainingSet },
    drawn: ["features", "labels", "split"],
  };
}

/** Gradients of the weights after one step in float64, up to a common factor: Adam's first moments. */
async function gradients(
  { width, classes, layers: depth, seed }: ReferenceProblem,
  data: VertexData,
  { paths, active }: { readonly paths: readonly ExecutionPath[]; readonly active?: PartiallyActiveShape },
): Promise<Float64Array[]> {
  const layers = gcn({ classes, hidden: width, layers: depth, order: "transform-first" });
  const options = { layers, optimizer: adam({ weightDecay: 0 }), seed };
  const task = vertexClassification(vertexTaskShape(data), { ...options, ...(active && { active }) });
  const executor = new OracleExecutor(task.program, bindVertexData(task, data, paths));
  try {
    initialise(executor, task.program, { seed });
    executor.train(1);
    const moments = task.program.train.flatMap((step) => step.op === "adam" ? [step.firstMoment] : []);
    return await Promise.all(moments.map(async (moment) => Float64Array.from(await executor.read(moment))));
  } finally {
    executor.close();
  }
}

/** Gradients of a problem's weights by the program of all vertices, and by that of the paths. */
export async function programGradients(
  problem: ReferenceProblem,
  paths: readonly ExecutionPath[],
): Promise<{ readonly all: readonly Float64Array[]; readonly active: readonly Float64Array[] }> {
  const data = randomData(problem);
  return {
    all: await gradients(problem, data, { paths: [] }),
    // With a row for every vertex the oracle of a path product would not read the path's own matrix.
    active: await gradients(problem, data, {
      paths,
      active: partiallyActive(problem.trainingSet, paths, "compact"),
    }),
  };
}
