/**
 * Interval of the median of values that were measured on one or several preparations.
 *
 * @module
 */
import { groupBy } from "../lists/group_by.ts";
import {
  bootstrapMedianInterval,
  type BootstrapOptions,
  clusterBootstrapInterval,
  type Interval,
} from "./bootstrap.ts";
import { medianInPlace } from "./median.ts";

/**
 * Bootstrap interval of the median, over preparations and the values on each of them as in
 * {@linkcode clusterBootstrapInterval}.
 *
 * @param preparations Preparation of each value; one for all of them when absent.
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 *
 * @example
 * ```ts
 * const values = [1, 1.1, 1.2, 3, 3.1, 3.2];
 * const [one, two] = [undefined, [0, 0, 0, 1, 1, 1]].map((each) =>
 *   preparedMedianInterval(values, each, { seed: 1 })
 * );
 * if (!(two.hi - two.lo >= one.hi - one.lo)) throw new Error("preparations differ");
 * ```
 */
export function preparedMedianInterval(
  values: readonly number[],
  preparations: readonly (number | string)[] | undefined,
  options: BootstrapOptions,
): Interval {
  if (preparations === undefined) return bootstrapMedianInterval(values, options);
  const groups = groupBy(values.entries(), ([round]) => preparations[round]).values();
  return clusterBootstrapInterval(
    Array.from(groups, (group) => group.map(([, value]) => value)),
    medianInPlace,
    options,
  );
}
