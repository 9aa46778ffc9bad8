/**
 * Outcome of a cell: the change of its number between two sessions, in a word and a reason.
 *
 * @module
 */
import { isQuotient, isTimed, medianOf, type Row } from "../row.ts";
import { isRange } from "../report/interval_text.ts";
import type { MetricText, SessionDocument } from "../store/session_document.ts";

/**
 * Change of a cell's number from the first session to the second. On two devices neither is better: a time on
 * the second is `slower` or `faster`, any other number `differs`.
 */
export type Outcome =
  | "worse"
  | "slower"
  | "better"
  | "faster"
  | "changed"
  | "differs"
  | "underpowered"
  | "no difference seen"
  | "equal"
  | "noted"
  | "not comparable";

/** Outcomes in the order of a report: the most urgent first. */
export const OUTCOME_ORDER: readonly Outcome[] = [
  "worse",
  "slower",
  "better",
  "faster",
  "changed",
  "differs",
  "underpowered",
  "not comparable",
  "no difference seen",
  "equal",
  "noted",
];

/** Meanings of the outcomes whose word alone does not say it. */
export const MEANINGS: Readonly<Partial<Record<Outcome, string>>> = {
  "changed": "moved; of ratios and of some values neither more nor less is called better",
  "differs": "another number on the other device, of which neither is called better",
  "underpowered": "the interval lies beyond what can be seen, but its samples are too few for so many cells",
  "noted": "kept by its suite beside the numbers that it reports, and not judged",
};

/** A number of both sessions with its tests. */
export interface TestedRatio {
  /** Row of the first session. */
  readonly a: Row;
  /** Row of the second session. */
  readonly b: Row;
  /** 95 % interval of the ratio; undefined where one side has neither samples nor an interval. */
  readonly ciLo: number | undefined;
  /** Upper end of the 95 % interval. */
  readonly ciHi: number | undefined;
  /** p of the U-test after Holm's correction; undefined where one side has no samples. */
  readonly pHolm: number | undefined;
  /** Reason why the rows are not comparable; empty where they are. */
  readonly obstacle: string;
}

/** Facts beside the cell that an outcome depends on. */
export interface OutcomeContext {
  /** session.json of the second session, whose suites give the better direction of each metric. */
  readonly document: SessionDocument;
  /** Largest ratio minus 1 that cannot be resolved. */
  readonly smallestDifference: number;
  /** Whether the sessions are of two devices. */
  readonly twoDevices: boolean;
}

const ALPHA = 0.05;

/** Metric of a row; undefined for a number that its suite notes and does not report. */
function metricOf(document: SessionDocument, row: Row): MetricText | undefined {
  const suite = document.suites.find(({ id }) => id === row.suite);
  return suite?.metrics.find(({ id }) => id === row.metric);
}

function direction(a: Row, b: Row, { document, twoDevices }: OutcomeContext): Outcome {
  const declared = metricOf(document, b)?.better ?? "neither";
  if (declared === "neither" || isQuotient(b)) return twoDevices ? "differs" : "changed";
  const isWorse = (medianOf(b) > medianOf(a)) === (declared === "lower");
  if (!twoDevices) return isWorse ? "worse" : "better";
  if (!isTimed(b)) return "differs";
  return isWorse ? "slower" : "faster";
}

/**
 * Whether a number differs from another by more than a relative difference, as all of another sign do.
 */
function isFar(a: number, b: number, smallestDifference: number): boolean {
  return !(b / a > 0) || Math.abs(Math.log(b / a)) > Math.log1p(smallestDifference);
}

/** Determines the outcome of a cell, with a reason where there is one. */
export function outcomeOf(tested: TestedRatio, context: OutcomeContext): [Outcome, string] {
  const { a, b, ciLo, ciHi, pHolm, obstacle } = tested;
  if (obstacle === "" && a.median === b.median && pHolm === undefined) return ["equal", ""];
  if (metricOf(context.document, b) === undefined && a.status === "ok" && b.status === "ok") {
    return ["noted", "its suite notes it and does not report it"];
  }
  if (obstacle !== "") return ["not comparable", obstacle];
  // A value without samples is exact, or a ratio of paired rounds whose own interval speaks for it.
  if (pHolm === undefined) {
    if (a.ci_lo === undefined || b.ci_lo === undefined || a.ci_hi === undefined || b.ci_hi === undefined) {
      // Where the other side has an interval, the number is a sampled one.
      const isSampled = isTimed(a) || a.ci_lo !== undefined || b.ci_lo !== undefined;
      if (isSampled && (a.n === 1 || b.n === 1)) {
        return ["no difference seen", "one sample says nothing about noise"];
      }
      const varies = metricOf(context.document, b)?.varies ?? false;
      return varies && !isFar(medianOf(a), medianOf(b), context.smallestDifference)
        ? ["no difference seen", "the count depends on which threads meet"]
        : [direction(a, b, context), ""];
    }
    const apart = b.ci_lo > a.ci_hi || b.ci_hi < a.ci_lo;
    if (!apart || !isFar(medianOf(a), medianOf(b), context.smallestDifference)) {
      return ["no difference seen", ""];
    }
    // A range of three samples is no interval of 95 %: a rate would be decided where its time is not.
    return isRange(a) || isRange(b)
      ? ["underpowered", `ranges of ${a.n} and ${b.n} samples`]
      : [direction(a, b, context), "by the rows' own intervals"];
  }
  const band = 1 + context.smallestDifference;
  const beyond = ciLo! > band || ciHi! < 1 / band;
  if (!beyond) return ["no difference seen", ""];
  if (pHolm < ALPHA) return [direction(a, b, context), ""];
  return ["underpowered", `too few samples (${a.n} and ${b.n}) for a family of so many cells`];
}
