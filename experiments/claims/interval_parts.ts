/**
 * Parts of claims about numbers that are not paired by rounds. A part is decided where the number's interval
 * lies apart from the bound or interval that it is compared with, and open otherwise. Two 95 % intervals that
 * do not overlap are a test at a level of about half a percent. For numbers that are measured in rounds, use
 * `SuiteEvidence`.
 *
 * @module
 */
import type { ClaimPart } from "../../results/verdicts/evidence.ts";
import { formatUnit } from "../../results/report/number.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { intervalOf, liesBelow, liesWithin, spellInterval } from "./interval.ts";
import type { SuiteEvidence } from "./suite_evidence.ts";

/** Bound of a number, and the side of the bound on which the number is claimed to lie. */
export interface Bound {
  /** The claimed side. */
  readonly side: "above" | "below";
  /** Bound, in the row's unit. */
  readonly bound: number;
  /** Name of the measured thing in the part's words; contender, dataset and model of the row when absent. */
  readonly of?: string;
}

/** Part of a claim: a number lies on one side of a bound. */
export function beyond(
  evidence: SuiteEvidence,
  row: Row,
  { side, bound, of = nameOf(row) }: Bound,
): ClaimPart {
  const found = intervalOf(row), edge = { low: bound, high: bound };
  const holds = side === "above" ? liesBelow(edge, found) : liesBelow(found, edge);
  return evidence.decide(holds, {
    words: `${row.metric} of ${of} = ${spellInterval(found, row.unit)}`,
    rows: [row],
    value: found.value,
    open: `the interval meets ${bound} ${formatUnit(row.unit)}`.trimEnd(),
  });
}

function nameOf({ contender, dataset, model }: Row): string {
  return [contender, dataset && `on ${dataset}`, model && `(${model})`].filter(Boolean).join(" ");
}

/** Part of a claim: the first number is less than the second. */
export function lower(evidence: SuiteEvidence, less: Row, more: Row): ClaimPart {
  const [a, b] = [less, more].map(intervalOf);
  return evidence.decide(liesBelow(a, b), {
    words: `${less.metric} = ${spellInterval(a)} on ${less.dataset}, ${spellInterval(b)} on ${more.dataset}`,
    rows: [less, more],
    value: a.value / b.value,
    open: "intervals overlap",
  });
}

/**
 * Part of a claim: in every pair the first number is below the second. The part holds where the intervals of
 * every pair lie apart that way (with `orEven` also where they overlap), fails where those of any pair lie
 * apart the other way, and is open otherwise.
 */
export function allBelow(
  evidence: SuiteEvidence,
  pairs: readonly (readonly [below: Row, above: Row])[],
  { words, orEven = false }: { readonly words: string; readonly orEven?: boolean },
): ClaimPart {
  const answers = pairs.map(([below, above]) => liesBelow(intervalOf(below), intervalOf(above)));
  const holds = answers.every((answer) => answer ?? orEven)
    ? true
    : answers.includes(false)
    ? false
    : undefined;
  return evidence.decide(holds, { words, rows: [...new Set(pairs.flat())], open: "intervals overlap" });
}

/** Claimed range of a number that is computed from one or two rows. */
export interface QuotientQuestion {
  /** Rows that the number is computed from. */
  readonly rows: readonly Row[];
  /** Name of the number, in words. */
  readonly words: string;
  /** Computes the number from one value per row. */
  readonly quotient: (values: readonly number[]) => number;
  /** Bounds between which the number is claimed to lie. */
  readonly within: readonly [least: number, most: number];
}

/**
 * Part of a claim: a number computed from rows lies within bounds, for all values of the rows within their
 * intervals.
 */
export function quotientWithin(
  evidence: SuiteEvidence,
  { rows, words, quotient, within }: QuotientQuestion,
): ClaimPart {
  let corners: number[][] = [[]];
  for (const { low, high } of rows.map(intervalOf)) {
    corners = corners.flatMap((corner) => [[...corner, low], [...corner, high]]);
  }
  const ends = corners.map(quotient), value = quotient(rows.map(medianOf));
  const found = { value, low: Math.min(...ends), high: Math.max(...ends) };
  const bounds = within.filter(Number.isFinite).map((bound) => bound.toPrecision(3)).join(" to ");
  return evidence.decide(liesWithin(found, within), {
    words: `${words} = ${spellInterval(found)}`,
    rows,
    value,
    open: `the interval meets ${bounds}`,
  });
}
