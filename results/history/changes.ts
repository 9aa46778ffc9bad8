/**
 * Steps in all series: numbers that got slower or faster from some session on, confirmed or not.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { median } from "../../platform/statistics/mod.ts";
import { zip } from "../../platform/lists/zip.ts";
import type { SessionDocument, SuiteText } from "../store/session_document.ts";
import type { HistorySeries } from "./series.ts";
import { isQuotient } from "../row.ts";
import { detectSteps, type HistoryStep, type StepRules } from "./step_detection.ts";

/** Meaning of a step for the maintainer of a suite. */
export type ChangeKind = "regression" | "improvement" | "change";

/** A step of a series. */
export interface Change {
  /** The series with the step. */
  readonly series: HistorySeries;
  /** Position and levels of the step. */
  readonly step: HistoryStep;
  /** Index of the first session after the step. */
  readonly session: number;
  /** Index of the session that confirmed the step; undefined while it awaits another night. */
  readonly confirmed: number | undefined;
  /**
   * Meaning of the step. A ratio also falls when its baseline gets faster, so a ratio is never a regression;
   * neither is a metric without a better direction.
   */
  readonly kind: ChangeKind;
}

/** Half-width of a 95 % interval in standard errors. */
const HALF_WIDTH = 1.96;

/**
 * Typical standard error of one night's median over that median, by the rows' own intervals; 0 for exact
 * values.
 */
function withinNight({ ci_lo, ci_hi, median: medians }: HistorySeries["numbers"]): number {
  const errors = zip(zip(ci_lo, ci_hi), medians)
    .map(([[lo, hi], value]) => (hi - lo) / (2 * HALF_WIDTH * Math.abs(value))).filter(Number.isFinite);
  return errors.length === 0 ? 0 : median(errors);
}

function kindOf({ head }: HistorySeries, suite: SuiteText, step: HistoryStep): ChangeKind {
  const better = suite.metrics.find(({ id }) => id === head.metric)?.better ?? "neither";
  if (better === "neither" || isQuotient(head) || head.source !== "measured") return "change";
  return (step.after > step.before) === (better === "lower") ? "regression" : "improvement";
}

/**
 * Finds the steps of one series. Only metrics that a suite reports as better when lower or higher have steps;
 * a noted number (a count, a roofline bound) has none. For measured values, differences below the resolution
 * of the sessions' A/A runs are no steps.
 */
export function changesOf(
  series: HistorySeries,
  context: { readonly suite: SuiteText; readonly sessions: readonly SessionDocument[] },
  rules: StepRules = {},
): Change[] {
  const { suite, sessions } = context;
  const declared = suite.metrics.some(({ id, better }) => id === series.head.metric && better !== "neither");
  if (!declared) return [];
  const known = zip(series.sessions, series.numbers.median).filter(([, value], i) =>
    series.texts.status[i] === "ok" && Number.isFinite(value)
  );
  const smallest = series.head.source !== "measured" ? [] : series.sessions.flatMap((session) => {
    const { calibration } = elementOf(sessions, session);
    return calibration ? [calibration.smallestDifference] : [];
  });
  const steps = detectSteps(known.map(([, value]) => value), {
    withinNight: withinNight(series.numbers),
    smallestDifference: smallest.length === 0 ? 0 : median(smallest),
    ...rules,
  });
  const sessionAt = (place: number) => elementOf(known, place)[0];
  return steps.map((step) => ({
    series,
    step,
    session: sessionAt(step.at),
    confirmed: step.confirmedAt === undefined ? undefined : sessionAt(step.confirmedAt),
    kind: kindOf(series, suite, step),
  }));
}

const KINDS: readonly ChangeKind[] = ["regression", "improvement", "change"];

/** Orders steps: the latest session first, then regressions, then by size. */
export function latestFirst(a: Change, b: Change): number {
  const size = ({ step }: Change) => Math.abs(Math.log(Math.abs(step.after / step.before))) || 0;
  return b.session - a.session || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || size(b) - size(a);
}
