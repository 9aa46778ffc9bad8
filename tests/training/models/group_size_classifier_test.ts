/**
 * Tests of the hand-written gradients of pooling, readout and linear layers against finite differences, and
 * of the steps on a device against their oracles.
 *
 * @module
 */
import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { executionPaths } from "../../../graph/execution_paths.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { checkSteps } from "../../../training/executors/step_check.ts";
import {
  attentionProgram,
  inferenceProgram,
  scoresOf,
  selectLevels,
  trainingProgram,
} from "../../../training/models/group_size_classifier.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { batchGraphs } from "../../../training/pooling/graph_batch.ts";
import { assertGradients, randomParameters } from "../gradient_check.ts";
import type { PoolingClassifierOptions } from "../../../training/models/classifier_head.ts";

const MODEL: PoolingClassifierOptions = {
  levels: 2,
  width: 3,
  keep: 0.4,
  hidden: [5, 4],
  classes: 3,
  dropout: 0.2,
};

/** Batch of two graphs and a path, with four questions of two features. */
async function fixture() {
  const graph = rmat({ vertices: 14, edges: 30 }, 1);
  const [path] = executionPaths(graph, Uint32Array.of(1, 5), { layers: 1 });
  const batch = batchGraphs([graph, path.matrix, rmat({ vertices: 6, edges: 7 }, 2)]);
  const stream = new RandomStream(1, "questions");
  const questions = {
    graph: Uint32Array.of(0, 1, 1, 2),
    features: Float32Array.from({ length: 8 }, () => stream.normal()),
    labels: Uint32Array.of(2, 0, 1, 0),
  };
  const pooled = await selectLevels(batch, MODEL, ({ program, bindings }) => {
    const executor = new OracleExecutor(program, bindings);
    for (const [tensor, numbers] of randomParameters(program, 5)) executor.write(tensor, numbers);
    return executor;
  });
  return { questions, pooled };
}

Deno.test("gradients of the pooling classifier are those of finite differences", async () => {
  const { questions, pooled } = await fixture();
  for (const level of pooled.levels) assert.ok(level.selection!.kept.length > 0);
  const optimizer = adam({ weightDecay: 1e-3 });
  const { program, bindings } = trainingProgram(pooled, questions, { ...MODEL, optimizer, seed: 7 });
  await assertGradients(new OracleExecutor(program, bindings), program);
});

Deno.test("every step of the pooling classifier on threads is its oracle's", async () => {
  const { questions, pooled } = await fixture();
  const { program, bindings } = trainingProgram(pooled, questions, { ...MODEL, optimizer: adam(), seed: 7 });
  const device = openWasmDevice({ threads: 2 });
  try {
    const executor = await DeviceExecutor.open(device, program, bindings);
    initialise(executor, program, { seed: 3 });
    const report = await checkSteps(executor, { seed: 1 });
    assert.ok(report.ok, JSON.stringify(report));
    assert.equal(report.steps, program.train.length + program.evaluate.length);
    executor.close();
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("inference gives the scores of the training program's evaluation, and those of the graph alone", async () => {
  const { questions, pooled } = await fixture();
  const trained = trainingProgram(pooled, questions, { ...MODEL, optimizer: adam(), seed: 7 });
  const alone = inferenceProgram(pooled, questions, MODEL);
  const open = ({ program, bindings }: typeof alone) => {
    const executor = new OracleExecutor(program, bindings);
    initialise(executor, program, { seed: 3 });
    return executor;
  };
  const scores = await scoresOf(alone, open);
  assert.deepEqual(scores, await scoresOf(trained, open));
  assert.equal(scores.length, 12);
  assert.notDeepEqual(scores.slice(3, 6), scores.slice(6, 9));
});

Deno.test("a level whose vertices are not selected is refused below another, and behind linear layers", async () => {
  const { pooled: { batch, levels: [{ adjacency }, upper] } } = await fixture();
  const levels = [{ adjacency }, upper];
  assert.throws(() => attentionProgram({ batch, levels }, MODEL), UsageError);
});
