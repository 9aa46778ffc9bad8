/**
 * Axes of pictures: positions of values, and ticks.
 *
 * @module
 */
import { zip } from "../../platform/lists/zip.ts";
import { formatNumber } from "../../platform/text/number.ts";

/** A tick of an axis with its label. */
export interface Tick {
  /** Position in pixels. */
  readonly at: number;
  /** Text beside the tick. */
  readonly label: string;
}

/** A numeric axis. */
export interface Scale {
  /** Position of a value in pixels; values beyond the ends are placed at the ends. */
  at(value: number): number;
  /** Ticks in ascending order. */
  readonly ticks: readonly Tick[];
}

/** Request for a numeric axis. */
export interface ScaleRequest {
  /** All values that are drawn along the axis. */
  readonly values: readonly number[];
  /** Pixels of the two ends; the first may lie below the second. */
  readonly pixels: readonly [number, number];
  /** Type of the axis; `log` needs values above 0. */
  readonly type: "linear" | "log";
  /** Whether a linear axis begins or ends at 0. */
  readonly fromZero: boolean;
  /** Fixed ends; those of the values by default. */
  readonly range?: readonly [number, number] | undefined;
  /** Values that must have ticks, with their labels. */
  readonly named?: { readonly values: readonly number[]; readonly labels: readonly string[] } | undefined;
}

/** Span, as a share of its ends, up to which an axis shows one number: nothing is measured more closely. */
const ONE_NUMBER = 1e-6;

/** Whether two ends, the lower one first, lie so close that an axis shows one number. */
const isOneNumber = (lo: number, hi: number) =>
  !(hi - lo > ONE_NUMBER * Math.max(Math.abs(lo), Math.abs(hi)));

/** Round numbers between two ends, about six of them; the lower end where they are as good as one number. */
export function roundTicks(lo: number, hi: number): number[] {
  if (isOneNumber(lo, hi)) return [lo];
  const rough = (hi - lo) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999)!;
  const first = Math.ceil(lo / step - 1e-9);
  const ticks: number[] = [];
  // One multiplication per tick: a sum of steps would drift.
  for (let i = first; i * step <= hi + step * 1e-9; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** Powers of ten between two positive ends, with 1, 2 and 5 times them where there are few. */
export function logTicks(lo: number, hi: number): number[] {
  const powers = multiples([1], lo, hi);
  const ticks = powers.length >= 3 ? powers : multiples([1, 2, 5], lo, hi);
  const even = roundTicks(lo, hi).filter((value) => value > 0);
  if (ticks.length < 3 && even.length > ticks.length) return even;
  const sparse = Math.ceil(ticks.length / 10);
  return ticks.filter((_, i) => i % sparse === 0);
}

/** Products of these factors and powers of ten between two positive ends. */
function multiples(factors: readonly number[], lo: number, hi: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(lo)); power <= Math.ceil(Math.log10(hi)); power++) {
    for (const factor of factors) {
      const value = Number((factor * 10 ** power).toPrecision(12));
      if (value >= lo * (1 - 1e-9) && value <= hi * (1 + 1e-9)) ticks.push(value);
    }
  }
  return ticks;
}

function ends({ values, type, fromZero, range }: ScaleRequest): [number, number] {
  if (range !== undefined) return [range[0], range[1]];
  const finite = values.filter((value) => Number.isFinite(value) && (type === "linear" || value > 0));
  if (finite.length === 0) return type === "log" ? [1, 10] : [0, 1];
  let lo = finite.reduce((a, b) => Math.min(a, b));
  let hi = finite.reduce((a, b) => Math.max(a, b));
  if (type === "log") {
    const room = Math.max(1.05, (hi / lo) ** 0.05);
    return [lo / room, hi * room];
  }
  if (fromZero) [lo, hi] = [Math.min(0, lo), Math.max(0, hi)];
  const room = (isOneNumber(lo, hi) ? Math.abs(hi) || 1 : hi - lo) * 0.05;
  return [fromZero && lo === 0 ? 0 : lo - room, fromZero && hi === 0 ? 0 : hi + room];
}

/** Least and greatest number of significant digits of a tick's label. */
const LEAST_DIGITS = 3, MOST_DIGITS = 12;

/** Labels of ticks, with as many significant digits as tell them apart. */
export function tickLabels(
  ticks: readonly number[],
  format: (tick: number, digits: number) => string = formatNumber,
): string[] {
  for (let digits = LEAST_DIGITS;; digits++) {
    const labels = ticks.map((tick) => format(tick, digits));
    if (digits === MOST_DIGITS || new Set(labels).size === ticks.length) return labels;
  }
}

/** Constructs a numeric axis over its values. */
export function numericScale(request: ScaleRequest): Scale {
  const { pixels: [first, last], type, named } = request;
  const [lo, hi] = ends(request);
  const place = type === "log" ? Math.log : (value: number) => value;
  const at = (value: number) => {
    const share = (place(value) - place(lo)) / (place(hi) - place(lo));
    return first + (last - first) * Math.min(1, Math.max(0, Number.isNaN(share) ? 0 : share));
  };
  const values = named?.values ?? (type === "log" ? logTicks(lo, hi) : roundTicks(lo, hi));
  const labels = named?.labels ?? tickLabels(values);
  return { at, ticks: zip(values, labels).map(([value, label]) => ({ at: at(value), label })) };
}
