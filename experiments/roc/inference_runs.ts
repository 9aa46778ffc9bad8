/**
 * Inference on graphs that a cost model has not seen, learned from others of their kind: what Figure 9 shows.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { loadDataset } from "../../datasets/load.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { CostModel } from "../../graph/partitions/cost_model.ts";
import { type RangeBlock, rangeBlocks } from "../../graph/partitions/range_block.ts";
import {
  equalEdgeRanges,
  equalVertexRanges,
  learnedRanges,
  type RangeCut,
} from "../../graph/partitions/ranges.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../graph/partitions/vertex_costs.ts";
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { mean } from "../../platform/statistics/mod.ts";
import { DeviceClock, PartitionedTraining, ROC_CLUSTER } from "../../training/partitioned/mod.ts";
import type { PartitionedLayer } from "../../training/partitioned/mod.ts";
import type { Lab } from "../lab.ts";
import type { Change } from "./changed_links.ts";
import { CHECKED_WORK, partitionRounds, type PartitionRoundsOptions } from "./partition_rounds.ts";
import { ginLayers, LEARNING_GPUS, timedRounds, tissueGraphs } from "./partitioned_graphs.ts";
import { iterationRounds, type TimedCut } from "./timed_cut.ts";

/** How a graph is cut for inference. */
export type InferenceStrategy = "equal-vertices" | "equal-edges" | "learned";

/** A model that has learned, and graphs that it has not seen. */
export interface LearnedModel {
  /** Learned from the training graphs. */
  readonly model: CostModel;
  /** Layers of the GIN. */
  readonly layers: readonly PartitionedLayer[];
  /** What layers aggregate with, of each test graph, and the features of its vertices. */
  readonly test: readonly { readonly matrix: CsrMatrix; readonly features: FeaturePrefixes }[];
}

/** The strategies on some devices. */
export interface InferenceRun {
  /** Layers of the GIN. */
  readonly layers: readonly PartitionedLayer[];
  /**
   * A cut of each test graph. Only its slowest partition was timed, in the same execution as those of the other graphs: every
   * cut has the mean over the graphs as its time.
   */
  readonly cuts: ReadonlyMap<InferenceStrategy | typeof WHOLE, readonly TimedCut[]>;
}

/** Each graph on one device, in the same rounds. */
export const WHOLE = "whole";

interface Known {
  readonly models: Map<string, Promise<LearnedModel>>;
  readonly runs: Map<string, Promise<InferenceRun>>;
}

const measured = new WeakMap<Device, Known>();

/** GIN sums a vertex and its neighbours. */
function sumMatrix({ graph }: LoadedDataset): CsrMatrix {
  const { values: _, ...entries } = gcnNormalise(graph);
  return entries;
}

/** Learns once a process. One iteration a graph, in training: of the graph before only the model is left. */
async function learn(lab: Lab): Promise<LearnedModel> {
  const { device, seed, profile } = lab;
  const { dataset, training, test, featureWidth } = tissueGraphs(profile);
  const graph = async (at: number) => sumMatrix(await loadDataset(dataset, { seed: seed + at }));
  const clock = new DeviceClock(device, {
    ...{ layers: ginLayers(), featureWidth, work: "training", seed, rounds: 1, checkedWork: CHECKED_WORK },
  });
  const { layers } = clock, widths = layers.map(({ inputWidth }) => inputWidth);
  const model = new CostModel(widths);
  for (let at = 0; at < training; at++) {
    lab.say(`graph ${at + 1} of ${training}`);
    const shared = { parts: LEARNING_GPUS, clock, model, strategy: "learned" } as const;
    await new PartitionedTraining({ ...shared, matrix: await graph(at) }).next();
  }
  const unseen = Array.from({ length: test }, async (_, at) => {
    const matrix = await graph(training + at);
    return { matrix, features: vertexFeatures(matrix, widths) };
  });
  return { model, layers, test: await Promise.all(unseen) };
}

/**
 * Cuts and measures, once a process for each number of devices.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function inferenceRun(lab: Lab, gpus: number): Promise<InferenceRun> {
  const known = measured.getOrInsertComputed(lab.device, () => ({ models: new Map(), runs: new Map() }));
  const key = `${lab.profile.id} ${lab.seed}`;
  return known.runs.getOrInsertComputed(`${key} ${gpus}`, async () => {
    refuseEmulated(lab.device, "time partitions");
    const learned = await known.models.getOrInsertComputed(key, () => learn(lab));
    return await infer(lab, learned, gpus);
  });
}

async function infer(lab: Lab, { model, layers, test }: LearnedModel, gpus: number): Promise<InferenceRun> {
  const options = { layers, work: "inference" } as const;
  const predicted = (features: FeaturePrefixes, { begin, end }: RangeBlock) =>
    model.widths.reduce(
      (sum, width, layer) => sum + model.predict(layer, features.range(width, begin, end))!,
      0,
    );
  const cutBy = (offsets: (graph: LearnedModel["test"][number]) => RangeCut): GraphCut[] =>
    test.map(({ matrix, features }) => {
      const blocks = rangeBlocks(matrix, offsets({ matrix, features }).offsets);
      return { blocks, place: placeOfLargest(blocks.map((block) => predicted(features, block))) };
    });
  const learned = cutBy(({ features }) => learnedRanges(model, features, gpus));
  const cuts: Readonly<Record<InferenceStrategy | typeof WHOLE, readonly GraphCut[]>> = {
    [WHOLE]: cutBy(({ matrix }) => equalVertexRanges(matrix.rows, 1)),
    "equal-vertices": cutBy(({ matrix }) => equalVertexRanges(matrix.rows, gpus)),
    "equal-edges": cutBy(({ matrix }) => equalEdgeRanges(matrix, gpus)),
    "learned": gpus === 1 ? learned : await timedPlaces(lab, learned, options),
  };
  const times = await partitionRounds(
    lab,
    Object.entries(cuts).map(([id, graphs]) => ({
      id,
      blocks: graphs.map(({ blocks, place }) => blocks[place]),
    })),
    { ...options, rounds: timedRounds(lab.profile) },
  );
  return {
    layers,
    cuts: new Map(
      Object.entries(cuts).map(([id, graphs]) => {
        const ms = times.get(id)!.map((all) => all / graphs.length);
        const timed = graphs.map(({ blocks, place }) => ({ blocks, times: new Map([[place, ms]]) }));
        return [id as InferenceStrategy | typeof WHOLE, timed] as const;
      }),
    ),
  };
}

/** A cut of one graph, and which partition stands for all: the slowest. */
interface GraphCut {
  readonly blocks: readonly RangeBlock[];
  readonly place: number;
}

/** By the model all partitions of its own cuts take as long; which is slowest after all, timing each of them says. */
async function timedPlaces(
  lab: Lab,
  cuts: readonly GraphCut[],
  options: Pick<PartitionRoundsOptions, "layers" | "work">,
): Promise<GraphCut[]> {
  const each = cuts.flatMap(({ blocks }, graph) =>
    blocks.map((block, place) => ({ id: `${graph}/${place}`, blocks: [block] }))
  );
  const times = await partitionRounds(lab, each, { ...options, rounds: 1 });
  return cuts.map(({ blocks }, graph) => ({
    ...{ blocks, place: placeOfLargest(blocks.map((_, place) => times.get(`${graph}/${place}`)![0])) },
  }));
}

function placeOfLargest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** Milliseconds of an inference, the mean of the test graphs, one entry a round. */
export function latencyRounds(
  { layers, cuts }: InferenceRun,
  strategy: InferenceStrategy | typeof WHOLE,
  change: Change,
): number[] {
  const graphs = cuts.get(strategy)!.map((cut) =>
    iterationRounds(cut, { layers, work: "inference", cluster: ROC_CLUSTER, change })
  );
  return graphs[0].map((_, round) => mean(graphs.map((rounds) => rounds[round])));
}
