/**
 * Tests of the program of one mini-batch against dense matrices written out by hand.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { SampledBatch } from "../../../graph/sampling/block.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { dropout } from "../../../training/layers/dropout.ts";
import { linear } from "../../../training/layers/linear.ts";
import {
  type BatchModel,
  batchProgram,
  blockNeeds,
  smallestProgram,
} from "../../../training/mini_batch/batch_program.ts";
import { batchTask, batchTopology } from "../../../training/mini_batch/batch_topology.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import { assertGradients, gradientsOf, randomParameters } from "../gradient_check.ts";
import { plantedGraph } from "./community_task.ts";

const WIDTH = 6, HIDDEN = 5, CLASSES = 3;

function modelOf(options: Partial<BatchModel> = {}): BatchModel {
  return {
    layers: gcn({ classes: CLASSES, hidden: HIDDEN }),
    aggregation: "gcn",
    optimizer: adam(),
    seed: 1,
    featureWidth: WIDTH,
    classes: CLASSES,
    labels: "single",
    ...options,
  };
}

const SEEDS = Uint32Array.of(3, 14, 8, 21, 5);

/** Samples two blocks of a small graph; one of the seeds is isolated. */
async function smallBatch(): Promise<SampledBatch> {
  const draw = uniformNeighbors(plantedGraph({ vertices: 40, classes: CLASSES, isolated: 22 }), {
    fanouts: [3, 4],
    seed: 1,
  });
  return await sampleBatch(draw, { seeds: SEEDS, batch: 0 });
}

type Dense = number[][];

function denseOf({ rows, cols, rowPtr, colIdx, values }: CsrMatrix): Dense {
  const dense = Array.from({ length: rows }, () => Array(cols).fill(0));
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) dense[r][colIdx[e]] = values![e];
  }
  return dense;
}

function reshaped(numbers: ArrayLike<number>, rows: number, cols: number): Dense {
  return Array.from(
    { length: rows },
    (_, r) => Array.from({ length: cols }, (_, c) => numbers[r * cols + c]),
  );
}

function times(a: Dense, b: Dense): Dense {
  return a.map((row) => b[0].map((_, j) => sumOf(row, (value, k) => value * b[k][j])));
}

function flipped(a: Dense): Dense {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

Deno.test("loss and gradients of a batch on the oracle are those of dense matrices written out", async () => {
  const model = modelOf();
  const topology = batchTopology(await smallBatch(), model);
  const labels = Uint32Array.of(0, 2, 1, 1, 0);
  const task = batchTask(model, topology, { labels });
  const stream = new RandomStream(2, "features");
  const x = Float32Array.from({ length: task.features.rows * WIDTH }, () => stream.normal());
  const { sparse, indices, inputs } = task.bindings;
  const bindings = { sparse, indices, inputs: new Map(inputs).set(task.features, x) };
  const executor = new OracleExecutor(task.program, bindings);
  const parameters = randomParameters(task.program);
  const { loss, gradients } = await gradientsOf(executor, task.program, parameters);

  const [a1, a2] = topology.blocks.map(({ matrix }) => denseOf(matrix));
  const [[t1, p1], [t2, p2]] = [...parameters];
  const w1 = reshaped(p1, WIDTH, HIDDEN), w2 = reshaped(p2, HIDDEN, CLASSES);
  const aggregated = times(a1, reshaped(x, task.features.rows, WIDTH));
  const hidden = times(aggregated, w1).map((row) => row.map((z) => Math.max(0, z)));
  const narrowed = times(a2, hidden), logits = times(narrowed, w2);
  const shares = logits.map((row) => {
    const sum = sumOf(row, (z) => Math.exp(z));
    return row.map((z) => Math.exp(z) / sum);
  });
  const weight = Math.fround(1 / SEEDS.length);
  const wantedLoss = -weight * sumOf(shares, (row, r) => Math.log(row[labels[r]]));
  const dLogits = shares.map((row, r) => row.map((share, c) => weight * (share - (c === labels[r] ? 1 : 0))));
  const dW2 = times(flipped(narrowed), dLogits);
  const dHidden = times(flipped(a2), times(dLogits, flipped(w2)))
    .map((row, r) => row.map((value, c) => hidden[r][c] > 0 ? value : 0));
  const dW1 = times(flipped(aggregated), dHidden);

  assert(Math.abs(loss - wantedLoss) < 1e-9, `${loss}, not ${wantedLoss}`);
  for (const [tensor, wanted] of [[t1, dW1], [t2, dW2]] as const) {
    const got = gradients.get(tensor)!, flat = wanted.flat();
    assert(Math.max(...flat.map(Math.abs)) > 1e-3, "a gradient of nothing proves nothing");
    flat.forEach((value, i) =>
      assert(Math.abs(got[i] - value) < 1e-7, `${tensor.label}: ${got[i]}, not ${value}`)
    );
  }
});

Deno.test("several labels, dropout and row-wise layers have the gradients of finite differences", async () => {
  const model = modelOf({
    layers: [
      dropout({ label: "input", rate: 0.3 }),
      linear({ label: "layer 0", width: 4, negativeSlope: 0.1 }),
      ...gcn({ classes: 4, hidden: HIDDEN, bias: true }),
      linear({ label: "layer 3", width: CLASSES }),
    ],
    aggregation: "mean",
    labels: "several",
  });
  const topology = batchTopology(await smallBatch(), model);
  const targets = Float32Array.from({ length: SEEDS.length * CLASSES }, (_, i) => i % 2);
  const { program, features, bindings } = batchTask(model, topology, { targets });
  const stream = new RandomStream(2, "features");
  const x = Float32Array.from({ length: features.rows * WIDTH }, () => stream.normal());
  const executor = new OracleExecutor(program, {
    ...bindings,
    inputs: new Map(bindings.inputs).set(features, x),
  });
  await assertGradients(executor, program);
});

Deno.test("only blocks that a gradient passes through bring their transposes", () => {
  const shapes = [{ rows: 100, cols: 1000, nnz: 1500 }, { rows: 10, cols: 100, nnz: 150 }];
  const transposed = (options: Partial<BatchModel>) =>
    blockNeeds(modelOf(options), shapes).map((needs) => needs.transposed);
  const convolutions = (order: "aggregate-first" | "transform-first") =>
    gcn({ classes: CLASSES, hidden: HIDDEN, order });
  assert.deepEqual(transposed({ layers: convolutions("aggregate-first") }), [false, true]);
  assert.deepEqual(transposed({ layers: convolutions("transform-first") }), [true, true]);
  const needs = blockNeeds(modelOf({ layers: convolutions("aggregate-first") }), shapes);
  assert(needs.every(({ transposedOrder, outputVertices }) => !transposedOrder && !outputVertices));
});

Deno.test("programs of all batches keep the same parameters and moments, and evaluate nothing", () => {
  const model = modelOf();
  const kept = ({ tensors }: typeof smallest) =>
    tensors.filter(({ kind }) => kind === "parameter" || kind === "moment").map(({ label, rows, cols }) => ({
      label,
      rows,
      cols,
    }));
  const smallest = smallestProgram(model);
  const { program } = batchProgram(model, [{ rows: 9, cols: 30, nnz: 50 }, { rows: 2, cols: 9, nnz: 12 }]);
  assert.deepEqual(kept(program), kept(smallest));
  assert.equal(kept(program).length, 3 * program.parameters.length);
  assert.equal(program.evaluate.length, 0);
  assert.deepEqual([program.scores.rows, program.scores.cols], [2, CLASSES]);
});

Deno.test("blocks, layers and classes that do not go together are refused", async () => {
  const batch = await smallBatch();
  const refused = (options: Partial<BatchModel>, message: RegExp) =>
    assert.throws(() => batchTopology(batch, modelOf(options)), (error: Error) => {
      assert(error instanceof UsageError, String(error));
      assert.match(error.message, message);
      return true;
    });
  refused({ layers: gcn({ classes: CLASSES, hidden: HIDDEN, layers: 3 }) }, /2 blocks, wanted 3/);
  refused({ layers: [linear({ label: "layer 1", width: CLASSES })] }, /aggregate nothing/);
  refused({ classes: 4 }, /3 columns, wanted 4/);
  refused({ aggregation: "sampled" }, /weighs nothing/);
});

Deno.test("a program that only trains needs a loss and logits of train, and no step that evaluates", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 3, cols: 2 });
  const sum = (sequence: "train" | "evaluate") =>
    builder.steps(sequence, { layer: "sum", pass: "forward" }).emit(sequence, { op: "column-sum", x });
  assert.throws(() => builder.buildTraining({ loss: x, logits: x }), /which train does not write/);
  const logits = sum("train");
  const program = builder.buildTraining({ loss: logits, logits });
  assert.deepEqual([program.train.length, program.evaluate.length, program.scores], [1, 0, logits]);
  sum("evaluate");
  assert.throws(() => builder.buildTraining({ loss: logits, logits }), /1 steps that evaluate/);
});
