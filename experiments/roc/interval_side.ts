/**
 * Claims about quotients of numbers that were measured in rounds: where the interval of the quotient lies.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";

/** What is asked of some rows. */
export interface QuotientQuestion {
  /** What the quotient is of. */
  readonly rows: readonly Row[];
  /** What it is, in words. */
  readonly words: string;
  /** Of one number a row. */
  readonly quotient: (values: readonly number[]) => number;
  /** Between what it is claimed to lie. */
  readonly within: readonly [low: number, high: number];
}

/** The ends that a quotient of one or two rows can reach within their intervals. */
function ends(rows: readonly Row[], quotient: QuotientQuestion["quotient"]): [low: number, high: number] {
  let corners: number[][] = [[]];
  for (const { median, ci_lo = median!, ci_hi = median! } of rows) {
    corners = corners.flatMap((corner) => [[...corner, ci_lo], [...corner, ci_hi]]);
  }
  const values = corners.map(quotient);
  return [Math.min(...values), Math.max(...values)];
}

/** Decided where the whole interval lies within, or all of it beyond; open where it meets a bound. */
export function openUnless(
  evidence: SuiteEvidence,
  { rows, words, quotient, within: [least, most] }: QuotientQuestion,
): ClaimPart {
  const [low, high] = ends(rows, quotient), value = quotient(rows.map(({ median }) => median!));
  const holds = low >= least && high <= most;
  const said = `${words} = ${spell(value)} [${spell(low)}, ${spell(high)}]`;
  const part = evidence.exact(holds, said, rows, value);
  if (holds || high < least || low > most) return part;
  const { source, datasetKind } = part;
  const bounds = [least, most].filter(Number.isFinite).map(spell).join(" to ");
  return { kind: "open", words: said, source, datasetKind, reason: `the interval meets ${bounds}` };
}

const spell = (value: number) => value.toPrecision(3);
