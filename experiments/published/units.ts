/**
 * The units that the papers print, with their conversion to base units, so that `0.11 B` edges and
 * 114,848,857 edges, or 262.55 ms and 0.26 s, compare.
 *
 * @module
 */
import { DataError, type FilePlace, UsageError } from "../../platform/errors.ts";

/** A number in a base unit. */
export interface BaseQuantity {
  /** Number in the base unit. */
  readonly value: number;
  /** One of the bases of {@link UNITS}. */
  readonly unit: string;
}

/**
 * Base unit and factor of every printed unit. Ratios and shares are plain numbers (`1`), things counted are
 * `count`, and memory is decimal, as printed.
 */
export const UNITS: ReadonlyMap<string, { readonly base: string; readonly factor: number }> = new Map([
  ...table("1", { "1": 1, "x": 1, "fraction": 1, "%": 0.01, "percentage points": 0.01 }),
  ...table("count", { "M": 1e6, "B": 1e9, "K rows": 1e3, "M entries per layer": 1e6 }),
  ...table(
    "count",
    Object.fromEntries(
      [
        "count",
        "vertices",
        "train vertices",
        "test vertices",
        "edges",
        "features",
        "classes",
        "graphs",
        "groups",
        "layers",
        "units",
        "heads",
        "models",
        "neighbours",
        "steps",
        "epochs",
        "iterations",
        "minibatches",
        "schemes",
        "nodes",
        "GPUs",
        "sockets",
        "cores",
        "threads",
        "processes",
        "ranks",
        "copies",
        "level",
        "blocks",
        "rows",
        "slots",
        "states",
        "sets",
        "elements",
        "ops",
        "id",
      ].map((unit) => [unit, 1]),
    ),
  ),
  ...table("s", { "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9 }),
  ...table("bytes", { "bytes": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12 }),
  ...table("bytes/s", { "bytes/s": 1, "GB/s": 1e9, "TB/s": 1e12, "Gb/s": 1.25e8 }),
  ...table("bytes/epoch", { "bytes/epoch": 1, "GB/epoch": 1e9 }),
  ...table("FLOP/s", { "FLOP/s": 1, "GFLOP/s": 1e9 }),
  ...table("Hz", { "Hz": 1, "GHz": 1e9 }),
  ...table("bytes/op", { "bytes/op": 1 }),
  ...table("edges/vertex", { "edges/vertex": 1 }),
  ...table("bits", { "bits": 1 }),
  ...table("orders of magnitude", { "orders of magnitude": 1 }),
]);

/** Units whose values are compared as text. */
export const TEXT_UNITS: ReadonlySet<string> = new Set([
  "label",
  "set",
  "formula",
  "version",
  "neighbours per layer",
]);

function table(base: string, factors: Readonly<Record<string, number>>) {
  return Object.entries(factors).map(([unit, factor]) => [unit, { base, factor }] as const);
}

/**
 * A number in base units.
 *
 * @example
 * ```ts
 * import { convert } from "./units.ts";
 * if (convert(250, "ms").value !== 0.25 || convert(2, "B").unit !== "count") throw new Error("units");
 * ```
 * @throws {UsageError} for a unit that is not in {@link UNITS}.
 */
export function convert(value: number, unit: string): BaseQuantity {
  const known = UNITS.get(unit);
  if (known === undefined) {
    throw new UsageError({
      action: `convert ${value} "${unit}"`,
      current: TEXT_UNITS.has(unit) ? "a unit of texts" : "an unknown unit",
      wanted: "a unit of numbers",
      next: "add it to the table of units, or compare as text",
    });
  }
  return { value: value * known.factor, unit: known.base };
}

/**
 * Whether values of a unit are texts.
 *
 * @throws {DataError} at `place` for a unit that no table has.
 */
export function isTextUnit(unit: string, place: FilePlace): boolean {
  if (TEXT_UNITS.has(unit)) return true;
  if (UNITS.has(unit)) return false;
  throw new DataError(place, {
    current: `unit "${unit}"`,
    wanted: "a known unit",
    next: "correct the line, or add the unit to experiments/published/units.ts",
  });
}

/** Half a unit of the last printed digit: 0.005 for `0.11`, 0.5 for `123`. */
export function printedTolerance(printed: string): number {
  const [mantissa, exponent = "0"] = printed.toLowerCase().split("e");
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  return 0.5 * 10 ** (Number(exponent) - decimals);
}
