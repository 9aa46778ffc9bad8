/**
 * Inference on graphs that a cost model has not seen, learned from others of their kind.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { loadDataset } from "../../../datasets/load.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { CostModel } from "../../../graph/partitions/cost_model.ts";
import { equalRanges, isEqualCut } from "../../../graph/partitions/equal_cut.ts";
import { type RangeBlock, rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { learnedRanges, type RangeCut } from "../../../graph/partitions/ranges.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import {
  DeviceClock,
  type PartitionedLayer,
  PartitionedTraining,
  ROC_CLUSTER,
} from "../../../training/partitioned/mod.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import type { Change } from "./changed_links.ts";
import { predictedMs } from "./partition_learning.ts";
import { CHECKED_WORK, partitionRounds, type PartitionRoundsOptions } from "./partition_rounds.ts";
import { ginLayers, LEARNING_GPUS, tissueGraphs } from "./partitioned_graphs.ts";
import type { FigureStrategy } from "./strategies.ts";
import { iterationRounds, type TimedCut } from "./timed_cut.ts";
import { decidingRounds } from "./deciding_rounds.ts";

/** Each graph on one device, in the same rounds. */
export const WHOLE = "whole";

/** Cuts that are timed: those of the strategies, and none. */
export type TimedId = FigureStrategy["id"] | typeof WHOLE;

/** A graph that the model has not seen. */
interface TestGraph {
  /** Matrix that layers aggregate with. */
  readonly matrix: CsrMatrix;
  /** Features of its vertices. */
  readonly features: FeaturePrefixes;
}

/** A model that has learned, and graphs that it has not seen. */
interface LearnedModel {
  /** Model, learned from the training graphs. */
  readonly model: CostModel;
  /** Layers of the GIN. */
  readonly layers: readonly PartitionedLayer[];
  /** Graphs of the test. */
  readonly test: readonly TestGraph[];
}

/** Inference by strategies on a number of devices. */
export interface InferenceRun {
  /** Layers of the GIN. */
  readonly layers: readonly PartitionedLayer[];
  /** Vertices of a test graph; all have as many. */
  readonly vertices: number;
  /**
   * A cut of each test graph. Only its slowest partition was timed, in the same execution as those of the
   * other graphs: every cut has the mean over the graphs as its time.
   */
  readonly cuts: ReadonlyMap<TimedId, readonly TimedCut[]>;
}

/** Adjacency with self-loops and without values: GIN sums a vertex and its neighbours. */
function sumMatrix({ graph }: LoadedDataset): CsrMatrix {
  const { values: _, ...entries } = gcnNormalise(graph);
  return entries;
}

/** Learns one iteration a graph, in training: of the graph before only the model is left. */
async function learnTissues(lab: Lab): Promise<LearnedModel> {
  const { device, seed, profile } = lab;
  const { dataset, training, test, featureWidth } = tissueGraphs(profile);
  const graph = async (at: number) => sumMatrix(await loadDataset(dataset, { seed: seed + at }));
  const clock = new DeviceClock(device, {
    layers: ginLayers(),
    featureWidth,
    work: "training",
    seed,
    rounds: 1,
    checkedWork: CHECKED_WORK,
    ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
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
 * Cuts the test graphs by some strategies, and measures. The model learns once in a session, for all
 * numbers of devices.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function timeInference(
  lab: Lab,
  { gpus, strategies }: { readonly gpus: number; readonly strategies: readonly FigureStrategy["id"][] },
): Promise<InferenceRun> {
  refuseEmulated(lab, "time partitions");
  const learned = await lab.once(learnTissues, NO_DATASET, {});
  const { layers } = learned, options = { layers, work: "inference" } as const;
  const cuts = new Map<TimedId, readonly GraphCut[]>();
  for (const id of [WHOLE, ...strategies] as const) {
    const graphs = cutBy(learned, (graph) => rangesOf(id, { graph, gpus, learned }));
    cuts.set(id, id === "learned" && gpus > 1 ? await timedPlaces(lab, graphs, options) : graphs);
  }
  const times = await partitionRounds(
    lab,
    [...cuts].map(([id, graphs]) => ({ id, blocks: graphs.map(({ blocks, place }) => blocks[place]) })),
    { ...options, ...decidingRounds(lab.profile) },
  );
  return {
    layers,
    vertices: learned.test[0].matrix.rows,
    cuts: new Map([...cuts].map(([id, graphs]) => {
      const all = times.get(id)!;
      const own: CheckedTimes = { ...all, ms: all.ms.map((ms) => ms / graphs.length) };
      return [id, graphs.map(({ blocks, place }) => ({ blocks, times: new Map([[place, own]]) }))];
    })),
  };
}

function rangesOf(
  id: TimedId,
  { graph: { matrix, features }, gpus, learned: { model } }: {
    readonly graph: TestGraph;
    readonly gpus: number;
    readonly learned: LearnedModel;
  },
): RangeCut {
  if (id === WHOLE) return equalRanges("equal-vertices", matrix, 1);
  if (isEqualCut(id)) return equalRanges(id, matrix, gpus);
  return learnedRanges(model, features, gpus);
}

/** A cut of one graph, and the place of its slowest partition, which stands for all. */
interface GraphCut {
  readonly blocks: readonly RangeBlock[];
  readonly place: number;
}

/** Cuts all test graphs; the slowest partition of each is the one that the model says. */
function cutBy({ model, test }: LearnedModel, rangesOf: (graph: TestGraph) => RangeCut): GraphCut[] {
  return test.map((graph) => {
    const { matrix, features } = graph;
    const blocks = rangeBlocks(matrix, rangesOf(graph).offsets);
    const predicted = blocks.map(({ begin, end }) => predictedMs(model, features, [begin, end]));
    return { blocks, place: placeOfLargest(predicted) };
  });
}

/**
 * Cuts with the slowest partition by a time of each: by the model all partitions of its own cuts take as
 * long.
 */
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
    blocks,
    place: placeOfLargest(blocks.map((_, place) => times.get(`${graph}/${place}`)!.ms[0])),
  }));
}

function placeOfLargest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** Milliseconds of an inference, the mean of the test graphs, one entry a round. */
export function latencyRounds({ layers, cuts }: InferenceRun, id: TimedId, change: Change): number[] {
  const graphs = cuts.get(id)!.map((cut) =>
    iterationRounds(cut, { layers, work: "inference", cluster: ROC_CLUSTER, change })
  );
  return graphs[0].map((_, round) => mean(graphs.map((rounds) => rounds[round])));
}
