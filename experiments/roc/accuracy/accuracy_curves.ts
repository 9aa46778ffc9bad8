/**
 * Trainings that are scored on the whole graph after every epoch: full batches, and mini-batches whose
 * parameters a full-batch program is given.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { type NeighborDraw, neighborDraw } from "../../../graph/sampling/mod.ts";
import { onceTimer, timeOnce } from "../../../hardware/time_once.ts";
import type { HostTime } from "../../../hardware/waiting.ts";
import { type CheckReport, worstOf } from "../../../kernels/check.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { scoreSet } from "../../../training/metrics.ts";
import {
  type Aggregation,
  hostSampler,
  iterationPhases,
  miniBatchData,
  MiniBatchTrainer,
  waitsInPhases,
} from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { MiniBatchCheck } from "../../trials/mini_batch_check.ts";
import { stepBounds } from "../../trials/step_bounds.ts";
import { accuracyData, HYPERPARAMETERS, type WholeAggregation } from "./accuracy_data.ts";

/** Accuracies and times of a training, epoch by epoch. */
export interface AccuracyCurve {
  /** Test accuracy in percent after each epoch, from the first. */
  readonly test: readonly number[];
  /** Accuracy of the validation vertices in percent after each epoch. */
  readonly validation: readonly number[];
  /**
   * Seconds of training to the end of each epoch; evaluations are left out, and what only this harness
   * prepares for a batch.
   */
  readonly seconds: readonly number[];
  /** Waits for the device in these seconds. */
  readonly waits: readonly number[];
  /** Check of what was timed. */
  readonly check: CheckReport;
}

/** A training. */
export interface AccuracyRun {
  /** Layers of the model. */
  readonly layers: readonly Layer[];
  /** Passes over the training vertices. */
  readonly epochs: number;
  /** Seed of weights, shuffles, draws and dropout. */
  readonly seed: number;
}

/** A program of the whole graph, which trains or lends itself to score parameters. */
async function openWhole(
  { device }: Lab,
  data: VertexData,
  { layers, seed }: AccuracyRun,
): Promise<DeviceExecutor> {
  const task = vertexClassification(vertexTaskShape(data), {
    layers,
    seed,
    optimizer: adam(HYPERPARAMETERS),
  });
  const executor = await DeviceExecutor.create(device, task.program, bindVertexData(task, data));
  initialise(executor, task.program, { seed });
  return executor;
}

/** A curve that grows epoch by epoch. */
class Curve implements Omit<AccuracyCurve, "check"> {
  readonly test: number[] = [];
  readonly validation: number[] = [];
  readonly seconds: number[] = [];
  readonly waits: number[] = [];

  /** Scores the executor's parameters. */
  async mark(
    executor: DeviceExecutor,
    { truth, split, classes }: VertexData,
    { ms, waits }: HostTime,
  ): Promise<void> {
    executor.evaluate();
    const scored = { scores: await executor.read(executor.program.scores), classes, truth };
    this.test.push(100 * scoreSet(scored, split.test).accuracy);
    this.validation.push(100 * scoreSet(scored, split.validation).accuracy);
    this.seconds.push((this.seconds.at(-1) ?? 0) + ms / 1000);
    this.waits.push((this.waits.at(-1) ?? 0) + waits);
  }
}

/** Trains on the whole graph; every step is checked before the first epoch and after the last. */
export async function wholeBatchCurve(lab: Lab, data: VertexData, run: AccuracyRun): Promise<AccuracyCurve> {
  const executor = await openWhole(lab, data, run), { seed } = run;
  try {
    const before = await checkSteps(executor, { ...stepBounds(lab), seed });
    if (!before.ok) throw wrongStep(before);
    initialise(executor, executor.program, { seed });
    const curve = new Curve();
    await executor.finish();
    for (let epoch = 1; epoch <= run.epochs; epoch++) {
      const before = lab.device.waits, ms = await timeOnce(lab.device, () => executor.train(epoch));
      const waits = onceTimer(lab.device) === lab.device.timer ? 0 : lab.device.waits - before;
      await curve.mark(executor, data, { ms, waits });
    }
    const { test, validation, seconds, waits } = curve;
    const after = await recheckSteps(executor, seed + 1);
    return { test, validation, seconds, waits, check: worstOf([before, after]) };
  } finally {
    executor.close();
  }
}

/** Method that samples mini-batches. */
export type SamplingMethod = "graphsage" | "fastgcn";

/**
 * Neighbours drawn a layer, input side first: GraphSAGE's 25 and 10, read from the output; vertices a layer
 * of FastGCN on Reddit.
 */
export const GRAPHSAGE_FANOUTS = [10, 25], FASTGCN_LAYER = 400;

/** Graph that a method draws from: FastGCN weighs by the propagation matrix, GraphSAGE samples neighbours. */
function drawnGraph(dataset: LoadedDataset, data: VertexData, method: SamplingMethod): CsrMatrix {
  return method === "graphsage" ? dataset.graph : data.adjacency;
}

function drawOf(
  graph: CsrMatrix,
  { method, seed }: { readonly method: SamplingMethod; readonly seed: number },
): NeighborDraw {
  return method === "graphsage"
    ? neighborDraw(graph, { fanouts: GRAPHSAGE_FANOUTS, seed })
    : neighborDraw(graph, {
      kind: "layer-importance",
      seed,
      layerSizes: GRAPHSAGE_FANOUTS.map(() => FASTGCN_LAYER),
    });
}

/** A training on mini-batches. */
export interface SampledRun extends AccuracyRun {
  /** Sampling method. */
  readonly method: SamplingMethod;
  /** Normalisation of sampled neighbours; FastGCN has weights of its own. */
  readonly aggregation: WholeAggregation;
  /** Number of seeds of a mini-batch. */
  readonly batch: number;
}

/**
 * Trains on mini-batches; all samples are checked, and features and steps of the first iteration and of the
 * last.
 */
export async function sampledCurve(
  lab: Lab,
  dataset: LoadedDataset,
  run: SampledRun,
): Promise<AccuracyCurve> {
  const { method, aggregation, batch: batchSize, layers, seed, epochs } = run;
  const data = await lab.once(accuracyData, dataset, { aggregation });
  const batches = miniBatchData(data), graph = drawnGraph(dataset, data, method);
  const sampledAggregation: Aggregation = method === "fastgcn" ? "sampled" : aggregation;
  const scorer = await openWhole(lab, data, run);
  try {
    const epochLength = Math.ceil(batches.training.length / batchSize);
    const check = new MiniBatchCheck(lab.device, {
      graph,
      features: batches.features,
      iterations: [1, epochs * epochLength],
      seed,
    });
    const trainer = new MiniBatchTrainer(lab.device, batches, {
      layers,
      aggregation: sampledAggregation,
      optimizer: adam(HYPERPARAMETERS),
      batchSize,
      seed,
      sampler: check.sampler(hostSampler(drawOf(graph, { method, seed }))),
      loading: { match: false },
      ...check.hooks,
    });
    try {
      const curve = new Curve();
      for (let epoch = 1; epoch <= epochs; epoch++) {
        let ms = 0, waits = 0;
        for (let i = 0; i < trainer.epochLength; i++) {
          const record = await trainer.next();
          const { sampleMs, memoryIoMs, computeMs } = iterationPhases(record);
          ms += sampleMs + memoryIoMs + computeMs;
          waits += waitsInPhases(lab.device, record);
        }
        const learned = await trainer.parameters.read();
        for (const { tensor } of scorer.program.parameters) scorer.write(tensor, learned.get(tensor.label)!);
        await curve.mark(scorer, data, { ms, waits });
      }
      const { report } = check, { test, validation, seconds, waits } = curve;
      if (!report.ok) throw wrongBatch(method, report);
      return { test, validation, seconds, waits, check: report };
    } finally {
      trainer.close();
    }
  } finally {
    scorer.close();
  }
}

function wrongBatch(method: SamplingMethod, { worst, relErr, tolerance }: CheckReport): WrongResultError {
  return new WrongResultError({
    action: `train on mini-batches by ${method}`,
    current: `${worst?.got} in row ${worst?.row} of a sample, of its features or of a step, off by ${relErr}`,
    wanted: `${worst?.wanted}, within ${tolerance}`,
    next: "check the kernels on this device: deno task check:kernels",
  });
}
