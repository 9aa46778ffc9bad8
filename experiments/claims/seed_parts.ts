/**
 * Parts of claims about accuracies, losses and epochs that are repeated over seeds: a part is decided where
 * all values within the intervals answer alike, and open otherwise. No part about a time is one of these.
 *
 * @module
 */
import type { ClaimPart } from "../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { intervalOf, liesWithin, spellInterval } from "./interval.ts";
import type { SuiteEvidence } from "./suite_evidence.ts";

/** Claimed range of a number that is computed from one or two rows. */
export interface SeedQuestion {
  /** Rows that the number is computed from. */
  readonly rows: readonly Row[];
  /** Name of the number, in words. */
  readonly words: string;
  /** Computes the number from one value per row; the first row's own when absent. */
  readonly number?: (values: readonly number[]) => number;
  /** Bounds between which the number is claimed to lie; `Number.MIN_VALUE` for more than nothing. */
  readonly within: readonly [least: number, most: number];
}

/** Least number of a difference of accuracies or losses that is not the rounding of none. */
const ROUNDING = 1e-9;

const withoutRounding = (value: number) => Math.abs(value) < ROUNDING ? 0 : value;

/**
 * Part of a claim: a number computed from rows lies within bounds, for all values of the rows within their
 * intervals.
 *
 * @throws {TypeError} where a row is of a clock.
 */
export function withinOverSeeds(
  evidence: SuiteEvidence,
  { rows, words, number = ([value]) => value, within }: SeedQuestion,
): ClaimPart {
  let corners: number[][] = [[]];
  for (const { low, high } of rows.map(intervalOf)) {
    corners = corners.flatMap((corner) => [[...corner, low], [...corner, high]]);
  }
  const ends = corners.map(number).map(withoutRounding), value = number(rows.map(medianOf));
  const found = { value, low: Math.min(...ends), high: Math.max(...ends) };
  const spell = (bound: number) => bound === Number.MIN_VALUE ? "0" : bound.toPrecision(3);
  const bounds = within.filter(Number.isFinite).map(spell).join(" to ");
  return evidence.overSeeds(liesWithin(found, within), {
    words: `${words} = ${spellInterval(found)}`,
    rows,
    value,
    open: `the interval meets ${bounds}`,
  });
}
