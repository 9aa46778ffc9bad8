/**
 * Epochs of a partition scheme modelled from one measured product: further products, dense part and messages.
 *
 * @module
 */
import { groupCount, productSeconds, productTraffic, spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { type Link, ringAllReduceSeconds } from "../../../hardware/models/interconnect.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { WIDTH } from "../paper_graphs.ts";
import type { ProductTimes } from "./scheme_times.ts";
import type { PaperScheme } from "./schemes.ts";
import type { DensePart, EpochShape } from "./dense_part.ts";

/** Milliseconds of the messages of one product of the measured width. */
export function productMessagesMs(scheme: PaperScheme, vertices: number, link: Link): number {
  return 1e3 * productSeconds(spmmSchedule(scheme), { vertices, width: WIDTH }, link);
}

/** Milliseconds of an epoch's messages: those of its products, and the sum of the gradients. */
export function epochMessagesMs(scheme: PaperScheme, epoch: EpochShape, link: Link): number {
  const { vertices, widths, gradientBytes } = epoch, schedule = spmmSchedule(scheme);
  const products = widths.map((width) => productSeconds(schedule, { vertices, width }, link));
  const gradients = ringAllReduceSeconds(link, { bytes: gradientBytes, ranks: groupCount(scheme) });
  return 1e3 * products.reduce((sum, seconds) => sum + seconds, gradients);
}

/**
 * Milliseconds of an epoch, by round: on each rank its products, as much longer or shorter than the
 * measured one as they are wider or narrower, and its share of the dense part; the slowest rank; then the
 * messages.
 */
export function epochMs(
  { ranks: { turns } }: ProductTimes,
  { scheme, dense, link }: {
    readonly scheme: PaperScheme;
    readonly dense: DensePart;
    readonly link: Link;
  },
): number[] {
  const { shape, times } = dense;
  const columns = sumOf(shape.widths) / WIDTH;
  const rest = median(times.ms) / groupCount(scheme) + epochMessagesMs(scheme, shape, link);
  return turns.map((ranks) => columns * Math.max(...ranks) + rest);
}

/** Bytes that all ranks together receive in a product: broadcasts as counted, sums by formula. */
export function productBytes(
  { receivedBytes }: Pick<ProductTimes, "receivedBytes">,
  scheme: PaperScheme,
  vertices: number,
): number {
  const { sumBytes } = productTraffic(spmmSchedule(scheme), { vertices, width: WIDTH });
  return sumBytes.reduce((sum, bytes) => sum + bytes, receivedBytes);
}
