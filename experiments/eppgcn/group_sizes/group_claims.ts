/**
 * Claims about group sizes, decided from times that were measured on a GPU or modelled: a modelled claim is
 * decided only where it comes out the same when each of the model's rates is doubled and halved.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { nearby } from "../../claims/timed_series.ts";
import { changedMetric, RATE_CHANGES, type RateChange } from "./rate_changes.ts";

/** Two modelled times that differ by less are equal: the tolerance of all claims. */
export const TOLERANCE = 0.01;

/** A predicate over metrics, in words. */
export interface GroupQuestion {
  /** Metrics that the predicate reads. */
  readonly of: readonly Cited[];
  /** Whether the claim holds for these values, one of each metric. */
  readonly holds: (values: readonly number[]) => boolean;
  /** Question, in words with numbers. */
  readonly text: (values: readonly number[]) => string;
  /** Set where modelled values too near to each other to tell are enough. */
  readonly orEven?: boolean;
}

/** Answer to a question under one set of rates; `even` where it hangs on the tolerance. */
type Answer = boolean | "even";

/**
 * A predicate over metrics of one suite: round by round where they are measured, under every change of the
 * model's rates where they are modelled.
 */
export function decideUnderRates(evidence: SuiteEvidence, question: GroupQuestion): ClaimPart {
  const { of, holds, text } = question;
  if (of.some(([key, metric]) => evidence.row(key, metric).source === "measured")) {
    const series = of.map(([key, metric]) => evidence.series(key, metric));
    return evidence.inRounds({ of: series, holds, text: text(series.map(({ value }) => value)) });
  }
  const rowsUnder = (change: RateChange) =>
    of.map(([key, metric]) => evidence.find(key, changedMetric(metric, change)) ?? evidence.row(key, metric));
  const answers = RATE_CHANGES.map(({ id }) => {
    const rows = rowsUnder(id);
    return { id, rows, answer: answerOf(rows.map(medianOf), question) };
  });
  const [{ answer: first, rows: shown }] = answers;
  const otherwise = answers.filter(({ answer }) => answer !== first);
  return evidence.decide(first !== "even" && otherwise.length === 0 ? first : undefined, {
    text: text(shown.map(medianOf)),
    rows: answers.flatMap(({ rows }) => rows),
    open: otherwise.length === 0
      ? `the difference is below ${100 * TOLERANCE} %`
      : `the model's answer depends on its rates: ${spell(first)} as fitted, ${
        otherwise.map(({ id, answer }) => `${spell(answer)} with ${id.replace("_", " ")}`).join(", ")
      }`,
  });
}

/** Answer for values that may be apart from one another by the tolerance more or less. */
function answerOf(values: readonly number[], { holds, orEven = false }: GroupQuestion): Answer {
  const answers = new Set(nearby(values, TOLERANCE).map(holds));
  return answers.size === 1 ? answers.has(true) : orEven ? true : "even";
}

function spell(answer: Answer): string {
  return answer === "even" ? "even" : answer ? "true" : "false";
}

/** "`fast` is faster than `slow`", or with `orEven` that it is not slower where both are modelled. */
export function fasterUnderRates(
  evidence: SuiteEvidence,
  fast: CellKey,
  slow: CellKey,
  { orEven = false }: { readonly orEven?: boolean } = {},
): ClaimPart {
  if (evidence.row(fast, "time").source === "measured") return evidence.faster(fast, slow);
  return decideUnderRates(evidence, {
    of: [[slow, "time"], [fast, "time"]],
    holds: ([more, less]) => more > less,
    text: ([more, less]) =>
      `time(${slow.contender}) / time(${fast.contender}) on ${fast.workload} = ${(more / less).toFixed(2)}`,
    orEven,
  });
}
