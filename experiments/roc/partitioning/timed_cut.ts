/**
 * A cut whose partitions were timed round by round, and the time of an iteration that is modelled from it.
 *
 * @module
 */
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { mean, median } from "../../../platform/statistics/mod.ts";
import {
  type Cluster,
  communicate,
  type PartitionedLayer,
  type PartitionedWork,
} from "../../../training/partitioned/mod.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { type Change, changedCluster } from "./changed_links.ts";

/** Partitions and their times. */
export interface TimedCut {
  /** All partitions, in order. */
  readonly blocks: readonly RangeBlock[];
  /** Times of the partitions that were timed, by place; of many partitions only the slowest are. */
  readonly times: ReadonlyMap<number, CheckedTimes>;
}

/** Place of the partition that was slowest by its median over the rounds, each with its `extraMs` on top. */
export function slowest({ times }: TimedCut, extraMs: (place: number) => number = () => 0): number {
  const totals = [...times].map(([place, { ms }]) => ({ place, ms: median(ms) + extraMs(place) }));
  return totals.reduce((most, each) => each.ms > most.ms ? each : most).place;
}

/** Times of the slowest partition. */
export function slowestTimes(cut: TimedCut): CheckedTimes {
  return cut.times.get(slowest(cut))!;
}

/** Balance of the load that a cut gives its devices. */
export interface CutBalance {
  /** Slowest partition over the mean of all, each by the median of its rounds. */
  readonly imbalance: number;
  /** Slowest partition, by the median of its rounds. */
  readonly slowest: {
    /** Milliseconds. */
    readonly ms: number;
    /** Check of what was timed. */
    readonly check: CheckedTimes["check"];
    /** Clock. */
    readonly timer: CheckedTimes["timer"];
  };
}

/** Weighs a cut by the medians of its rounds: the largest of many times of one round is chance. */
export function balanceOf(cut: TimedCut): CutBalance {
  const { ms, check, timer } = slowestTimes(cut), slowestMs = median(ms);
  const all = [...cut.times.values()].map((times) => median(times.ms));
  return { imbalance: slowestMs / mean(all), slowest: { ms: slowestMs, check, timer } };
}

/** Parameters of a modelled iteration. */
export interface ModelledIteration {
  /** Layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** Forward and backward, or forward alone. */
  readonly work: PartitionedWork;
  /** Devices and their links. */
  readonly cluster: Cluster;
  /** Change of the assumptions. */
  readonly change: Change;
  /**
   * Milliseconds in which a device copies its layers' inputs from the host, rows of other devices among them;
   * when absent it copies nothing, and devices send each other these rows.
   */
  readonly copyMs?: (block: RangeBlock) => number;
}

/** Milliseconds of an iteration of all devices, one entry a round: the slowest one, and communication. */
export function iterationRounds(
  cut: TimedCut,
  { layers, work, cluster, change, copyMs }: ModelledIteration,
): number[] {
  const { seconds } = communicate(cut.blocks, {
    layers,
    work,
    cluster: changedCluster(cluster, change),
    inputsCopied: copyMs !== undefined,
  });
  // A faster device is slowest elsewhere only where copies differ, and those do not get faster with it.
  const copies = cut.blocks.map((block) => copyMs?.(block) ?? 0);
  const place = slowest(cut, (at) => change.devices * copies[at]);
  return cut.times.get(place)!.ms.map((ms) => ms / change.devices + copies[place] + 1e3 * seconds);
}
