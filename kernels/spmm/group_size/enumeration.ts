/**
 * Best group size by enumeration: the reference for other rules, and the labels that they learn from.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import { type GroupingRates, groupingTime } from "../../../hardware/models/grouping_model.ts";
import { UsageError } from "../../../platform/errors.ts";
import type { GroupSizeRule } from "./rule.ts";

/** Group size and its time. */
export interface GroupSizePoint {
  /** Largest number of neighbours of a group. */
  readonly groupSize: number;
  /** Time of one aggregation in seconds. */
  readonly seconds: number;
}

/**
 * Fastest point of a curve; among equal times the smallest size.
 *
 * @throws {UsageError} for an empty curve.
 */
export function fastestGroupSize(curve: readonly GroupSizePoint[]): GroupSizePoint {
  if (curve.length === 0) {
    throw new UsageError({
      action: "find the fastest group size",
      current: "no group size",
      wanted: "at least one with its time",
      next: "measure or model some sizes first",
    });
  }
  return curve.reduce((best, point) => {
    const earlier = point.seconds < best.seconds ||
      (point.seconds === best.seconds && point.groupSize < best.groupSize);
    return earlier ? point : best;
  });
}

/** Device that {@link modelledCurve} models. */
export interface ModelledDevice {
  /** Rates fitted by `fitGroupingRates`. */
  readonly rates: GroupingRates;
  /** Number of groups processed at once: 3,584 for eppgcn's P100, 5,120 for its V100S. */
  readonly slots: number;
  /** Way of writing a row's only group, as in `GroupedWork`. */
  readonly singleGroup?: "add" | "store";
}

/** Computes the time of each group size by model M6; source `modelled`. */
export function modelledCurve(
  matrix: CsrMatrix,
  { sizes, width }: { readonly sizes: readonly number[]; readonly width: number },
  { rates, ...device }: ModelledDevice,
): GroupSizePoint[] {
  const rowLengths = degrees(matrix);
  return sizes.map((groupSize) => ({
    groupSize,
    seconds: groupingTime({ rowLengths, groupSize, width, ...device }, rates).seconds,
  }));
}

/** Function that gives {@link enumerationRule} the time of a size. */
export type GroupSizeTimer = (
  matrix: CsrMatrix,
  sizes: readonly number[],
  width: number,
) => readonly GroupSizePoint[] | Promise<readonly GroupSizePoint[]>;

/**
 * Builds the enumeration rule, which tries 1, 2, 3, ... `largest` and selects the fastest. `time` measures,
 * or models ({@link modelledCurve}).
 */
export function enumerationRule(largest: number, time: GroupSizeTimer): GroupSizeRule {
  const sizes = Array.from({ length: largest }, (_, i) => i + 1);
  return {
    id: "oracle",
    origin: "eppgcn, Section 5, labels of the training graphs",
    meaning: `the fastest of the sizes 1 to ${largest}`,
    choose: async (matrix, width) => fastestGroupSize(await time(matrix, sizes, width)).groupSize,
  };
}
