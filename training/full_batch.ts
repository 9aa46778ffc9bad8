/**
 * Full-batch training: every epoch is one step over the whole graph.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { allFinite, DivergenceError, findDivergence } from "./divergence.ts";
import { EarlyStopping, type EarlyStoppingRule } from "./early_stopping.ts";
import type { Executor } from "./executors/executor.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./executors/snapshot.ts";
import { scoreSet, type SetScores, type VertexTruth } from "./metrics.ts";
import type { Program } from "./program/program.ts";
import type { Tensor } from "./program/tensor.ts";

/** What the scores are compared with. */
export interface EvaluationSets {
  /** What every vertex of the graph is. */
  readonly truth: VertexTruth;
  /** Vertices that early stopping watches. */
  readonly validation?: Uint32Array;
  /** Vertices that nothing may look at but the reader. */
  readonly test?: Uint32Array;
}

/** One epoch as it was. */
export interface Epoch {
  /** From 1. */
  readonly epoch: number;
  /** The training loss, with the parameters that the epoch began with. */
  readonly loss: number;
  /** Seconds of training from the first epoch to the end of this one; evaluations are left out. */
  readonly seconds: number;
  /** Scores with the parameters that the epoch ended with, where it was evaluated. */
  readonly validation?: SetScores;
  /** Of the test set. */
  readonly test?: SetScores;
}

/** How {@linkcode trainFullBatch} trains. */
export interface FullBatchOptions {
  /** The most epochs. */
  readonly epochs: number;
  /** Every how many epochs the sets are scored, 1 when absent; 0 reads nothing back until the end, not even the loss. */
  readonly evaluateEvery?: number;
  /** The sets that are scored; none when absent. */
  readonly sets?: EvaluationSets;
  /** When to stop; needs a validation set. */
  readonly earlyStopping?: EarlyStoppingRule;
  /** Called after each epoch, outside of its time; not called with `evaluateEvery: 0`. */
  readonly onEpoch?: (epoch: Epoch) => void | Promise<void>;
}

/** How training went. */
export interface FullBatchResult {
  /** Every epoch, in order; only the last one with `evaluateEvery: 0`. */
  readonly epochs: readonly Epoch[];
  /** The epoch that early stopping found best, or the last one. Its parameters are the executor's now, if they were restored. */
  readonly best: Epoch;
  /** Whether early stopping ended it. */
  readonly stoppedEarly: boolean;
  /** Seconds of training, evaluations left out. */
  readonly seconds: number;
}

/**
 * Trains. The parameters are the executor's, written before; equal seeds, programs and backends give equal bits.
 *
 * @throws {DivergenceError} where a loss, a score or, at the end, a parameter is NaN or infinite, naming epoch and layer.
 * @throws {UsageError} for options that contradict each other.
 * @example
 * ```ts
 * import { adamOptimizer, bindVertexData, DeviceExecutor, gcn, initialise, loadDataset, openWasmDevice, trainFullBatch, vertexClassification, vertexData, vertexTaskShape } from "gnn-repro";
 * const dataset = await loadDataset("reddit@1/512:fill", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const device = openWasmDevice({ threads: 2 });
 * const executor = await DeviceExecutor.create(device, task.program, bindVertexData(task, data));
 * initialise(executor, task.program, { seed: 1 });
 * const { truth, split: { validation, test } } = data;
 * const { best } = await trainFullBatch(executor, task.program, {
 *   epochs: 20,
 *   sets: { truth, validation, test },
 *   earlyStopping: { patience: 10, watch: "loss" },
 * });
 * if (!(best.test!.accuracy >= 0 && best.test!.accuracy <= 1)) throw new Error("a share of the test vertices");
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

/** Reads nothing back until the last epoch is over. */
async function trainUnseen(executor: Executor, program: Program, { start, epochs }: {
  readonly start: Snapshot;
  readonly epochs: number;
}): Promise<FullBatchResult> {
  await executor.finish();
  const begin = performance.now();
  for (let epoch = 1; epoch <= epochs; epoch++) executor.train(epoch);
  await executor.finish();
  const seconds = (performance.now() - begin) / 1000;
  const [loss] = await executor.read(program.loss);
  if (!Number.isFinite(loss)) {
    throw await divergence(executor, program, { start, epoch: epochs, tensor: program.loss });
  }
  await assertFiniteParameters(executor, program, { start, epoch: epochs });
  const last: Epoch = { epoch: epochs, loss, seconds };
  return { epochs: [last], best: last, stoppedEarly: false, seconds };
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
  let seconds = 0;
  for (let number = 1; number <= options.epochs && !stoppedEarly; number++) {
    const begin = performance.now();
    executor.train(number);
    const [loss] = await executor.read(program.loss);
    await executor.finish();
    seconds += (performance.now() - begin) / 1000;
    if (!Number.isFinite(loss)) {
      throw await divergence(executor, program, { start, epoch: number, tensor: program.loss });
    }
    let epoch: Epoch = { epoch: number, loss, seconds };
    if (sets && number % evaluateEvery === 0) {
      const scores = await evaluateSets(executor, program, sets);
      if (scores === undefined) {
        throw await divergence(executor, program, { start, epoch: number, tensor: program.scores });
      }
      epoch = { ...epoch, ...scores };
    }
    epochs.push(epoch);
    await options.onEpoch?.(epoch);
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
  return { epochs, best: best?.epoch ?? last, stoppedEarly, seconds };
}

/** Scores of the sets that there are, or `undefined` where one of them is not finite. */
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

/** Finds where it began; where a second run ends well, what was seen of the first one has to do. */
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
  if (!(Number.isInteger(epochs) && epochs >= 1)) fail(`${epochs} epochs`, "a whole number, 1 or more");
  if (!(Number.isInteger(evaluateEvery) && evaluateEvery >= 0)) {
    fail(`an evaluation every ${evaluateEvery} epochs`, "a whole number, 0 for none");
  }
  if (earlyStopping && (sets?.validation === undefined || evaluateEvery === 0)) {
    fail("early stopping without evaluations of a validation set", "both");
  }
}
