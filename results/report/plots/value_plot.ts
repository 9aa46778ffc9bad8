/**
 * Plot of one metric: bars for each workload, or lines over a numeric factor.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import type { Row } from "../../row.ts";
import { whyNotDrawn } from "./cell_values.ts";
import type { FigureInput } from "./figures/figure.ts";
import type { PlotPoint } from "./figures/series.ts";
import { groupedFigure } from "./figures/grouped_figure.ts";
import { lineFigure } from "./figures/line_figure.ts";
import { withoutDistant } from "./published/distant_published.ts";
import { counted } from "../../../platform/text/plural.ts";
import { leadingNumber } from "./leading_number.ts";
import { plotNumbers } from "./plot_numbers.ts";
import {
  type AbsentCell,
  absentCells,
  inContenderOrder,
  isFiniteMedian,
  type PlotContent,
  type PlotSubject,
  workloadLabel,
} from "./plot_subject.ts";
import {
  bandText,
  comparisonText,
  facetTitle,
  publishedPointsText,
  statusText,
  whiskersText,
} from "./plot_text.ts";
import { boundsText, publishedOf } from "./published/printed_numbers.ts";
import { contenderLabel } from "../suite_label.ts";
import { factorName, factorText, workloadId } from "../workload.ts";

/** Caption: the baseline, the better direction, and the meaning of band and diamonds. */
function caption(
  { metric, points, suite, band, bounds }: FigureInput,
  { lines, comparisons }: { readonly lines: boolean } & Pick<PlotSubject, "comparisons">,
): string {
  const rows = points.map(({ row }) => row);
  return [
    comparisonText(metric, points, suite),
    whiskersText(rows),
    bandText(band),
    publishedPointsText(points, lines),
    boundsText(rows, comparisons),
    bounds.length > 0 && "Broken lines: this device's own roofline.",
  ].filter(Boolean).join(" ");
}

/**
 * Cells that ended without a value of the metric, such as those without a time, which have no rate: a reader
 * of the rates would miss them without knowing why.
 */
function endedCells({ rows, spec }: PlotSubject): AbsentCell[] {
  return [...groupBy(rows, ({ cell }) => cell).values()].flatMap((cell) => {
    const ended = cell.find(({ status }) => status !== "ok");
    return ended === undefined || cell.some(({ metric }) => metric === spec.metric)
      ? []
      : [{ row: ended, why: statusText(ended) }];
  });
}

/** Draws the plot; undefined without a drawable value. */
export function valuePlot(subject: PlotSubject): PlotContent | undefined {
  const { suite, spec, metric, facet, rows, workloads, comparisons, limit } = subject;
  const numeric = spec.x !== "workload";
  const xOf = (row: Row) => leadingNumber(workloads.get(workloadId(row))?.factors.get(spec.x));
  const offAxis = (row: Row) => numeric && spec.logarithmicX === true && Number(xOf(row)) <= 0;
  const wanted = { ...metric, fits: (value: number) => !spec.logarithmic || value > 0 };
  const why = (row: Row) =>
    whyNotDrawn(wanted, row) ??
      (offAxis(row) ? `${factorName(spec.x)} is ${xOf(row)}, which this axis cannot show` : undefined);
  const own = rows.filter((row) => row.metric === spec.metric);
  const drawable = own.filter((row) =>
    why(row) === undefined && (!numeric || Number.isFinite(Number(xOf(row) ?? "x")))
  );
  const all = inContenderOrder(drawable, suite, (row) => row);
  const drawn = all.slice(0, limit);
  if (drawn.length === 0) return undefined;
  // A single value of the factor makes no line.
  const lines = numeric && new Set(drawn.map(xOf)).size > 1;
  const labels = new Set(drawn.map((row) => workloadLabel(subject, row)));
  const measured = drawn.map((row): PlotPoint => {
    const label = workloadLabel(subject, row);
    const contender = contenderLabel(suite, row.contender);
    const series = numeric && labels.size > 1 && label !== facet ? `${contender}, ${label}` : contender;
    const x = lines ? xOf(row)! : numeric ? factorText(spec.x, String(xOf(row))) : label;
    return { series, x, row, published: publishedOf(row, comparisons) };
  });
  const { points, distant } = withoutDistant(measured, metric);
  const bounds = rows.filter((row) =>
    lines && row.metric.startsWith("roofline_bound") && row.unit === metric.unit && isFiniteMedian(row) &&
    xOf(row) !== undefined
  ).map((row) => ({ x: Number(xOf(row)), row }));
  const ratio = metric.unit === "x" && drawn.some((row) => row.vs !== "");
  const band = ratio ? subject.smallestDifference : undefined;
  const drawing = { suite, metric, spec, points, bounds, band };
  const title = facetTitle(metric.label, facet, spec);
  return {
    title,
    caption: caption(drawing, { lines, comparisons }),
    figure: lines ? lineFigure(drawing) : groupedFigure(drawing),
    points: measured,
    numbers: plotNumbers(measured, {
      title,
      unit: metric.unit,
      leading: [
        { heading: lines ? factorName(spec.x) : "workload", cell: ({ x }) => x },
        { heading: "Series", cell: ({ series }) => series },
      ],
    }),
    absent: [
      ...absentCells(
        subject,
        [
          ...own.flatMap((row) => {
            const reason = why(row);
            return reason === undefined ? [] : [{ row, why: reason }];
          }),
          ...endedCells(subject),
        ],
      ),
      ...distant,
      ...(all.length > limit
        ? [`${counted(all.length - limit, "more value, which is", "more values, which are")} in rows.csv`]
        : []),
    ],
  };
}
