/**
 * Plot of one metric over another of the same cells: one line a contender through all workloads.
 *
 * @module
 */
import { cellValues } from "./cell_values.ts";
import { withoutDistant } from "./published/distant_published.ts";
import { curveFigure, type CurvePoint } from "./figures/line_figure.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { formatUnit } from "../../../platform/text/unit.ts";
import { plotNumbers } from "./plot_numbers.ts";
import { metricOf, type PlotContent, type PlotSubject, workloadLabel } from "./plot_subject.ts";
import {
  bandText,
  comparisonText,
  facetTitle,
  labelWithin,
  publishedPointsText,
  whiskersText,
} from "./plot_text.ts";
import { boundsText, publishedOf } from "./published/printed_numbers.ts";
import { contenderLabel } from "../suite_label.ts";

/** Draws the plot; undefined where no cell has both values. */
export function curvePlot(subject: PlotSubject): PlotContent | undefined {
  const { suite, spec, metric, facet, comparisons, limit } = subject;
  const over = metricOf(suite, spec.x, subject.rows);
  const positive = (logarithmic: boolean | undefined) => (value: number) => !logarithmic || value > 0;
  const { cells, absent } = cellValues(subject, [
    { ...metric, fits: positive(spec.logarithmic) },
    { ...over, fits: positive(spec.logarithmicX) },
  ]);
  if (cells.length === 0) return undefined;
  const measured = cells.slice(0, limit).map(({ values: [row, xRow] }): CurvePoint => ({
    series: contenderLabel(suite, row.contender),
    x: String(xRow.median),
    row,
    xRow,
    workload: workloadLabel(subject, row),
    published: publishedOf(row, comparisons),
  }));
  const { points, distant } = withoutDistant(measured, metric);
  const ratio = metric.unit === "x" && points.some(({ row }) => row.vs !== "");
  const band = ratio ? subject.smallestDifference : undefined;
  const title = facetTitle(`${metric.label} over ${labelWithin(over.label)}`, facet, spec);
  const unit = formatUnit(over.unit);
  return {
    title,
    caption: [
      comparisonText(metric, points, suite),
      `Each mark is a workload; lines join those of a contender from left to right.`,
      whiskersText(points.flatMap(({ row, xRow }) => [row, xRow])),
      bandText(band),
      publishedPointsText(points, true),
      boundsText(points.map(({ row }) => row), comparisons),
    ].filter(Boolean).join(" "),
    figure: curveFigure({ suite, metric, spec, points, bounds: [], band }, over),
    points: measured,
    numbers: plotNumbers(measured, {
      title,
      unit: metric.unit,
      leading: [
        { heading: "Workload", cell: ({ workload }) => workload },
        { heading: "Series", cell: ({ series }) => series },
        {
          heading: `${over.label}${unit && ` (${unit})`}`,
          kind: "number",
          cell: ({ xRow }) => formatNumber(xRow.median),
        },
      ],
    }),
    absent: [
      ...absent,
      ...distant,
      ...(cells.length > limit
        ? [`${counted(cells.length - limit, "more value, which is", "more values, which are")} in rows.csv`]
        : []),
    ],
  };
}
