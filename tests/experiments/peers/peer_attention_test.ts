/** A GAT that libraries train on the whole graph: their losses are those of this project's oracles. @module */
import assert from "node:assert/strict";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { closePeers } from "../../../experiments/peers/open_peers.ts";
import { peerProblem } from "../../../experiments/peers/peer_problem.ts";
import { PeerTraining } from "../../../experiments/peers/peer_training.ts";
import { TRAINING_PEERS } from "../../../experiments/peers/peers.ts";
import { MissingError, UsageError } from "../../../platform/errors.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gat } from "../../../training/models/gat.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import { trainingProblem } from "./training_problem.ts";

const { matrix: { values: _, ...adjacency }, features, widths: [width], labels, sets } = trainingProblem();
const EPOCHS = 5, SEED = 5;

/** Entries with the vertices themselves, without values. */
const data: VertexData = {
  adjacency,
  symmetric: true,
  features: { kind: "dense", width, values: features },
  truth: { labels },
  classes: 4,
  split: { train: sets.train, validation: new Uint32Array(), test: sets.test },
  drawn: [],
};

function problemOf() {
  const layers = gat({ classes: 4, heads: 2, headWidth: 3, layers: 3 });
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed: SEED });
  return { task, problem: peerProblem(task.program, data, { seed: SEED }) };
}

async function oracleLosses(): Promise<number[]> {
  const { task } = problemOf(), { program } = task;
  const executor = new OracleExecutor(program, bindVertexData(task, data));
  initialise(executor, program, { seed: SEED });
  const losses: number[] = [];
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    executor.train(epoch);
    losses.push((await executor.read(program.loss))[0]);
  }
  executor.close();
  return losses;
}

Deno.test("heads and attention vectors go along, and vectors that are lacking are refused", async () => {
  const { problem } = problemOf();
  assert.deepEqual([problem.widths, problem.heads], [[width, 6, 6, 4], [2, 2, 1]]);
  assert.equal(problem.parameters.A3.length, 8);
  const { A2: _, ...parameters } = problem.parameters;
  await assert.rejects(PeerTraining.open("pyg", { ...problem, parameters }, { threads: 1 }), UsageError);
});

for (const { id, environment } of TRAINING_PEERS) {
  const absent = environmentPython(environment) === undefined;
  if (absent) {
    console.log(
      `peer ${id}: its GAT is not tested, ${environment} is not set up (deno task peers:setup ${environment})`,
    );
  }
  const has = id === "pyg" || id === "dgl";
  Deno.test({
    name: has ? `${id} trains a GAT as the oracles do` : `${id} has no attention layer, and says so`,
    ignore: absent,
    fn: async () => {
      try {
        const { problem } = problemOf();
        const opening = PeerTraining.open(id, problem, { threads: 1 });
        if (!has) {
          await assert.rejects(opening, MissingError);
          return;
        }
        const training = await opening,
          { losses } = await training.train(EPOCHS),
          wanted = await oracleLosses();
        assert.ok(wanted[EPOCHS - 1] < 0.98 * wanted[0], "nothing is learned");
        losses.forEach((loss, epoch) =>
          assert.ok(
            Math.abs(loss / wanted[epoch] - 1) < 1e-4,
            `epoch ${epoch + 1}: ${loss} for ${wanted[epoch]}`,
          )
        );
        training.close();
      } finally {
        await closePeers();
      }
    },
  });
}
