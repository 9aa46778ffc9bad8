/**
 * Table of a plot's values, for readers who cannot see the plot.
 *
 * @module
 */
import type { PlotPoint } from "./figures/series.ts";
import { intervalHeading } from "../interval_text.ts";
import { formatInterval, formatNumber } from "../../../platform/text/number.ts";
import { formatUnit } from "../../../platform/text/unit.ts";
import type { PlotContent } from "./plot_subject.ts";
import type { Column } from "../tables/table.ts";

/** A column with a function for the text of its cells. */
export interface PointColumn<P extends PlotPoint> extends Column {
  /** Text of a value's cell. */
  readonly cell: (point: P) => string | undefined;
}

/**
 * Tabulates points, one row a value: leading columns that identify it, its median with interval, other facts,
 * and the published number.
 */
export function plotNumbers<P extends PlotPoint>(
  points: readonly P[],
  { title, unit, leading, trailing = [] }: {
    readonly title: string;
    readonly unit: string;
    readonly leading: readonly PointColumn<P>[];
    readonly trailing?: readonly PointColumn<P>[];
  },
): PlotContent["numbers"] {
  const shown = formatUnit(unit);
  const columns: PointColumn<P>[] = [
    ...leading,
    {
      heading: `Median${shown && ` (${shown})`}`,
      kind: "number",
      cell: ({ row }) => formatNumber(row.median),
    },
    {
      heading: intervalHeading(points.map(({ row }) => row)),
      kind: "number",
      cell: ({ row }) => formatInterval(row.ci_lo, row.ci_hi),
    },
    { heading: "n", kind: "number", cell: ({ row }) => String(row.n) },
    ...trailing,
  ];
  if (points.some((point) => point.published)) {
    columns.push(
      { heading: "Published", kind: "number", cell: ({ published }) => formatNumber(published?.value) },
      { heading: "Published row", cell: ({ published }) => published?.id },
    );
  }
  return {
    caption: `${title}${shown && `, in ${shown}`}`,
    columns,
    rows: points.map((point) => columns.map(({ cell }) => cell(point))),
  };
}
