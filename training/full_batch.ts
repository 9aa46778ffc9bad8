/**
 * Full-batch training: every epoch is one step over the whole graph.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { allFinite, DivergenceError, findDivergence } from "./divergence.ts";
import { EarlyStopping, type EarlyStoppingRule } from "./early_stopping.ts";
import { executorClock, trainForLosses } from "./executors/epoch_losses.ts";
import type { Executor } from "./executors/executor.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./executors/snapshot.ts";
import { scoreSet, type SetScores, type VertexTruth } from "./metrics.ts";
import type { Program } from "./program/program.ts";
import type { Tensor } from "./program/tensor.ts";
import { plural } from "../platform/text/plural.ts";

/** Vertex sets of an evaluation, with their truth. */
export interface EvaluationSets {
  /** Truth of every vertex of the graph. */
  readonly truth: VertexTruth;
  /** Validation set, which early stopping uses. */
  readonly validation?: Uint32Array;
  /** Test set, which is only reported. */
  readonly test?: Uint32Array;
}

/** Record of one epoch. */
export interface Epoch {
  /** Number of the epoch, from 1. */
  readonly epoch: number;
  /** Training loss, with the parameters at the beginning of the epoch. */
  readonly loss: number;
  /**
   * Seconds of training from the first epoch to the end of this one, without evaluations; the epochs between
   * two evaluations are timed together, and have equal shares.
   */
  readonly seconds: number;
  /** Validation scores with the parameters at the end of the epoch, where it was evaluated. */
  readonly validation?: SetScores;
  /** Test scores of the same evaluation. */
  readonly test?: SetScores;
}

/** Settings of {@linkcode trainFullBatch}. */
export interface FullBatchOptions {
  /** Greatest number of epochs. */
  readonly epochs: number;
  /**
   * Number of epochs from one evaluation to the next; 1 by default. With 0 nothing is read back until the
   * end, not even the loss.
   */
  readonly evaluateEvery?: number;
  /** Sets to score; none by default. */
  readonly sets?: EvaluationSets;
  /** Rule of early stopping; needs a validation set. */
  readonly earlyStopping?: EarlyStoppingRule;
  /**
   * Callback for each epoch, outside of its time: after an evaluation, for all epochs since the one before.
   * Not called with `evaluateEvery: 0`.
   */
  readonly onEpoch?: (epoch: Epoch) => void | Promise<void>;
}

/** Result of a training. */
export interface FullBatchResult {
  /** Records of all epochs, in order; only the last one with `evaluateEvery: 0`. */
  readonly epochs: readonly Epoch[];
  /**
   * Best epoch by early stopping, or the last one. The executor has its parameters, if they were restored.
   */
  readonly best: Epoch;
  /** Whether early stopping ended the training. */
  readonly stoppedEarly: boolean;
  /** Seconds of training, without evaluations. */
  readonly seconds: number;
  /** Waits for a GPU in these seconds; one between two evaluations. */
  readonly waits: number;
}

/**
 * Trains a program. The parameters are the executor's, written before; equal seeds, programs and backends
 * give equal bits.
 *
 * @throws {DivergenceError} where a loss, a score or, at the end, a parameter is NaN or infinite, naming
 * epoch and layer.
 * @throws {UsageError} for options that contradict each other.
 * @example
 * ```ts
 * import {
 *   adamOptimizer,
 *   bindVertexData,
 *   DeviceExecutor,
 *   gcn,
 *   initialise,
 *   loadDataset,
 *   openWasmDevice,
 *   trainFullBatch,
 *   vertexClassification,
 *   vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const device = openWasmDevice({ threads: 2 });
 * const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
 * initialise(executor, task.program, { seed: 1 });
 * const { truth, split: { validation, test } } = data;
 * const { best } = await trainFullBatch(executor, task.program, {
 *   epochs: 20,
 *   sets: { truth, validation, test },
 *   earlyStopping: { patience: 10, watch: "loss" },
 * });
 * if (!(best.test!.accuracy >= 0 && best.test!.accuracy <= 1)) {
 *   throw new Error("a share of the test vertices");
 * }
 * executor.close();
 * device.close();
 * ```
 */
export async function trainFullBatch(
  executor: Executor,
  program: Program,
  options: FullBatchOptions,
): Promise<FullBatchResult> {
  checkOptions(options);
  const start = await takeSnapshot(executor, program);
  return options.evaluateEvery === 0
    ? await trainUnseen(executor, program, { start, epochs: options.epochs })
    : await trainSeen(executor, program, { start, options });
}

/** Trains without reading anything back until the last epoch is over. */
async function trainUnseen(executor: Executor, program: Program, { start, epochs }: {
  readonly start: Snapshot;
  readonly epochs: number;
}): Promise<FullBatchResult> {
  await executor.finish();
  const read = executorClock(executor);
  for (let epoch = 1; epoch <= epochs; epoch++) executor.train(epoch);
  await executor.finish();
  const { ms, waits } = read(), seconds = ms / 1000;
  const [loss] = await executor.read(program.loss);
  if (!Number.isFinite(loss)) {
    throw await divergence(executor, program, { start, epoch: epochs, tensor: program.loss });
  }
  await assertFiniteParameters(executor, program, { start, epoch: epochs });
  const last: Epoch = { epoch: epochs, loss, seconds };
  return { epochs: [last], best: last, stoppedEarly: false, seconds, waits };
}

async function trainSeen(executor: Executor, program: Program, { start, options }: {
  readonly start: Snapshot;
  readonly options: FullBatchOptions;
}): Promise<FullBatchResult> {
  const { evaluateEvery = 1, sets, earlyStopping } = options;
  const stopping = earlyStopping && new EarlyStopping(earlyStopping);
  const epochs: Epoch[] = [];
  let best: { readonly epoch: Epoch; readonly parameters: Snapshot } | undefined;
  let stoppedEarly = false;
  let seconds = 0, waits = 0;
  for (let after = 0; after < options.epochs && !stoppedEarly; after = epochs.length) {
    // Nobody looks at the parameters between two evaluations: the host need not wait there.
    const count = Math.min(evaluateEvery, options.epochs - after);
    const trained = await trainForLosses(executor, program, { after, count });
    const before = seconds;
    seconds += trained.ms / 1000;
    waits += trained.waits;
    const records = trained.losses.map((loss, i): Epoch => {
      const share = (i + 1) / count;
      return { epoch: after + i + 1, loss, seconds: before + share * (seconds - before) };
    });
    const diverged = records.find(({ loss }) => !Number.isFinite(loss));
    if (diverged) {
      throw await divergence(executor, program, { start, epoch: diverged.epoch, tensor: program.loss });
    }
    let epoch = records.at(-1)!;
    if (sets && epoch.epoch % evaluateEvery === 0) {
      const scores = await evaluateSets(executor, program, sets);
      if (scores === undefined) {
        throw await divergence(executor, program, { start, epoch: epoch.epoch, tensor: program.scores });
      }
      epoch = { ...epoch, ...scores };
    }
    for (const record of [...records.slice(0, -1), epoch]) {
      epochs.push(record);
      await options.onEpoch?.(record);
    }
    if (stopping && epoch.validation) {
      const verdict = stopping.observe(epoch.validation);
      if (verdict === "best") {
        best = { epoch, parameters: await takeSnapshot(executor, program, { moments: false }) };
      }
      stoppedEarly = verdict === "stop";
    }
  }
  const last = epochs[epochs.length - 1];
  await assertFiniteParameters(executor, program, { start, epoch: last.epoch });
  if (best && (earlyStopping?.restoreBest ?? true)) restoreSnapshot(executor, best.parameters);
  return { epochs, best: best?.epoch ?? last, stoppedEarly, seconds, waits };
}

/** Scores of the given sets, or `undefined` where one of them is not finite. */
async function evaluateSets(
  executor: Executor,
  program: Program,
  { truth, validation, test }: EvaluationSets,
): Promise<
  { readonly validation?: SetScores; readonly test?: SetScores } | undefined
> {
  executor.evaluate();
  const scores = await executor.read(program.scores);
  if (!allFinite(scores)) return undefined;
  const scored = { scores, classes: program.scores.cols, truth };
  return {
    ...(validation ? { validation: scoreSet(scored, validation) } : {}),
    ...(test ? { test: scoreSet(scored, test) } : {}),
  };
}

async function assertFiniteParameters(executor: Executor, program: Program, { start, epoch }: {
  readonly start: Snapshot;
  readonly epoch: number;
}): Promise<void> {
  for (const [tensor, numbers] of await takeSnapshot(executor, program)) {
    if (!allFinite(numbers)) throw await divergence(executor, program, { start, epoch, tensor });
  }
}

/**
 * Finds the origin of a divergence by repeating the training; where the repetition stays finite, returns the
 * first observation.
 */
async function divergence(executor: Executor, program: Program, { start, epoch, tensor }: {
  readonly start: Snapshot;
  readonly epoch: number;
  readonly tensor: Tensor;
}): Promise<DivergenceError> {
  const steps = tensor === program.scores ? program.evaluate : program.train;
  const place = await findDivergence(executor, program, { start, epochs: epoch });
  return new DivergenceError(place ?? { epoch, layer: steps[steps.length - 1].layer, tensor: tensor.label });
}

function checkOptions({ epochs, evaluateEvery = 1, sets, earlyStopping }: FullBatchOptions): void {
  const fail = (current: string, wanted: string): never => {
    throw new UsageError({
      action: "train",
      current,
      wanted,
      next: "correct the options of the training loop",
    });
  };
  if (!(Number.isInteger(epochs) && epochs >= 1)) fail(plural(epochs, "epoch"), "a whole number, 1 or more");
  if (!(Number.isInteger(evaluateEvery) && evaluateEvery >= 0)) {
    fail(`an evaluation every ${plural(evaluateEvery, "epoch")}`, "a whole number, 0 for none");
  }
  if (earlyStopping && (sets?.validation === undefined || evaluateEvery === 0)) {
    fail("early stopping without evaluations of a validation set", "both");
  }
}
