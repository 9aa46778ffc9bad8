/**
 * Times of partitions, round by round: several are prepared at once and timed in turns, all layers of each
 * together.
 *
 * @module
 */
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import { measure, timesOf } from "../../../hardware/measuring/measure.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import {
  BlockOperands,
  type PartitionedLayer,
  type PartitionedWork,
  type PreparedLayer,
  TimedLayers,
} from "../../../training/partitioned/mod.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";

/** Partitions that take one turn in every round. */
export interface TimedPartitions {
  /** Id, unique among those of a call. */
  readonly id: string;
  /** Partitions that run one after another, and count together. */
  readonly blocks: readonly RangeBlock[];
}

/** Options of {@linkcode partitionRounds}. */
export interface PartitionRoundsOptions {
  /** Layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** Forward and backward, or forward alone. */
  readonly work: PartitionedWork;
  /** Least number of turns of each. */
  readonly rounds: number;
  /** Number of turns after which they end, narrow or not; `rounds` when absent. */
  readonly mostRounds?: number;
  /** Seed of the order of turns and of inputs; the session's when absent. */
  readonly seed?: number;
}

/** Time in which partitions may narrow their intervals, as a multiple of a single kernel's. */
const PATIENCE = 4;

/**
 * Multiply-adds of a step up to which all its rows are checked, and about which those of a larger one cost.
 */
export const CHECKED_WORK = 1e6;

/** Check of partitions without vertices, which compute nothing. */
const NOTHING_TO_CHECK: CheckReport = { ok: true, relErr: 0, tolerance: 0, checkedRows: 0 };

/**
 * Milliseconds of all layers by id, one entry a round. The first partitions are checked step by step
 * against the oracles before anything is timed (kernels are the same for all), and all of them afterwards, on
 * fresh inputs.
 *
 * @throws {MissingError} on an emulated GPU.
 * @throws {ReproError} where a step is wrong.
 */
export async function partitionRounds(
  lab: Lab,
  timed: readonly TimedPartitions[],
  { layers, work, rounds, mostRounds = rounds, seed = lab.seed }: PartitionRoundsOptions,
): Promise<ReadonlyMap<string, CheckedTimes>> {
  const { device, profile } = lab;
  refuseEmulated(lab, "time partitions");
  const timedLayers = new TimedLayers(device, { work, seed, checkedWork: CHECKED_WORK });
  const operands = new Map<RangeBlock, BlockOperands>();
  const checks = new Map(timed.map(({ id }) => [id, [] as CheckReport[]]));
  const layersOn = (block: RangeBlock) => {
    const own = operands.getOrInsertComputed(block, () => new BlockOperands(block));
    return layers.map((_, at) => timedLayers.of(own, layers, at));
  };
  const contenders = timed.map(({ id, blocks }, place): TimedContender => {
    const own = blocks.filter(({ begin, end }) => end > begin).flatMap(layersOn);
    return {
      id,
      bytes: sumOf(own, ({ bytes }) => bytes),
      prepare: async () => {
        const prepared: PreparedLayer[] = [];
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
            for (const layer of prepared) {
              await layer.recheck(seed);
              checks.get(id)!.push(...layer.checks);
            }
          },
          destroy,
        };
      },
    };
  });
  const measured = await measure(device, contenders, {
    seed,
    minRounds: rounds,
    maxRounds: mostRounds,
    preparations: 1,
    budgetMs: Infinity,
    narrowingMs: PATIENCE * profile.narrowingMs,
    narrow: profile.narrow,
    ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
    ...(lab.signal && { signal: lab.signal }),
  });
  return new Map(timed.map(({ id }) => {
    const reports = checks.get(id)!, ms = timesOf(measured, id);
    const check = reports.length === 0 ? NOTHING_TO_CHECK : worstOf(reports);
    return [id, { ms, check, timer: device.timer }];
  }));
}
