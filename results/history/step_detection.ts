/**
 * Step detection in the history of one number: nights from which the level differs, distinguished from noise
 * by the history's own noise.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { median, quantile, studentTTwoSided } from "../../platform/statistics/mod.ts";

/** Nights of a history before its noise is estimated, unless rules tell another number. */
export const WARM_UP = 10;

/** Rules of {@linkcode detectSteps}; the defaults suit a few thousand histories of one value a night. */
export interface StepRules {
  /** Number of nights that confirm a step; 2 by default. */
  readonly persistence?: number;
  /** Greatest number of nights before a step that it is compared with; 30 by default. */
  readonly window?: number;
  /**
   * Least number of nights for an estimate of the noise; 10 by default. A history without any noise needs 3.
   */
  readonly warmUp?: number;
  /** Two-sided error probability of each look at a history; 1e-7 by default. */
  readonly alpha?: number;
  /**
   * Relative standard error of a value by its own night's samples, a lower bound of the noise; 0 by default.
   */
  readonly withinNight?: number;
  /**
   * Relative change below which nothing is a step, such as the A/A run's smallest difference; 0 by default.
   */
  readonly smallestDifference?: number;
}

/** A night from which the level of the values differs. */
export interface HistoryStep {
  /** Index of the first value after the step. */
  readonly at: number;
  /** Index of the value that confirmed it; undefined while it awaits confirmation. */
  readonly confirmedAt: number | undefined;
  /** Level before: the median of the window. */
  readonly before: number;
  /** Level after: the median of the values up to the confirming one. */
  readonly after: number;
  /** p of the look that found it. */
  readonly p: number;
}

/**
 * Widths of the looks back from each night, in nights. A short look finds a large step soon, a long one a
 * small step.
 */
const LOOKS = [2, 3, 4, 6, 8, 12, 16] as const;
/** Variance of a median relative to that of a mean. */
const MEDIAN_VARIANCE = Math.PI / 2;
/** Share of the nights after a step that must lie beyond half of its size. */
const ARRIVED = 0.75;
/** Distance in robust deviations beyond which a night is left out of the estimate of the noise. */
const OUTLIER = 4;
const MAD_TO_DEVIATION = 1.4826;
/** Number of equal nights after which a history without noise can have a step. */
const EXACT_WARM_UP = 3;

interface Noise {
  /** Number of nights that the estimate uses. */
  readonly known: number;
  readonly deviation: number;
  readonly freedom: number;
}

/** Deviation of residuals with their outliers left out; `freedom` is what Student's t needs. */
function noiseOf(residuals: Float64Array): Noise {
  const sizes = residuals.map(Math.abs);
  // At most a tenth of them: a few nights that lie close together by chance must not make all others
  // outliers.
  const spread = Math.max(OUTLIER * MAD_TO_DEVIATION * median(sizes), quantile(sizes, 0.9));
  const kept = residuals.filter((value) => Math.abs(value) <= spread);
  const sum = sumOf(kept, (value) => value * value);
  const freedom = Math.max(1, kept.length - 1);
  return { known: residuals.length, deviation: Math.sqrt(sum / freedom), freedom };
}

/** A level between two steps. Statistics of the nights before each night are computed once, on demand. */
class Segment {
  readonly start: number;
  readonly #scaled: Float64Array;
  readonly #window: number;
  readonly #residuals: Float64Array;
  readonly #levels = new Map<number, number>();
  readonly #noises = new Map<number, Noise>();

  /** Begins a level. `residuals` are those of earlier segments: a step changes the level, not the noise. */
  constructor(
    scaled: Float64Array,
    start: number,
    window: number,
    residuals: Float64Array = new Float64Array(),
  ) {
    this.start = start;
    this.#scaled = scaled;
    this.#window = window;
    this.#residuals = residuals;
  }

  /** Nights of this level in the window before `night`. */
  nights(night: number): Float64Array {
    return this.#scaled.subarray(Math.max(this.start, night - this.#window), night);
  }

  /** Level of these nights. */
  level(night: number): number {
    return this.#levels.getOrInsertComputed(night, () => median(this.nights(night)));
  }

  /** Residuals of these nights, filled up from earlier levels where the window has fewer. */
  residuals(night: number): Float64Array {
    const level = this.level(night);
    const own = [...this.nights(night)].map((value) => value - level);
    return Float64Array.from([...own, ...this.#residuals].slice(0, this.#window));
  }

  /** Noise about the level. */
  noise(night: number): Noise {
    const known = this.#noises.get(night);
    if (known !== undefined) return known;
    const noise = noiseOf(this.residuals(night));
    this.#noises.set(night, noise);
    return noise;
  }

  /** Segment that begins with a step at `night`. */
  next(night: number): Segment {
    return new Segment(this.#scaled, night, this.#window, this.residuals(night));
  }
}

interface Look {
  readonly width: number;
  readonly p: number;
}

/** One look at the `width` values that end at night `end`. */
function look(
  scaled: Float64Array,
  segment: Segment,
  end: number,
  options: { readonly width: number; readonly rules: Required<StepRules>; readonly ratios: boolean },
): Look | undefined {
  const { width, rules: { warmUp, withinNight, smallestDifference }, ratios } = options;
  const start = end - width + 1;
  if (start - segment.start < EXACT_WARM_UP) return undefined;
  const before = segment.level(start);
  const values = scaled.subarray(start, end + 1);
  const change = sumOf(values) / width - before;
  const unit = ratios ? 1 : Math.abs(before);
  if (!(Math.abs(change) > (ratios ? Math.log1p(smallestDifference) : smallestDifference * unit))) {
    return undefined;
  }
  // A distant night can move the mean while most of the others have not moved half of the way: that is not a
  // step.
  const arrived = values.filter((value) => (value - before) / change > 0.5);
  if (arrived.length < ARRIVED * width) return undefined;
  const noise = segment.noise(start);
  // The rounding of a computed number is not noise, and any other change of it is a step.
  if (withinNight === 0 && noise.deviation <= 1e-9 * unit) return { width, p: 0 };
  if (noise.known < warmUp) return undefined;
  const deviation = Math.max(noise.deviation, withinNight * unit);
  const error = deviation * Math.sqrt(1 / width + MEDIAN_VARIANCE / segment.nights(start).length);
  return { width, p: studentTTwoSided(change / error, noise.freedom) };
}

/**
 * Finds the steps of a history, walking from night to night as a nightly run does: later nights never change
 * when an earlier step was confirmed.
 *
 * On each night the means of the last 2, 3, 4, 6, 8, 12 and 16 values are compared with the median of up to
 * `window` values before them, by Student's t with the deviation of those values about their level, without
 * outliers. A step is confirmed when a look of `persistence` nights or more finds p below `alpha` and three
 * quarters of those nights lie beyond half of the change. It begins on the night, of all that the looks span,
 * from which p is least. After a step the level begins anew, while the noise is still estimated from all
 * nights in the window. Values above 0 are compared as ratios. A single last
 * value beyond the same bound gives an unconfirmed step.
 *
 * @param values One finite value a night, in the order of the nights.
 *
 * @example
 * ```ts
 * const nights = Array.from({ length: 20 }, (_, i) => (i < 15 ? 10 : 12) + 0.1 * Math.sin(i * i));
 * const [step] = detectSteps(nights);
 * if (step?.at !== 15 || step.confirmedAt !== 16) throw new Error("step");
 * ```
 */
export function detectSteps(values: ArrayLike<number>, rules: StepRules = {}): HistoryStep[] {
  const {
    persistence = 2,
    window = 30,
    warmUp = WARM_UP,
    alpha = 1e-7,
    withinNight = 0,
    smallestDifference = 0,
  } = rules;
  const all = { persistence, window, warmUp, alpha, withinNight, smallestDifference };
  const raw = Float64Array.from(values);
  const ratios = raw.every((value) => value > 0);
  const scaled = ratios ? raw.map(Math.log) : raw;
  const widths = [...new Set([persistence, ...LOOKS.filter((width) => width > persistence)])];
  // What is found by one of these looks may begin on any night that one of them spans.
  const beginnings = Array.from({ length: widths.at(-1)! - persistence + 1 }, (_, i) => persistence + i);
  const steps: HistoryStep[] = [];
  let segment = new Segment(scaled, 0, window);
  const levels = (at: number, night: number) => ({
    at,
    before: median(raw.subarray(at - segment.nights(at).length, at)),
    after: median(raw.subarray(at, night + 1)),
  });
  const surest = (night: number, among: readonly number[]) => {
    let best: Look | undefined;
    for (const width of among) {
      const found = look(scaled, segment, night, { width, rules: all, ratios });
      if (found && found.p < alpha && (best === undefined || found.p < best.p)) best = found;
    }
    return best;
  };
  for (let night = 0; night < scaled.length; night++) {
    const best = surest(night, widths) && surest(night, beginnings);
    if (best === undefined && night === scaled.length - 1 && persistence > 1) {
      const alone = look(scaled, segment, night, { width: 1, rules: all, ratios });
      if (alone && alone.p < alpha) {
        steps.push({ ...levels(night, night), confirmedAt: undefined, p: alone.p });
      }
    } else if (best !== undefined) {
      const at = night - best.width + 1;
      steps.push({ ...levels(at, night), confirmedAt: night, p: best.p });
      segment = segment.next(at);
    }
  }
  return steps;
}
