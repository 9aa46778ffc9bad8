/**
 * A plot of one metric: bars for each workload, or lines over a numeric factor.
 *
 * @module
 */
import type { Row } from "../row.ts";
import type { Drawing, PlotPoint } from "./figure.ts";
import { groupedFigure } from "./grouped_figure.ts";
import { lineFigure } from "./line_figure.ts";
import { leadingNumber } from "./number.ts";
import { plotNumbers } from "./plot_numbers.ts";
import {
  absentCells,
  byContender,
  isFiniteMedian,
  type PlotContent,
  type PlotSubject,
  publishedOf,
  workloadLabel,
} from "./plot_subject.ts";
import {
  bandSentence,
  comparisonSentence,
  facetTitle,
  publishedSentence,
  statusWords,
  whiskersSentence,
} from "./plot_text.ts";
import { contenderLabel } from "./suite_label.ts";
import { workloadId } from "./workload.ts";

/** What the axes do not say: against what, which way is better, and what the band and the diamonds are. */
function caption({ metric, points, suite, band, bounds }: Drawing): string {
  return [
    comparisonSentence(metric, points, suite),
    whiskersSentence(points.map(({ row }) => row)),
    bandSentence(band),
    publishedSentence(points),
    bounds.length > 0 && "Broken lines: this device's own roofline.",
  ].filter(Boolean).join(" ");
}

/** The plot, or undefined without a single drawable value. */
export function valuePlot(subject: PlotSubject): PlotContent | undefined {
  const { suite, spec, metric, facet, rows, workloads, comparisons, limit } = subject;
  const lines = spec.x !== "workload";
  const xOf = (row: Row) => leadingNumber(workloads.get(workloadId(row))?.factors.get(spec.x));
  const offAxis = (row: Row) => lines && spec.logarithmicX === true && Number(xOf(row)) <= 0;
  const own = rows.filter((row) => row.metric === spec.metric);
  const drawable = own.filter((row) =>
    isFiniteMedian(row) && (!lines || Number.isFinite(Number(xOf(row) ?? "x"))) && !offAxis(row)
  );
  const all = byContender(drawable, suite, (row) => row);
  const drawn = all.slice(0, limit);
  if (drawn.length === 0) return undefined;
  const labels = new Set(drawn.map((row) => workloadLabel(subject, row)));
  const points = drawn.map((row): PlotPoint => {
    const label = workloadLabel(subject, row);
    const contender = contenderLabel(suite, row.contender);
    const series = lines && labels.size > 1 ? `${contender}, ${label}` : contender;
    return { series, x: lines ? xOf(row)! : label, row, published: publishedOf(row, comparisons) };
  });
  const bounds = rows.filter((row) =>
    lines && row.metric.startsWith("roofline_bound") && row.unit === metric.unit && isFiniteMedian(row) &&
    xOf(row) !== undefined
  ).map((row) => ({ x: Number(xOf(row)), row }));
  const ratio = metric.unit === "x" && drawn.some((row) => row.vs !== "");
  const band = ratio ? subject.smallestDifference : undefined;
  const drawing = { suite, metric, spec, points, bounds, band };
  const title = facetTitle(metric.label, facet);
  return {
    title,
    caption: caption(drawing),
    figure: lines ? lineFigure(drawing) : groupedFigure(drawing),
    points,
    numbers: plotNumbers(points, {
      title,
      unit: metric.unit,
      leading: [
        { heading: lines ? spec.x : "workload", cell: ({ x }) => x },
        { heading: "Series", cell: ({ series }) => series },
      ],
    }),
    absent: [
      ...absentCells(
        subject,
        own.filter((row) => row.status !== "ok" || offAxis(row)).map((row) => ({
          row,
          why: row.status === "ok"
            ? `${spec.x} is ${xOf(row)}, which this axis cannot show`
            : statusWords(row),
        })),
      ),
      ...(all.length > limit ? [`${all.length - limit} more values, which are in rows.csv`] : []),
    ],
  };
}
