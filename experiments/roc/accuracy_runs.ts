/**
 * Trainings that are scored on the whole graph after every epoch: full batches, and mini-batches whose parameters a full-batch
 * program is given.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { gcnNormalise, rowMean } from "../../graph/normalization.ts";
import { type NeighborDraw, neighborDraw } from "../../graph/sampling/mod.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { scoreSet } from "../../training/metrics.ts";
import {
  type Aggregation,
  hostSampler,
  iterationPhases,
  miniBatchData,
  MiniBatchTrainer,
} from "../../training/mini_batch/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";

/** The hyper-parameters of the authors' sample run; dropout is the models' own. */
export const HYPERPARAMETERS = { learningRate: 0.01, weightDecay: 1e-4 } as const;

/** A training as it went. */
export interface AccuracyCurve {
  /** Test accuracy in percent after each epoch, from the first. */
  readonly test: readonly number[];
  /** The same of the validation vertices. */
  readonly validation: readonly number[];
  /** Seconds of training to the end of each epoch; evaluations are left out, and what only this harness prepares for a batch. */
  readonly seconds: readonly number[];
}

/** A training. */
export interface AccuracyRun {
  /** The model. */
  readonly layers: readonly Layer[];
  /** Passes over the training vertices. */
  readonly epochs: number;
  /** Decides weights, shuffles, draws and dropout. */
  readonly seed: number;
}

/** Share of Reddit's vertices that train (GraphSAGE's split: 153,431 of 232,965). */
const TRAINING_SHARE = 0.66;

/** Columns of the random features of a stand-in. */
const RANDOM_WIDTH = 64;

/** The graph that accuracies are of: Reddit, or a stand-in that keeps how full its tiles are, so that classes are no giveaway. */
export function accuracyDataset({ id }: Profile, scale: number): string {
  return id === "paper" ? "reddit" : `reddit@1/${id === "smoke" ? 256 : scale}:fill`;
}

/** What a model aggregates with. */
export type WholeAggregation = "gcn" | "mean";

const prepared = new WeakMap<LoadedDataset, Map<WholeAggregation, Promise<VertexData>>>();

/** The publisher's features, labels and split where there are, else random features, communities, and a random split. */
export function accuracyData(
  { seed }: Lab,
  dataset: LoadedDataset,
  aggregation: WholeAggregation,
): Promise<VertexData> {
  const normalise = aggregation === "gcn" ? gcnNormalise : rowMean;
  const known = prepared.getOrInsertComputed(dataset, () => new Map<WholeAggregation, Promise<VertexData>>());
  return known.getOrInsertComputed(aggregation, () =>
    vertexData(dataset, {
      ...{ seed, normalise },
      ...(dataset.denseFeatures ? {} : { randomWidth: RANDOM_WIDTH }),
      ...(dataset.split ? {} : { trainingShare: TRAINING_SHARE }),
    }));
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

/** Curves that grow epoch by epoch. */
class Curve implements AccuracyCurve {
  readonly test: number[] = [];
  readonly validation: number[] = [];
  readonly seconds: number[] = [];

  /** Scores the executor's parameters. */
  async mark(
    executor: DeviceExecutor,
    { truth, split, classes }: VertexData,
    seconds: number,
  ): Promise<void> {
    executor.evaluate();
    const scored = { scores: await executor.read(executor.program.scores), classes, truth };
    this.test.push(100 * scoreSet(scored, split.test).accuracy);
    this.validation.push(100 * scoreSet(scored, split.validation).accuracy);
    this.seconds.push((this.seconds.at(-1) ?? 0) + seconds);
  }
}

/** Trains on the whole graph. */
export async function wholeBatchCurve(lab: Lab, data: VertexData, run: AccuracyRun): Promise<AccuracyCurve> {
  const executor = await openWhole(lab, data, run);
  try {
    const curve = new Curve();
    await executor.finish();
    for (let epoch = 1; epoch <= run.epochs; epoch++) {
      const started = performance.now();
      executor.train(epoch);
      await executor.finish();
      await curve.mark(executor, data, (performance.now() - started) / 1000);
    }
    return curve;
  } finally {
    executor.close();
  }
}

/** How mini-batches are sampled. */
export type SamplingMethod = "graphsage" | "fastgcn";

/** Neighbours drawn a layer, input side first: GraphSAGE's 25 and 10, read from the output; vertices a layer of FastGCN on Reddit. */
export const GRAPHSAGE_FANOUTS = [10, 25], FASTGCN_LAYER = 400;

/** What is sampled, of a graph whose vertices lack nothing: FastGCN weighs by the propagation matrix, GraphSAGE samples neighbours. */
function drawOf(
  dataset: LoadedDataset,
  data: VertexData,
  { method, seed }: { readonly method: SamplingMethod; readonly seed: number },
): NeighborDraw {
  return method === "graphsage"
    ? neighborDraw(dataset.graph, { fanouts: GRAPHSAGE_FANOUTS, seed })
    : neighborDraw(data.adjacency, {
      ...{ kind: "layer-importance", seed, layerSizes: GRAPHSAGE_FANOUTS.map(() => FASTGCN_LAYER) },
    });
}

/** A training on mini-batches. */
export interface SampledRun extends AccuracyRun {
  /** Who samples. */
  readonly method: SamplingMethod;
  /** What layers aggregate with where neighbours are sampled; FastGCN has weights of its own. */
  readonly aggregation: WholeAggregation;
  /** Seeds of a mini-batch. */
  readonly batch: number;
}

/** Trains on mini-batches. */
export async function sampledCurve(
  lab: Lab,
  dataset: LoadedDataset,
  run: SampledRun,
): Promise<AccuracyCurve> {
  const { method, aggregation, batch: batchSize, layers, seed, epochs } = run;
  const data = await accuracyData(lab, dataset, aggregation);
  const sampledAggregation: Aggregation = method === "fastgcn" ? "sampled" : aggregation;
  const scorer = await openWhole(lab, data, run);
  try {
    const trainer = new MiniBatchTrainer(lab.device, miniBatchData(data), {
      ...{ layers, aggregation: sampledAggregation, optimizer: adam(HYPERPARAMETERS), batchSize, seed },
      sampler: hostSampler(drawOf(dataset, data, { method, seed })),
      loading: { match: false },
    });
    try {
      const curve = new Curve();
      for (let epoch = 1; epoch <= epochs; epoch++) {
        let seconds = 0;
        for (let i = 0; i < trainer.epochLength; i++) {
          const { sampleMs, memoryIoMs, computeMs } = iterationPhases(await trainer.next());
          seconds += (sampleMs + memoryIoMs + computeMs) / 1000;
        }
        const learned = await trainer.parameters.read();
        for (const { tensor } of scorer.program.parameters) scorer.write(tensor, learned.get(tensor.label)!);
        await curve.mark(scorer, data, seconds);
      }
      return curve;
    } finally {
      trainer.close();
    }
  } finally {
    scorer.close();
  }
}

/** What a reader must know of both figures about accuracy. */
export const ACCURACY_NOTES: readonly string[] = [
  "On a stand-in labels are communities and features random, 64 wide: what a class has in common is its neighbourhoods alone. " +
  "Accuracies are not those of Reddit; orders are what is compared.",
  "FastGCN draws less than one of a vertex's neighbours a layer, as on Reddit, and a random feature says nothing without the " +
  "neighbourhood. Whether it is that by which it learns so little here is untested; that others are better than it says less than on " +
  "Reddit.",
  "Scales, numbers of epochs and of seeds, and the sizes of mini-batches were settled after first results on these stand-ins had been " +
  "seen; what is asked of the numbers is the table of claims'.",
  `Training vertices are ${
    100 * TRAINING_SHARE
  } % as in Reddit's split. Dropout 0.5, Adam, learning rate ${HYPERPARAMETERS.learningRate}, ` +
  `weight decay ${HYPERPARAMETERS.weightDecay}: the authors' public sample run.`,
];
