/**
 * Claims about group sizes, decided from times that were measured on a GPU or modelled: a modelled claim is
 * decided only where it comes out the same when each of the model's rates is doubled and halved.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { Interval } from "../../claims/interval.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { changedMetric, RATE_CHANGES, type RateChange } from "./rate_changes.ts";

/** Two modelled times that differ by less are equal: the tolerance of all claims. */
const TOLERANCE = 0.01;

/** Looks a value up: the interval of what was measured, the tolerance around what was modelled. */
export type Read = (key: CellKey, metric: string) => Interval;

/** Answer to a question under one set of rates. */
type Answer = boolean | "even";

/**
 * A predicate over values of one suite: under every change of the model's rates where they are modelled, once
 * where they are measured. `even`: the values are too near to each other to tell.
 */
export function decideUnderRates(
  evidence: SuiteEvidence,
  question: (read: Read) => Answer,
  words: (read: Read) => string,
): ClaimPart {
  const rows: Row[] = [];
  const reader = (change: RateChange): Read => (key, metric) => {
    const named = evidence.row(key, metric);
    const row = named.source === "modelled"
      ? evidence.find(key, changedMetric(metric, change)) ?? named
      : named;
    rows.push(row);
    const value = medianOf(row);
    const { ci_lo: low = value / (1 + TOLERANCE), ci_hi: high = value * (1 + TOLERANCE) } = row;
    return { low, value, high };
  };
  const answers = RATE_CHANGES.map(({ id }) => ({ id, answer: question(reader(id)) }));
  const said = words(reader(RATE_CHANGES[0].id));
  const first = answers[0].answer;
  const otherwise = answers.filter(({ answer }) => answer !== first);
  return evidence.decide(first !== "even" && otherwise.length === 0 ? first : undefined, {
    words: said,
    rows,
    open: otherwise.length === 0
      ? `the difference is below ${100 * TOLERANCE} %`
      : `the model's answer depends on its rates: ${spell(first)} as fitted, ${
        otherwise.map(({ id, answer }) => `${spell(answer)} with ${id.replace("_", " ")}`).join(", ")
      }`,
  });
}

function spell(answer: Answer): string {
  return answer === "even" ? "even" : answer ? "true" : "false";
}

/** "`fast` is faster than `slow`", or with `orEven` that it is not slower. */
export function fasterUnderRates(
  evidence: SuiteEvidence,
  fast: CellKey,
  slow: CellKey,
  { orEven = false }: { readonly orEven?: boolean } = {},
): ClaimPart {
  if (evidence.row(fast, "time").source === "measured") return evidence.faster(fast, slow);
  return decideUnderRates(
    evidence,
    (read) => largerThan(read(slow, "time"), read(fast, "time"), { orEven }),
    (read) => {
      const ratio = read(slow, "time").value / read(fast, "time").value;
      return `time(${slow.contender}) / time(${fast.contender}) on ${fast.workload} = ${ratio.toFixed(2)}`;
    },
  );
}

/**
 * Whether one reading lies above another; intervals that meet are `even`, or enough where that is asked for.
 */
export function largerThan(
  a: Interval,
  b: Interval,
  { orEven = false }: { readonly orEven?: boolean } = {},
): Answer {
  if (a.low > b.high) return true;
  if (a.high < b.low) return false;
  return orEven ? true : "even";
}

/** Conjunction of answers: false if any is, else even if any is. */
export function allOf(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes("even") ? "even" : true;
}
