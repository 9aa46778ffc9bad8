/**
 * Ratios of a suite's times to the baseline's, one line a suite.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { median } from "../../platform/statistics/mod.ts";
import { formatNumber } from "../../platform/text/number.ts";
import type { CellComparison } from "./compare.ts";
import type { JoinedCell } from "./joined_cells.ts";

/** Times of one metric of one suite in one session beside the baseline's. */
export interface TimeRatios {
  /** Number of cells with a ratio. */
  readonly n: number;
  /** Median of the cells' ratios to the baseline's. */
  readonly ratio: number;
  /** Lowest ratio. */
  readonly lowest: number;
  /** Highest ratio. */
  readonly highest: number;
  /** Number of cells that are slower than the baseline's. */
  readonly slower: number;
  /** Number of cells that are faster. */
  readonly faster: number;
}

/** Ratios of a session's times in the order of the tables' columns; none where it has no cell of these. */
export function timeRatioCells(own: TimeRatios | undefined): readonly (string | number)[] {
  const text = (ratio: number | undefined) => formatNumber(ratio, 3);
  return [
    own?.n ?? 0,
    text(own?.ratio),
    own === undefined ? "" : `${text(own.lowest)} to ${text(own.highest)}`,
    own?.slower ?? 0,
    own?.faster ?? 0,
  ];
}

/** Times of one metric of one suite. */
export interface TimeSummary {
  /** Suite id. */
  readonly suite: string;
  /** A time or rate. */
  readonly metric: string;
  /** Ratios of every other session; undefined where it has no cell of these. */
  readonly columns: readonly (TimeRatios | undefined)[];
}

function timeRatios(cells: readonly (CellComparison | undefined)[]): TimeRatios | undefined {
  const timed = cells.flatMap((cell) =>
    cell?.ratio !== undefined && cell.outcome !== "noted" ? [{ ...cell, ratio: cell.ratio }] : []
  );
  if (timed.length === 0) return undefined;
  const ratios = timed.map(({ ratio }) => ratio);
  // Of a session on the baseline's own device a slower time is called worse.
  const count = (...wanted: readonly CellComparison["outcome"][]) =>
    timed.filter(({ outcome }) => wanted.includes(outcome)).length;
  return {
    n: timed.length,
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    slower: count("slower", "worse"),
    faster: count("faster", "better"),
  };
}

/** Times by suite and metric: one line a suite, with the ratios of every other session to the baseline. */
export function timeSummaries(cells: readonly JoinedCell[]): TimeSummary[] {
  const groups = groupBy(cells, ({ row }) => JSON.stringify([row.suite, row.metric]));
  return [...groups.values()].map((group) => ({
    suite: group[0].row.suite,
    metric: group[0].row.metric,
    columns: group[0].columns.map((_, i) => timeRatios(group.map(({ columns }) => columns[i]))),
  })).filter(({ columns }) => columns.some((column) => column !== undefined))
    .toSorted((x, y) => x.suite < y.suite ? -1 : x.suite > y.suite ? 1 : x.metric < y.metric ? -1 : 1);
}
