/**
 * Training of the group-size classifier in float64 on the host, with the same numbers on every machine.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Executor } from "../executors/executor.ts";
import { initialise } from "../executors/initialisation.ts";
import { OracleExecutor } from "../executors/oracle_executor.ts";
import { type OpenClassifier, selectLevels, trainingProgram } from "../models/group_size_classifier.ts";
import { adam } from "../optimizers/adam.ts";
import { batchGraphs, type GraphBatch } from "../pooling/graph_batch.ts";
import type { Program } from "../program/program.ts";
import { type ClassifierWeights, openWith } from "./classification.ts";
import { questionRows } from "./questions.ts";
import type { LabelledMatrix } from "./training_graphs.ts";
import type { PoolingClassifierOptions } from "../models/classifier_head.ts";

/** Settings of the training. */
export interface ClassifierTrainingOptions {
  /** Model of the classifier. */
  readonly model: PoolingClassifierOptions;
  /** Number of epochs. */
  readonly epochs: number;
  /** Number of matrices in a batch. */
  readonly batchSize: number;
  /** Learning rate of Adam at the first step; it falls linearly to 0. */
  readonly learningRate: number;
  /** Seed; equal seeds give equal weights. */
  readonly seed: number;
  /** Callback after each epoch with the mean of its losses. */
  readonly onEpoch?: (epoch: number, loss: number) => void;
}

interface Batch {
  readonly graphs: GraphBatch;
  readonly questions: {
    readonly graph: Uint32Array;
    readonly features: Float32Array;
    readonly labels: Uint32Array;
  };
}

function batchOf(matrices: readonly LabelledMatrix[]): Batch {
  const questions = matrices.flatMap(({ matrix, questions }, graph) =>
    questions.map((question) => ({ ...question, matrix, graph }))
  );
  return {
    graphs: batchGraphs(matrices.map(({ matrix }) => matrix)),
    questions: {
      graph: Uint32Array.from(questions, ({ graph }) => graph),
      features: questionRows(questions),
      labels: Uint32Array.from(questions, ({ best }) => best - 1),
    },
  };
}

function openNew(seed: number): OpenClassifier {
  return ({ program, bindings }) => {
    const executor = new OracleExecutor(program, bindings);
    initialise(executor, program, { seed });
    return executor;
  };
}

async function stateOf(executor: Executor, program: Program): Promise<Map<string, HostNumbers>> {
  const state = new Map<string, HostNumbers>();
  for (const tensor of program.tensors) {
    if (tensor.kind === "parameter" || tensor.kind === "moment") {
      state.set(tensor.label, await executor.read(tensor));
    }
  }
  return state;
}

/**
 * Trains on labelled matrices. The vertices that a level keeps depend on the parameters, so a step is a
 * program of its own: the batch is selected level by level, then trained on. Batches are drawn once, their
 * order anew each epoch.
 */
export async function trainClassifier(
  matrices: readonly LabelledMatrix[],
  { model, epochs, batchSize, learningRate, seed, onEpoch }: ClassifierTrainingOptions,
): Promise<ClassifierWeights> {
  const stream = new RandomStream(seed, "batches of the group-size classifier");
  const order = stream.shuffle(Uint32Array.from(matrices, (_, i) => i));
  const batches = Array.from(
    { length: Math.ceil(order.length / batchSize) },
    (_, b) => batchOf([...order.subarray(b * batchSize, (b + 1) * batchSize)].map((i) => matrices[i])),
  );
  let state: Map<string, HostNumbers> | undefined;
  let parameters: readonly string[] = [];
  const steps = epochs * batches.length;
  for (let epoch = 1, step = 0; epoch <= epochs; epoch++) {
    let losses = 0;
    for (const b of stream.shuffle(Uint32Array.from(batches, (_, i) => i))) {
      const { graphs, questions } = batches[b];
      const open = state ? openWith(state) : openNew(seed);
      const pooled = await selectLevels(graphs, model, open);
      const optimizer = adam({ learningRate: learningRate * (1 - step / steps) });
      const bound = trainingProgram(pooled, questions, { ...model, optimizer, seed });
      const executor = await open(bound);
      executor.train(++step);
      losses += (await executor.read(bound.program.loss))[0];
      state = await stateOf(executor, bound.program);
      parameters = bound.program.parameters.map(({ tensor }) => tensor.label);
      executor.close();
    }
    onEpoch?.(epoch, losses / batches.length);
  }
  return new Map(parameters.map((label) => [label, state!.get(label)!]));
}
