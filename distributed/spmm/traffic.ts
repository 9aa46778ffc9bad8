/**
 * Bytes that a partitioned product moves, and the modelled time of the transfer on given links.
 *
 * @module
 */
import { blockOffsets } from "../../graph/orderings/block_wise.ts";
import { type Link, ringAllReduceSeconds, ringBroadcastSeconds } from "../../hardware/models/interconnect.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { SpmmSchedule } from "./schedule.ts";
import { groupCount, placeOf } from "./scheme.ts";

/** Shape of the dense matrix. */
export interface ProductShape {
  /** Number n of vertices. */
  readonly vertices: number;
  /** Number f of columns. */
  readonly width: number;
}

/** Bytes that each rank receives in one product, by rank. */
export interface ProductTraffic {
  /** Bytes of broadcasts: `(p - 1) / p n f 4` in 1D. */
  readonly broadcastBytes: readonly number[];
  /** Bytes of the sum within the rank's group, on a ring: `2 (r - 1) / r` of its rows; 0 in 1D. */
  readonly sumBytes: readonly number[];
}

/** Counts the bytes that each rank receives. */
export function productTraffic(schedule: SpmmSchedule, shape: ProductShape): ProductTraffic {
  const { scheme, steps, sums } = schedule;
  const bytes = blockBytes(schedule, shape);
  const broadcastBytes = new Array<number>(scheme.ranks).fill(0);
  const sumBytes = new Array<number>(scheme.ranks).fill(0);
  for (const { block, root, ranks } of steps.flatMap(({ broadcasts }) => broadcasts)) {
    for (const rank of ranks) if (rank !== root) broadcastBytes[rank] += bytes[block];
  }
  for (const ranks of sums) {
    const share = 2 * (ranks.length - 1) / ranks.length;
    for (const rank of ranks) sumBytes[rank] += share * bytes[placeOf(scheme, rank).group];
  }
  return { broadcastBytes, sumBytes };
}

/**
 * Models the seconds of a product's communication on equal links: the broadcasts of a step run in parallel,
 * step after step, then the groups sum in parallel.
 */
export function productSeconds(schedule: SpmmSchedule, shape: ProductShape, link: Link): number {
  const bytes = blockBytes(schedule, shape);
  const broadcasts = schedule.steps.map((step) =>
    Math.max(
      ...step.broadcasts.map(({ block, ranks }) =>
        ringBroadcastSeconds(link, { bytes: bytes[block], receivers: ranks.length - 1 })
      ),
    )
  );
  const sums = schedule.sums.map((ranks, group) =>
    ringAllReduceSeconds(link, { bytes: bytes[group], ranks: ranks.length })
  );
  return sumOf(broadcasts) + Math.max(0, ...sums);
}

/** Bytes of each row range. */
function blockBytes({ scheme }: SpmmSchedule, { vertices, width }: ProductShape): number[] {
  const offsets = blockOffsets(vertices, groupCount(scheme));
  return Array.from(offsets.subarray(1), (end, block) => 4 * width * (end - offsets[block]));
}
