/**
 * The steps in all histories: what got slower or faster, from which session on, and whether it has been confirmed.
 *
 * @module
 */
import { median } from "../../platform/statistics/mod.ts";
import type { SessionDocument, SuiteText } from "../session_document.ts";
import type { Series } from "./history.ts";
import { isQuotient } from "../row.ts";
import { detectSteps, type HistoryStep, type StepRules } from "./step_detection.ts";

/** What a step means to whoever keeps the suite. */
export type ChangeKind = "regression" | "improvement" | "change";

/** A step of a series. */
export interface Change {
  /** The series that it is of. */
  readonly series: Series;
  /** Its place and levels. */
  readonly step: HistoryStep;
  /** Index of the first session after the step. */
  readonly session: number;
  /** Index of the session that confirmed it; undefined while it awaits another night. */
  readonly confirmed: number | undefined;
  /** A ratio falls as well when its baseline gets faster: it never is a regression, nor is what has no better side. */
  readonly kind: ChangeKind;
}

/** Half-width of a 95 % interval over its standard error. */
const HALF_WIDTH = 1.96;

/** Typical standard error of one night's median over that median, by the rows' own intervals; 0 for exact values. */
function withinNight({ ci_lo, ci_hi, median: medians }: Series["numbers"]): number {
  const errors: number[] = [];
  for (let i = 0; i < medians.length; i++) {
    const error = (ci_hi[i] - ci_lo[i]) / (2 * HALF_WIDTH * Math.abs(medians[i]));
    if (Number.isFinite(error)) errors.push(error);
  }
  return errors.length === 0 ? 0 : median(errors);
}

function kindOf({ head }: Series, suite: SuiteText, step: HistoryStep): ChangeKind {
  const better = suite.metrics.find(({ id }) => id === head.metric)?.better ?? "neither";
  if (better === "neither" || isQuotient(head) || head.source !== "measured") return "change";
  return (step.after > step.before) === (better === "lower") ? "regression" : "improvement";
}

/**
 * Steps of one series. Only what a suite reports as better when lower or higher has any: what it merely notes (a count, a
 * roofline bound) has none. Differences below what the sessions' A/A runs can see are no steps of measured values.
 */
export function changesOf(
  series: Series,
  context: { readonly suite: SuiteText; readonly sessions: readonly SessionDocument[] },
  rules: StepRules = {},
): Change[] {
  const { suite, sessions } = context;
  const declared = suite.metrics.some(({ id, better }) => id === series.head.metric && better !== "neither");
  if (!declared) return [];
  const known = series.sessions.flatMap((_, i) =>
    series.texts.status[i] === "ok" && Number.isFinite(series.numbers.median[i]) ? [i] : []
  );
  const smallest = series.head.source !== "measured" ? [] : series.sessions.flatMap((session) => {
    const { calibration } = sessions[session];
    return calibration ? [calibration.smallestDifference] : [];
  });
  const steps = detectSteps(known.map((i) => series.numbers.median[i]), {
    withinNight: withinNight(series.numbers),
    smallestDifference: smallest.length === 0 ? 0 : median(smallest),
    ...rules,
  });
  return steps.map((step) => ({
    series,
    step,
    session: series.sessions[known[step.at]],
    confirmed: step.confirmedAt === undefined ? undefined : series.sessions[known[step.confirmedAt]],
    kind: kindOf(series, suite, step),
  }));
}

const KINDS: readonly ChangeKind[] = ["regression", "improvement", "change"];

/** Orders steps: of the latest session first, then regressions first, then the largest. */
export function latestFirst(a: Change, b: Change): number {
  const size = ({ step }: Change) => Math.abs(Math.log(Math.abs(step.after / step.before))) || 0;
  return b.session - a.session || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || size(b) - size(a);
}
