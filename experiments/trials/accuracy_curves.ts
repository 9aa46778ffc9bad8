/**
 * Trainings that are scored on the whole graph after their epochs: full batches, and mini-batches whose
 * parameters a full-batch program is given.
 *
 * @module
 */
import type { Split } from "../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { NeighborDraw } from "../../graph/sampling/mod.ts";
import { onceTimer, timeOnce } from "../../hardware/measuring/time_once.ts";
import type { HostTime } from "../../hardware/measuring/waiting.ts";
import { type CheckReport, worstOf } from "../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../training/executors/step_check.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { type ScoredVertices, scoreSet } from "../../training/metrics.ts";
import {
  type Aggregation,
  hostSampler,
  iterationPhases,
  miniBatchData,
  MiniBatchTrainer,
  waitsInPhases,
} from "../../training/mini_batch/mod.ts";
import type { Optimizer } from "../../training/optimizers/optimizer.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import { MiniBatchCheck } from "./mini_batches/mini_batch_check.ts";
import { stepBounds } from "./step_bounds.ts";

/** Accuracies, times and bytes of a training, one entry a scored epoch. */
export interface AccuracyCurve {
  /** Test accuracy in percent after each scored epoch, from the first. */
  readonly test: readonly number[];
  /** Accuracy of the validation vertices in percent after each scored epoch. */
  readonly validation: readonly number[];
  /**
   * Seconds of training to the end of each epoch; evaluations are left out, and what only this harness
   * prepares for a batch.
   */
  readonly seconds: readonly number[];
  /** Waits for the device in these seconds. */
  readonly waits: readonly number[];
  /** Seconds to the end of each epoch that only this harness needs: a program for every batch. */
  readonly overheadSeconds: readonly number[];
  /** Bytes of features and embeddings that went to the device or to another rank by the end of each epoch. */
  readonly bytes: readonly number[];
  /** Seconds before the first epoch: programs, kernels and parameters, a cut where there is one. */
  readonly preparationSeconds: number;
  /** Check of what was timed. */
  readonly check: CheckReport;
}

/** A training. */
export interface AccuracyRun {
  /** Layers of the model. */
  readonly layers: readonly Layer[];
  /** Optimizer of its parameters. */
  readonly optimizer: Optimizer;
  /** Passes over the training vertices. */
  readonly epochs: number;
  /** Seed of weights, shuffles, draws and dropout. */
  readonly seed: number;
  /**
   * Epochs from one score to the next; the last epoch is scored, too. 1 when absent: a score takes a third of
   * an epoch.
   */
  readonly scoreEvery?: number;
}

/** Whether an epoch of a training is scored. */
function isScored(epoch: number, { epochs, scoreEvery = 1 }: AccuracyRun): boolean {
  return epoch % scoreEvery === 0 || epoch === epochs;
}

/** Time of training since the scored epoch before, with its waits, and bytes. */
interface EpochCost extends HostTime {
  /** Seconds that only this harness needs; none when absent. */
  readonly overheadSeconds?: number;
  /** Bytes that moved; none when absent. */
  readonly bytes?: number;
}

/** A curve that grows epoch by epoch. */
export class CurveRecorder {
  readonly #test: number[] = [];
  readonly #validation: number[] = [];
  readonly #seconds: number[] = [];
  readonly #waits: number[] = [];
  readonly #overheadSeconds: number[] = [];
  readonly #bytes: number[] = [];
  readonly #firstBytes: number;

  /** Begins a curve without epochs; `bytes` moved before the first. */
  constructor(bytes = 0) {
    this.#firstBytes = bytes;
  }

  /** Adds an epoch with the scores after it. */
  mark(
    scored: ScoredVertices,
    { test, validation }: Split,
    { ms, waits, overheadSeconds = 0, bytes = 0 }: EpochCost,
  ): void {
    this.#test.push(100 * scoreSet(scored, test).accuracy);
    this.#validation.push(100 * scoreSet(scored, validation).accuracy);
    this.#seconds.push((this.#seconds.at(-1) ?? 0) + ms / 1000);
    this.#waits.push((this.#waits.at(-1) ?? 0) + waits);
    this.#overheadSeconds.push((this.#overheadSeconds.at(-1) ?? 0) + overheadSeconds);
    this.#bytes.push((this.#bytes.at(-1) ?? this.#firstBytes) + bytes);
  }

  /** The curve so far. */
  curve(ended: Pick<AccuracyCurve, "preparationSeconds" | "check">): AccuracyCurve {
    return {
      test: this.#test,
      validation: this.#validation,
      seconds: this.#seconds,
      waits: this.#waits,
      overheadSeconds: this.#overheadSeconds,
      bytes: this.#bytes,
      ...ended,
    };
  }
}

/** A program of the whole graph, which trains or lends itself to score parameters. */
async function openWhole(
  { device }: Lab,
  data: VertexData,
  { layers, optimizer, seed }: AccuracyRun,
): Promise<DeviceExecutor> {
  const task = vertexClassification(vertexTaskShape(data), { layers, seed, optimizer });
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
  initialise(executor, task.program, { seed });
  return executor;
}

/** Scores an executor's parameters. */
async function scoresOf(
  executor: DeviceExecutor,
  { truth, classes }: Pick<VertexData, "truth" | "classes">,
): Promise<ScoredVertices> {
  executor.evaluate();
  return { scores: await executor.read(executor.program.scores), classes, truth };
}

/** Bytes of all features: of sparse ones, place and value of each entry. */
function featureBytes({ features }: VertexData): number {
  return features.kind === "dense" ? features.values.byteLength : 8 * nnz(features.matrix);
}

/** Trains on the whole graph; every step is checked before the first epoch and after the last. */
export async function wholeBatchCurve(lab: Lab, data: VertexData, run: AccuracyRun): Promise<AccuracyCurve> {
  const opened = performance.now();
  const executor = await openWhole(lab, data, run), { seed } = run;
  try {
    const preparationSeconds = (performance.now() - opened) / 1000;
    const before = await checkSteps(executor, { ...stepBounds(lab), seed });
    if (!before.ok) throw wrongStep(before);
    const recorder = new CurveRecorder(featureBytes(data));
    await executor.finish();
    let ms = 0, waits = 0;
    for (let epoch = 1; epoch <= run.epochs; epoch++) {
      const before = lab.device.waits;
      ms += await timeOnce(lab.device, () => executor.train(epoch));
      waits += onceTimer(lab.device) === lab.device.timer ? 0 : lab.device.waits - before;
      if (!isScored(epoch, run)) continue;
      recorder.mark(await scoresOf(executor, data), data.split, { ms, waits });
      ms = waits = 0;
    }
    const after = await recheckSteps(executor, seed + 1);
    return recorder.curve({ preparationSeconds, check: worstOf([before, after]) });
  } finally {
    executor.close();
  }
}

/** A training on mini-batches. */
export interface SampledRun extends AccuracyRun {
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Draw of neighbours of that graph. */
  readonly draw: NeighborDraw;
  /** Normalisation of sampled neighbours. */
  readonly aggregation: Aggregation;
  /** Number of seeds of a mini-batch. */
  readonly batch: number;
}

/**
 * Trains on mini-batches; all samples are checked, and features and steps of the first iteration and of the
 * last.
 *
 * @throws {UsageError} for sparse features.
 */
export async function sampledCurve(lab: Lab, data: VertexData, run: SampledRun): Promise<AccuracyCurve> {
  const { graph, draw, aggregation, batch: batchSize, layers, optimizer, seed, epochs } = run;
  const batches = miniBatchData(data), scorer = await openWhole(lab, data, run);
  try {
    const epochLength = Math.ceil(batches.training.length / batchSize);
    const check = new MiniBatchCheck(lab.device, {
      graph,
      features: batches.features,
      iterations: [1, epochs * epochLength],
      seed,
    });
    const opened = performance.now();
    const trainer = new MiniBatchTrainer(lab.device, batches, {
      layers,
      aggregation,
      optimizer,
      batchSize,
      seed,
      sampler: check.sampler(hostSampler(draw)),
      loading: { match: false },
      ...check.hooks,
    });
    try {
      const preparationSeconds = (performance.now() - opened) / 1000;
      const recorder = new CurveRecorder();
      let ms = 0, waits = 0, overheadSeconds = 0, bytes = 0;
      for (let epoch = 1; epoch <= epochs; epoch++) {
        for (let i = 0; i < trainer.epochLength; i++) {
          const record = await trainer.next();
          const { sampleMs, memoryIoMs, computeMs, preparationMs } = iterationPhases(record);
          ms += sampleMs + memoryIoMs + computeMs;
          waits += waitsInPhases(lab.device, record);
          overheadSeconds += preparationMs / 1000;
          bytes += record.loading.bytes;
        }
        if (!isScored(epoch, run)) continue;
        const learned = await trainer.parameters.read();
        for (const { tensor } of scorer.program.parameters) scorer.write(tensor, learned.get(tensor.label)!);
        recorder.mark(await scoresOf(scorer, data), data.split, { ms, waits, overheadSeconds, bytes });
        ms =
          waits =
          overheadSeconds =
          bytes =
            0;
      }
      const { report } = check;
      if (!report.ok) throw wrongBatch(report);
      return recorder.curve({ preparationSeconds, check: report });
    } finally {
      trainer.close();
    }
  } finally {
    scorer.close();
  }
}

function wrongBatch({ worst, relErr, tolerance }: CheckReport): WrongResultError {
  return new WrongResultError({
    action: "train on mini-batches",
    current: `${worst?.got} in row ${worst?.row} of a sample, of its features or of a step, off by ${relErr}`,
    wanted: `${worst?.wanted}, within ${tolerance}`,
    next: "check the kernels on this device: deno task check:kernels",
  });
}
