/**
 * Parts of claims about accuracies, losses and epochs that are repeated over seeds: a part is decided where
 * all values within the intervals answer alike, and open otherwise. No part about a time is one of these.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { intervalOf, liesWithin, spellInterval } from "./interval.ts";
import type { SuiteEvidence } from "./suite_evidence.ts";

/** Claimed range of a number that is computed from one or two rows. */
export interface SeedQuestion {
  /** Rows that the number is computed from. */
  readonly rows: readonly Row[];
  /** Name of the number, in words. */
  readonly text: string;
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
  { rows, text, number = ([value]) => value, within }: SeedQuestion,
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
    text: `${text} = ${spellInterval(found)}`,
    rows,
    value,
    open: `the interval meets ${bounds}`,
  });
}

/** Share of the epochs of a training after which it is in its last third. */
const LATE = 2 / 3;

/** Number of epochs after which a training of so many is in its last third. */
export function lateFrom(epochs: number): number {
  return Math.round(LATE * epochs);
}

/** Question about accuracies at the end of trainings, one of which may have ended too early. */
export interface EndQuestion extends SeedQuestion {
  /** Row of the points that the training in question gained in the last third of its epochs. */
  readonly lateGain: Row;
  /** Direction in which further points of it would move the number. */
  readonly moves: "up" | "down";
}

/**
 * Part as {@linkcode withinOverSeeds} makes it, of trainings that end after a number of epochs. A number that
 * lies beyond the bounds is open where it would not if the training gained as much again as in the last third
 * of its epochs: a training that is too short contradicts nothing.
 *
 * @throws {TypeError} where a row is of a clock.
 */
export function endOverSeeds(
  evidence: SuiteEvidence,
  { lateGain, moves, ...question }: EndQuestion,
): ClaimPart {
  const part = withinOverSeeds(evidence, question), { number = ([value]) => value } = question;
  if (part.kind !== "exact" || part.holds) return part;
  const sign = moves === "up" ? 1 : -1;
  const further = withinOverSeeds(evidence, {
    ...question,
    rows: [...question.rows, lateGain],
    number: (values) => number(values.slice(0, -1)) + sign * Math.max(0, values.at(-1)!),
  });
  const gain = `${spellInterval(intervalOf(lateGain))} points in the last third of the epochs`;
  const text = `${part.text}, after a gain of ${gain}`;
  return further.kind === "exact" && !further.holds
    ? { ...part, text }
    : openPart({ ...part, text }, "accuracy still rises where the training ends");
}
