/**
 * Parts of claims about numbers that no rounds pair: decided where their intervals lie apart from what they are compared with, else
 * open. Two intervals of 95 % that do not meet are a test at about half a percent. Where there are rounds, ask `SuiteEvidence`.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import { formatUnit } from "../../results/report/number.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { intervalOf, liesBelow, liesWithin, spellInterval } from "./interval.ts";
import type { SuiteEvidence } from "./suite_evidence.ts";

/** On which side of what a number is claimed to lie. */
export interface Bound {
  /** The claimed side. */
  readonly side: "above" | "below";
  /** What it is a side of, in the row's unit. */
  readonly bound: number;
  /** What the number is of, where contender, dataset and model do not say it. */
  readonly of?: string;
}

/** A number lies on one side of a bound. */
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

/** The first number is less than the second. */
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
 * Of every pair the first is below the second. It holds where all intervals lie apart that way (with `orEven` also where
 * they overlap), fails where any lies apart the other way, and is open otherwise.
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

/** What is asked of a number that is made of one or two rows. */
export interface QuotientQuestion {
  /** What it is made of. */
  readonly rows: readonly Row[];
  /** What it is, in words. */
  readonly words: string;
  /** How it is made, of one number a row. */
  readonly quotient: (values: readonly number[]) => number;
  /** Between what it is claimed to lie. */
  readonly within: readonly [least: number, most: number];
}

/** A number that is made of rows lies within bounds, whatever the rows are within their intervals. */
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
    ...{ words: `${words} = ${spellInterval(found)}`, rows, value },
    open: `the interval meets ${bounds}`,
  });
}
