/**
 * What a peer is given is what our own program is: float64 training of the one loses what the other's oracle does.
 *
 * @module
 */
import assert from "node:assert/strict";
import { peerProblem } from "../../../experiments/peers/peer_problem.ts";
import { UsageError } from "../../../platform/errors.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gcn, type GcnOptions } from "../../../training/models/gcn.ts";
import { sgc } from "../../../training/models/sgc.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import { referenceTraining } from "./gcn_reference.ts";
import { trainingProblem } from "./training_problem.ts";

const { matrix, features, widths: [width], labels, sets: { train, test } } = trainingProblem();
const CLASSES = 3, SEED = 5, EPOCHS = 12;

const dense: VertexData = {
  adjacency: matrix,
  symmetric: true,
  features: { kind: "dense", width, values: features },
  truth: { labels },
  classes: CLASSES,
  split: { train, validation: new Uint32Array(), test },
  drawn: [],
};

/** Features of which only the positive ones are there. */
const sparse: VertexData = (() => {
  const kept = [...features.keys()].filter((i) => features[i] > 0);
  const rowPtr = Uint32Array.from(
    { length: matrix.rows + 1 },
    (_, r) => kept.filter((i) => i < r * width).length,
  );
  const colIdx = Uint32Array.from(kept, (i) => i % width),
    values = Float32Array.from(kept, (i) => features[i]);
  return {
    ...dense,
    features: { kind: "sparse", matrix: { rows: matrix.rows, cols: width, rowPtr, colIdx, values } },
  };
})();

function taskOf(data: VertexData, options: Partial<GcnOptions>, weightDecay: number) {
  const layers = gcn({ classes: CLASSES, hidden: 8, ...options });
  const optimizer = adam({ learningRate: 0.03, weightDecay });
  return vertexClassification(vertexTaskShape(data), { layers, optimizer, seed: SEED });
}

for (
  const [name, data, options] of [
    ["two layers", dense, {}],
    ["three layers with bias", dense, { layers: 3, bias: true }],
    ["sparse features", sparse, { bias: true }],
  ] as const
) {
  Deno.test(`a program and its problem for peers lose the same: ${name}`, async () => {
    const task = taskOf(data, options, 0.05);
    const wanted = referenceTraining(peerProblem(task.program, data, { seed: SEED }), EPOCHS).losses;
    assert.ok(wanted[EPOCHS - 1] < 0.95 * wanted[0], "nothing is learned");
    const executor = new OracleExecutor(task.program, bindVertexData(task, data));
    initialise(executor, task.program, { seed: SEED });
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      executor.train(epoch + 1);
      const [loss] = await executor.read(task.program.loss);
      assert.ok(
        Math.abs(loss / wanted[epoch] - 1) < 1e-6,
        `epoch ${epoch + 1}: ${loss} for ${wanted[epoch]}`,
      );
    }
    executor.close();
  });
}

Deno.test("dropout goes along, and a set without vertices does not", () => {
  const { program } = taskOf(dense, { dropout: 0.4 }, 0);
  const problem = peerProblem(program, dense, { seed: SEED, dropout: 0.4 });
  assert.deepEqual(problem.dropout, { input: 0.4, hidden: 0.4 });
  assert.deepEqual(Object.keys(problem.sets), ["train", "test"]);
});

Deno.test("what no peer trains is refused: other models, decay of all layers, several classes a vertex", () => {
  const optimizer = adam({ weightDecay: 0.01 });
  const refused = (layers: Parameters<typeof vertexClassification>[1]["layers"], data = dense) => {
    const { program } = vertexClassification(vertexTaskShape(dense), { layers, optimizer, seed: SEED });
    assert.throws(() => peerProblem(program, data, { seed: SEED }), UsageError);
  };
  refused(gcn({ classes: CLASSES, hidden: 8, decays: "all" }));
  refused(gcn({ classes: CLASSES, hidden: 8 }), { ...dense, truth: { targets: new Float32Array(1) } });
  refused(sgc({ classes: CLASSES, hops: 2 }));
});
