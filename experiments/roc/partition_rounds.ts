/**
 * How long partitions take, round by round: several of them prepared at once and timed in turns, all layers of each together.
 *
 * @module
 */
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import { type Contestant, measure, type PreparedContestant, timesOf } from "../../hardware/measuring.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import {
  BlockOperands,
  type PartitionedLayer,
  type PartitionedWork,
  TimedLayers,
} from "../../training/partitioned/mod.ts";
import type { Lab } from "../lab.ts";

/** What takes its turn in every round. */
export interface TimedPartitions {
  /** Unique among those of a call. */
  readonly id: string;
  /** Partitions that run one after another, and count together. */
  readonly blocks: readonly RangeBlock[];
}

/** What is timed of partitions. */
export interface PartitionRoundsOptions {
  /** Layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** Forward and backward, or forward alone. */
  readonly work: PartitionedWork;
  /** How often each takes its turn. */
  readonly rounds: number;
}

/** Multiply-adds of a step up to which all its rows are checked, and about which those of a larger one cost. */
export const CHECKED_WORK = 1e6;

/**
 * Milliseconds of all layers, one entry a round, by id. The first of them is checked step by step against the oracles before
 * anything is timed: kernels are the same for all.
 *
 * @throws {MissingError} on an emulated GPU.
 * @throws {ReproError} where a step is wrong.
 */
export async function partitionRounds(
  lab: Lab,
  timed: readonly TimedPartitions[],
  { layers, work, rounds }: PartitionRoundsOptions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { device, seed } = lab;
  refuseEmulated(device, "time partitions");
  const timedLayers = new TimedLayers(device, { work, seed, checkedWork: CHECKED_WORK });
  const operands = new Map<RangeBlock, BlockOperands>();
  const layersOn = (block: RangeBlock) => {
    const own = operands.getOrInsertComputed(block, () => new BlockOperands(block));
    return layers.map((_, at) => timedLayers.of(own, layers, at));
  };
  const contestants = timed.map(({ id, blocks }, place): Contestant => {
    const own = blocks.filter(({ begin, end }) => end > begin).flatMap(layersOn);
    return {
      id,
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      prepare: async () => {
        const prepared: PreparedContestant[] = [];
        const destroy = () => prepared.forEach((layer) => layer.destroy());
        try {
          for (const layer of own) prepared.push(await layer.prepare({ checked: place === 0 }));
        } catch (error) {
          destroy();
          throw error;
        }
        return {
          run: () => prepared.forEach((layer) => layer.run()),
          recheck: async (seed) => {
            for (const layer of prepared) await layer.recheck(seed);
          },
          destroy,
        };
      },
    };
  });
  const measured = await measure(device, contestants, {
    ...{ seed, minRounds: rounds, maxRounds: rounds, preparations: 1, budgetMs: Infinity, narrow: 0 },
  });
  return new Map(timed.map(({ id }) => [id, timesOf(measured, id)]));
}
