/**
 * Cuts of a graph by each strategy as they stand after training, timed in turns: Table 1 and Figures 5 and
 * 8 show them from different sides.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { equalRanges, isEqualCut } from "../../../graph/partitions/equal_cut.ts";
import { partitionGraph } from "../../../graph/partitions/mod.ts";
import { partRanges } from "../../../graph/partitions/part_ranges.ts";
import { type RangeBlock, rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import type { PartitionedIteration, PartitionedLayer } from "../../../training/partitioned/mod.ts";
import type { Lab } from "../../lab.ts";
import {
  learnPartitions,
  type PartitionedTask,
  partitionedTask,
  type PartitionLearning,
  type PartitionSetting,
  type PartitionTraining,
  predictedMs,
} from "./partition_learning.ts";
import { partitionRounds, type PartitionRoundsOptions } from "./partition_rounds.ts";
import type { StrategyId } from "./strategies.ts";
import type { TimedCut } from "./timed_cut.ts";

/** Timed cuts of a graph on devices. */
export interface TimedCuts {
  /** Layers of the model. */
  readonly layers: readonly PartitionedLayer[];
  /** Cuts by strategy: fixed ones, or those of the last iteration. */
  readonly cuts: ReadonlyMap<StrategyId, TimedCut>;
  /**
   * The graph on one device, in the same rounds, where it was asked for: GPU counts, which are measured one
   * after another, are compared by it.
   */
  readonly whole?: TimedCut;
}

/** Greatest number of partitions of a cut that are timed; of more only the slowest. */
const TIMED_PARTITIONS = 4;

/** A cut as it stands when all iterations have run. */
interface FinalCut {
  readonly blocks: readonly RangeBlock[];
  /** Milliseconds that each partition took in an iteration, or would take by the model. */
  readonly expectedMs: readonly number[];
}

/** Number of rounds in which cuts take turns. */
export type CutRounds = Pick<PartitionRoundsOptions, "rounds" | "mostRounds">;

/** Cuts of a graph to be timed. */
export interface TimedStrategies extends PartitionTraining, CutRounds {
  /** Strategies that cut. */
  readonly strategies: readonly StrategyId[];
  /** Whether the graph as a whole takes turns with them. */
  readonly withWhole: boolean;
}

/**
 * Times the cuts of some strategies, and the graph as a whole where it is asked for, in turns.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function timeStrategies(
  lab: Lab,
  dataset: LoadedDataset,
  setting: TimedStrategies,
): Promise<TimedCuts> {
  const { graph, gpus, training, strategies, withWhole, rounds, mostRounds } = setting;
  const learning = await lab.once(learnPartitions, dataset, { graph, gpus, training, strategy: "learned" });
  const { matrix, layers } = learning;
  const cuts = new Map<StrategyId, FinalCut>();
  for (const strategy of strategies) {
    cuts.set(strategy, await finalCut(lab, dataset, { setting, strategy, learning }));
  }
  const timed = [...cuts].flatMap(([strategy, { blocks, expectedMs }]) =>
    slowestPlaces(expectedMs).map((place) => ({
      strategy,
      place,
      id: `${strategy}/${place}`,
      blocks: [blocks[place]],
    }))
  );
  const whole = { id: "whole", blocks: rangeBlocks(matrix, Uint32Array.of(0, matrix.rows)) };
  const times = await partitionRounds(lab, [...(withWhole ? [whole] : []), ...timed], {
    layers,
    work: "training",
    rounds,
    ...(mostRounds !== undefined && { mostRounds }),
    seed: lab.seed + training,
  });
  const timesOf = (own: StrategyId) =>
    timed.flatMap(({ strategy, place, id }) => strategy === own ? [[place, times.get(id)!] as const] : []);
  return {
    layers,
    ...(withWhole && { whole: { blocks: whole.blocks, times: new Map([[0, times.get(whole.id)!]]) } }),
    cuts: new Map(
      [...cuts].map(([strategy, { blocks }]) => [strategy, { blocks, times: new Map(timesOf(strategy)) }]),
    ),
  };
}

async function finalCut(
  lab: Lab,
  dataset: LoadedDataset,
  { setting: { graph, gpus, training }, strategy, learning }: {
    readonly setting: PartitionTraining;
    readonly strategy: StrategyId;
    readonly learning: PartitionLearning;
  },
): Promise<FinalCut> {
  const { matrix } = learning;
  const fixed = (offsets: Uint32Array): FinalCut => ({
    blocks: rangeBlocks(matrix, offsets),
    expectedMs: expectedMs(learning, offsets),
  });
  const asItRan = (last: PartitionedIteration | undefined): FinalCut =>
    last === undefined
      ? fixed(equalRanges("equal-vertices", matrix, gpus).offsets)
      : { blocks: rangeBlocks(matrix, last.offsets), expectedMs: last.partitionMs };
  if (isEqualCut(strategy)) return fixed(equalRanges(strategy, matrix, gpus).offsets);
  switch (strategy) {
    case "learned":
      return asItRan(learning.iterations.at(-1));
    case "dynamic": {
      const { iterations } = await lab.once(learnPartitions, dataset, { graph, gpus, training, strategy });
      return asItRan(iterations.at(-1));
    }
    case "static":
      return {
        blocks: await lab.once(edgeCut, dataset, { graph, gpus }),
        expectedMs: new Array<number>(gpus).fill(0),
      };
    default:
      throw strategy satisfies never;
  }
}

/** Milliseconds of each range by the model; 0 where it has not seen enough. */
function expectedMs({ model, features }: PartitionLearning, offsets: Uint32Array): readonly number[] {
  return Array.from(
    offsets.subarray(1),
    (end, i) => model.ready ? predictedMs(model, features, [offsets[i], end]) : 0,
  );
}

/** Edge-cut of a graph, the same for all trainings on it. Called through `lab.once`. */
async function edgeCut(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, gpus }: PartitionSetting,
): Promise<readonly RangeBlock[]> {
  const { matrix }: PartitionedTask = await lab.once(partitionedTask, dataset, { graph });
  return edgeCutBlocks(matrix, gpus, lab.seed);
}

/** Parts of an edge-cut as ranges of a renumbered graph. */
export function edgeCutBlocks(matrix: CsrMatrix, gpus: number, seed: number): readonly RangeBlock[] {
  const { perm, offsets } = partRanges(partitionGraph(matrix, gpus, { seed }));
  return rangeBlocks(permuteSymmetric(matrix, perm), offsets);
}

/** Places of the slowest partitions, as many as are timed. */
function slowestPlaces(ms: readonly number[]): readonly number[] {
  return ms.map((_, place) => place).sort((a, b) => ms[b] - ms[a]).slice(0, TIMED_PARTITIONS);
}

/** Notes of all suites that train on partitions. */
export const RUN_NOTES: readonly string[] = [
  "A cost model is fresh for each GPU count and training, and learns from single iterations. Cuts are then timed in turns; of more " +
  `than ${TIMED_PARTITIONS} partitions only the ${TIMED_PARTITIONS} slowest, by the iteration before or by the model. The one that is ` +
  "slowest by its median stands for all.",
];

/** Notes of suites that time the cuts of a single training. */
export const ONE_TRAINING_NOTES: readonly string[] = [
  "GPU counts follow one another; what is claimed across them rests on speed-ups over one GPU, which is timed in the rounds of each. " +
  "Cuts are timed as often as a claim wants, but learned once in a session: intervals are over rounds. Another session learns other " +
  "cuts, and how far those differ is in no interval here; roc/table-1 adapts many times.",
];
