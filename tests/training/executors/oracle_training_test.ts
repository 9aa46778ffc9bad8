/**
 * Tests of whole trainings on the oracle, which must find planted classes.
 *
 * @module
 */
import assert from "node:assert/strict";
import { DeviceError, UsageError } from "../../../platform/errors.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { scoreSet } from "../../../training/metrics.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { lightGcn } from "../../../training/models/lightgcn.ts";
import { sgc } from "../../../training/models/sgc.ts";
import { adam, ADAM_DEFAULTS } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import { boundGcn } from "../plain_program.ts";
import { oracleTask, plantedData } from "../vertex_task_fixture.ts";
import { assertRefusesWork } from "./executor_contract.ts";

async function train(data: VertexData, layers: readonly Layer[], steps: number) {
  const { program, ...operands } = vertexClassification(vertexTaskShape(data), {
    layers,
    optimizer: adam({ learningRate: 0.2, weightDecay: 5e-5 }),
    seed: 1,
  });
  const executor = new OracleExecutor(program, bindVertexData({ program, ...operands }, data));
  initialise(executor, program, { seed: 1 });
  const losses: number[] = [];
  for (let step = 1; step <= steps; step++) {
    executor.train(step);
    losses.push((await executor.read(program.loss))[0]);
  }
  executor.evaluate();
  const scored = { scores: await executor.read(program.scores), classes: data.classes, truth: data.truth };
  return { losses, test: scoreSet(scored, data.split.test) };
}

const CITATIONS = plantedData({ vertices: 240, classes: 4, width: 60, degree: 3, sparse: true, seed: 3 });

const MODELS: Readonly<Record<string, readonly Layer[]>> = {
  "gcn with dropout": gcn({ classes: 4, hidden: 16, dropout: 0.5 }),
  sgc: sgc({ classes: 4 }),
  lightgcn: lightGcn({ classes: 4 }),
};

for (const [name, layers] of Object.entries(MODELS)) {
  Deno.test(`${name} finds planted classes of sparse features in 50 steps`, async () => {
    const { losses, test } = await train(CITATIONS, layers, 50);
    assert.ok(Math.abs(losses[0] - Math.log(4)) < 0.2, `begins near log 4, not at ${losses[0]}`);
    assert.ok(losses[49] < losses[0] / 2, `${losses[0]} to ${losses[49]}`);
    assert.ok(test.accuracy > 0.9, `test accuracy ${test.accuracy}`);
  });
}

Deno.test("Adam's constants are Kingma and Ba's but for the rate, and nothing decays unless it is asked", () => {
  const usual = { learningRate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 };
  assert.deepEqual(ADAM_DEFAULTS, usual);
});

Deno.test("a training repeats to the last bit", async () => {
  const [one, other] = await Promise.all([1, 2].map(() => train(CITATIONS, MODELS["gcn with dropout"], 5)));
  assert.deepEqual(one, other);
});

Deno.test("the loss is the mean over the training vertices", async () => {
  const data = plantedData({ vertices: 20, several: true });
  const { task, executor } = oracleTask(data, gcn({ classes: 3, hidden: 4 }));
  initialise(executor, task.program, { seed: 2 });
  executor.evaluate();
  const scores = await executor.read(task.program.scores);
  executor.train(1);
  const [loss] = await executor.read(task.program.loss);
  const scored = { scores, classes: 3, truth: data.truth };
  assert.ok(Math.abs(loss - scoreSet(scored, data.split.train).loss) < 1e-6);
});

Deno.test("steps are counted from 1, and a closed executor refuses work", async () => {
  const bound = boundGcn({ vertices: 20, features: 5, hidden: 4, classes: 3 });
  const executor = new OracleExecutor(bound.program, bound.bindings);
  for (const step of [0, -1, 1.5, 2 ** 32, NaN]) assert.throws(() => executor.train(step), UsageError);
  const other = boundGcn({ vertices: 20, features: 5, hidden: 4, classes: 3 }).features;
  await assert.rejects(executor.read(other), UsageError);
  executor.train(1);
  executor.close();
  await assertRefusesWork(executor, bound.program);
  assert.throws(() => executor.write(bound.features, new Float32Array(100)), DeviceError);
});
