/**
 * Numbers for readers: few digits, one notation, nothing for absent values.
 *
 * @module
 */

/**
 * Formatters of English numbers by their least and most decimals: constants of the process, constructed when
 * they are first needed, since constructing one takes a thousand times as long as using it.
 */
const formats = new Map<string, Intl.NumberFormat>();

function decimal(value: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  return formats.getOrInsertComputed(
    `${minimumFractionDigits} ${maximumFractionDigits}`,
    () => new Intl.NumberFormat("en-US", { minimumFractionDigits, maximumFractionDigits }),
  ).format(value);
}

/** Relative difference below which a number is what it reads as: sums of decimal steps are off by less. */
const ROUNDING = 1e-12;
/** Most decimals that a formatter takes. */
const MOST_DECIMALS = 20;

/**
 * Formats a number with `digits` significant ones, without an exponent between 1e-4 and 1e7. A number that
 * fewer digits give exactly, such as a bound or a tick, ends with them; one that is rounded keeps its zeros,
 * which say how far it is known.
 *
 * @example
 * ```ts
 * if (formatNumber(1234.567) !== "1,235") throw new Error("large");
 * if (formatNumber(0.00123456) !== "0.001235") throw new Error("small");
 * if (formatNumber(0.79004, 3) !== "0.790") throw new Error("rounded to a zero");
 * if (formatNumber(0.25, 3) !== "0.25") throw new Error("exact");
 * ```
 */
export function formatNumber(value: number | undefined, digits = 4): string {
  if (value === undefined) return "";
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return value.toExponential(Math.max(1, digits - 2)).replace("e+", "e");
  if (Number.isInteger(value)) return decimal(value, 0, 0);
  const rounded = Number(value.toPrecision(digits));
  const decimals = Math.min(
    MOST_DECIMALS,
    Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))),
  );
  const isExact = Math.abs(value - rounded) <= ROUNDING * size;
  return decimal(value, isExact ? 0 : decimals, decimals);
}

/** Least and greatest number of significant digits that {@linkcode formatBeside} gives a number. */
const LEAST_DIGITS = 3, MOST_DIGITS = 9;

/**
 * Formats a number with three significant digits, or with as many as tell it apart from bounds that it is
 * compared with.
 *
 * @example
 * ```ts
 * if (formatBeside(1.004, [1]) !== "1.004") throw new Error("above 1");
 * if (formatBeside(1.254, [1]) !== "1.25") throw new Error("three digits are enough");
 * ```
 */
export function formatBeside(value: number, bounds: readonly number[]): string {
  const others = bounds.filter((bound) => bound !== value);
  const isApart = (digits: number) => {
    const rounded = value.toPrecision(digits);
    return others.every((bound) => bound.toPrecision(digits) !== rounded);
  };
  let digits = LEAST_DIGITS;
  while (digits < MOST_DIGITS && !isApart(digits)) digits++;
  return formatNumber(value, digits);
}

/** A measured number with the ends of its interval. */
export interface Estimate {
  /** The number; absent, or NaN, where nothing was measured. */
  readonly value: number | undefined;
  /** Lower end; absent where there is no interval. */
  readonly lo?: number | undefined;
  /** Upper end; absent where there is no interval. */
  readonly hi?: number | undefined;
  /** Unit as readers see it. */
  readonly unit?: string;
}

/**
 * Formats a number with its interval, `1.21 [1.19, 1.23]`, each with three significant digits or with as many
 * as tell it apart from bounds that it is compared with, such as the 1 of a ratio; empty where it is absent.
 *
 * @example
 * ```ts
 * const ratio = { value: 1.2, lo: 1.0004, hi: 1.3 };
 * if (formatEstimate(ratio, [1]) !== "1.2 [1.0004, 1.3]") throw new Error("above 1");
 * ```
 */
export function formatEstimate(
  { value, lo, hi, unit = "" }: Estimate,
  bounds: readonly number[] = [],
): string {
  if (value === undefined || Number.isNaN(value)) return "";
  const number = `${formatBeside(value, bounds)} ${unit}`.trim();
  if (lo === undefined || hi === undefined) return number;
  return `${number} [${formatBeside(lo, bounds)}, ${formatBeside(hi, bounds)}]`;
}

/** Formats an interval as `3.9 to 4.1`; empty where it is absent. */
export function formatInterval(lo: number | undefined, hi: number | undefined, digits = 4): string {
  return lo === undefined || hi === undefined
    ? ""
    : `${formatNumber(lo, digits)} to ${formatNumber(hi, digits)}`;
}

/** Formats a share of 1 as a percentage. */
export function formatShare(share: number | undefined): string {
  return share === undefined ? "" : `${formatNumber(100 * share, 3)} %`;
}
