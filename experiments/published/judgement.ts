/**
 * Judgements of measured numbers beside published ones. Ratios are judged by direction and magnitude, numbers
 * without dimension (rates, shares, correlations) and counts by magnitude, exact values by the printed
 * digits; times, bytes and rates of other hardware are only shown.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { PublishedRow } from "./published_rows.ts";
import { convert, printedTolerance } from "./units.ts";

/** Measured number beside a published one. */
export interface MeasuredNumber {
  /** The measured number. */
  readonly value: number;
  /** 95 % interval; absent for exact values. */
  readonly ci?: readonly [low: number, high: number];
  /** The published row's unit where it is left out. */
  readonly unit?: string;
  /**
   * Smallest difference of two times that the session can tell, as a ratio less 1: a measured ratio nearer to
   * 1 is on no side of it. 0 when absent.
   */
  readonly resolution?: number;
}

/**
 * Outcome of the comparison with a published number. `opposite`: a ratio on the other side of 1, whatever its
 * size; `within`: the whole interval lies within the published number x or / {@link BAND}, of a ratio also on
 * its side of 1, or an exact value agrees to the printed digits; `same-direction`: a ratio on the same side
 * of 1, but not within; `undecided`: side or size is not certain; `differs`: an exact value is another one, a
 * number lies outside the band, or below a printed "at least"; `shown`: not a thing to judge.
 */
export type Judgement = "within" | "same-direction" | "opposite" | "differs" | "undecided" | "shown";

/** A judgement with its grounds. Direction and magnitude of a ratio are judged separately. */
export interface PublishedJudgement {
  /** Overall judgement. */
  readonly judgement: Judgement;
  /** Side of 1 against the published side; `none` where the paper prints 1 or no ratio. */
  readonly direction?: "same" | "opposite" | "undecided" | "none";
  /**
   * Position of the interval relative to the published ratio x or / {@link BAND}; `undecided` where the
   * interval crosses an edge of that band.
   */
  readonly magnitude?: "within" | "below" | "above" | "undecided";
  /**
   * Measured over published, in the same unit; absent where nothing numeric is printed or the printed number
   * is 0.
   */
  readonly quotient?: number;
  /** Reason for which the number is only shown; empty otherwise. */
  readonly reason: string;
}

/** A measured number agrees in magnitude within this factor of the published one. */
export const BAND = 1.25;

/** Whether a row is a ratio between two things measured on one device. */
function isRatio(row: PublishedRow): boolean {
  return row.unit === "x" || row.metric.endsWith("_normalized");
}

/** Whether a row is a number that other hardware could give as well: a ratio, a rate, a share, a count. */
export function isDimensionless(row: PublishedRow): boolean {
  if (row.number === undefined || row.isCount) return false;
  return isRatio(row) || ["1", "count"].includes(convert(row.number, row.unit).unit);
}

/**
 * Selects the cells of a row that are judged: the extreme one for a printed bound ("up to" is the best case,
 * `min` the worst, and "at least" holds for all, so that the worst decides), all of them otherwise.
 */
export function judgedCells<Cell extends MeasuredNumber>(
  row: PublishedRow,
  measured: readonly Cell[],
): readonly Cell[] {
  if (row.relation === "eq" || row.relation === "approx" || measured.length === 0) return measured;
  const sign = row.relation === "max" ? 1 : -1;
  return [measured.reduce((best, cell) => sign * cell.value > sign * best.value ? cell : best)];
}

/**
 * Judges one measurement against one published number. Ratios are judged by direction and by magnitude, other
 * numbers without dimension by magnitude, exact values by the printed digits, answers and sets as they are;
 * p values, times and other absolute numbers of other hardware are shown. Whether the measurement is fit for
 * it (a real graph, an adapter of the kind that the paper used) is the caller's to know. For a bound pass the
 * cell that {@link judgedCells} picks.
 *
 * @throws {UsageError} where the units measure different things, or the measurement is not finite.
 */
export function judgePublished(row: PublishedRow, measured: MeasuredNumber): PublishedJudgement {
  if (row.number === undefined) {
    return judgeText(row, measured) ?? { judgement: "shown", reason: `printed as "${row.value}"` };
  }
  const published = convert(row.number, row.unit);
  const unit = measured.unit ?? row.unit;
  const ends = [measured.value, ...(measured.ci ?? [measured.value, measured.value])].map((end) =>
    convert(end, unit)
  );
  const [value, low, high] = ends.map((end) => end.value);
  if (ends[0].unit !== published.unit || ![value, low, high].every(Number.isFinite) || low > high) {
    throw new UsageError({
      action: `judge ${row.claimId}`,
      current: `${measured.value} [${(measured.ci ?? []).join(", ")}] ${unit}`,
      wanted: `a finite value in a unit that converts to "${published.unit}", with an ordered interval`,
      next: "state the unit that was measured",
    });
  }
  const quotient = published.value === 0 ? {} : { quotient: value / published.value };
  if (row.metric === "p_value") return { judgement: "shown", ...quotient, reason: OF_OBSERVATIONS };
  if (isDimensionless(row)) {
    const { resolution = 0 } = measured, seen = [low / (1 + resolution), high * (1 + resolution)] as const;
    return { ...judgeNumber(row, published.value, { interval: [low, high], seen }), ...quotient };
  }
  if (row.isCount) {
    const same = Math.abs(value - published.value) <= slack(row, published.value);
    return { judgement: same ? "within" : "differs", ...quotient, reason: "" };
  }
  return { judgement: "shown", ...quotient, reason: "absolute number of other hardware or another run" };
}

/** Reason for which a p value is only shown: with more observations of one relation it is less. */
const OF_OBSERVATIONS = "a p value depends on the number of observations";

/** Numbers for labels that are answers. */
const ANSWERS: Readonly<Record<string, number>> = { yes: 1, no: 0 };

/**
 * Judges an answer (measured as 1 for yes and 0 for no), or a set (measured as the number of elements by
 * which another one differs from it); undefined for other texts.
 */
function judgeText(
  { unit, value: printed }: PublishedRow,
  { value, ci: [low, high] = [value, value] }: MeasuredNumber,
): PublishedJudgement | undefined {
  const wanted = unit === "label" ? ANSWERS[printed] : unit === "set" ? 0 : undefined;
  if (wanted === undefined) return undefined;
  const judgement = low === wanted && high === wanted
    ? "within"
    : low > wanted || high < wanted
    ? "differs"
    : "undecided";
  return { judgement, reason: "" };
}

/** Relative deviation that "about" allows for a printed count. */
const ABOUT = 0.2;

/**
 * Absolute deviation that still counts as agreement: the rounding of the printed digits; for edges at least a
 * share of 1e-4, because papers count self-loops differently; a fifth where the paper says "about".
 */
function slack(row: PublishedRow, published: number): number {
  if (row.relation === "approx") return ABOUT * published;
  const rounding = convert(printedTolerance(row.value), row.unit).value * (1 + 1e-9);
  return row.metric === "edges" ? Math.max(rounding, 1e-4 * published) : rounding;
}

/**
 * Side of 1 that a ratio is certainly on, against the published one's. Other numbers have none: a share of
 * 40 % is no more below 1 than one of 60 %.
 */
function directionOf(row: PublishedRow, published: number, [low, high]: readonly [number, number]) {
  if (!isRatio(row) || published === 1) return "none";
  const side = low > 1 ? 1 : high < 1 ? -1 : 0;
  if (side === 0) return "undecided";
  return side === Math.sign(published - 1) ? "same" : "opposite";
}

/** Place of an interval in a band. */
function magnitudeOf([low, high]: readonly [number, number], [floor, ceiling]: readonly [number, number]) {
  if (high < floor) return "below";
  if (low > ceiling) return "above";
  return low >= floor && high <= ceiling ? "within" : "undecided";
}

/**
 * Judges a number without dimension, the direction of a ratio first: one near 1 can lie within the band and
 * still contradict. A printed "at least" is violated by anything below it, a printed "below" by anything
 * above. The side of 1 is that of `seen`, the interval widened by what the session cannot tell apart.
 */
function judgeNumber(
  row: PublishedRow,
  published: number,
  { interval, seen }: Readonly<Record<"interval" | "seen", readonly [number, number]>>,
) {
  const atLeast = row.relation === "at-least";
  // The larger end of the band of a negative number is the one nearer to 0.
  const [least, most] = [published / BAND, published * BAND].sort((a, b) => a - b);
  const band = atLeast
    ? [published, Infinity] as const
    : row.isBelow
    ? [-Infinity, published] as const
    : [least, most] as const;
  const direction = directionOf(row, published, seen), magnitude = magnitudeOf(interval, band);
  const found = { direction, magnitude, reason: "" } as const;
  if (direction === "opposite") return { judgement: "opposite", ...found } as const;
  const isViolated = (atLeast && magnitude === "below") || (row.isBelow && magnitude === "above");
  if (isViolated) return { judgement: "differs", ...found } as const;
  if (magnitude === "within" && direction !== "undecided") return { judgement: "within", ...found } as const;
  if (direction === "same") return { judgement: "same-direction", ...found } as const;
  const isOpen = magnitude === "undecided" || magnitude === "within";
  return { judgement: isOpen ? "undecided" : "differs", ...found } as const;
}
