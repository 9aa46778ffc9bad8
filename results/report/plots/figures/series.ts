/**
 * Points of a plot, and their groups by series.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import { zip } from "../../../../platform/lists/zip.ts";
import type { Row } from "../../../row.ts";
import type { SuiteText } from "../../../store/session_document.ts";

/** One drawn value. */
export interface PlotPoint {
  /**
   * Name in the legend: the contender, with the workload where a plot has several lines of one contender; or
   * the part of a bar.
   */
  readonly series: string;
  /** Label of the bar or group of bars, or the number on the x axis. */
  readonly x: string;
  /** The row that is drawn. */
  readonly row: Row;
  /** Published number in the same unit, where the row is joined to one. */
  readonly published: { readonly id: string; readonly value: number } | undefined;
}

/** Points of one series, with the number that selects their colour and mark. */
export interface PlotSeries<P extends PlotPoint> {
  /** Name in the legend. */
  readonly name: string;
  /** Points in their original order. */
  readonly points: readonly P[];
  /** Argument for `barMarker` and `symbol`. */
  readonly style: number;
}

/**
 * Groups points into series. A contender keeps its colour in all plots of its suite, unless a plot has
 * several lines of one contender.
 */
export function plotSeries<P extends PlotPoint>(points: readonly P[], suite: SuiteText): PlotSeries<P>[] {
  const groups = [...groupBy(points, (point) => point.series)];
  const ranks = groups.map(([, [{ row }]]) => suite.contenders.findIndex(({ id }) => id === row.contender));
  const clear = !ranks.includes(-1) && new Set(ranks).size === ranks.length;
  return zip(groups, ranks).map(([[name, own], rank], i) => ({ name, points: own, style: clear ? rank : i }));
}
