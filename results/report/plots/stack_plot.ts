/**
 * Plot of the parts of a cell's total: one bar a contender, made of its parts.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import { isNonEmpty, type NonEmpty } from "../../../platform/lists/non_empty.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { medianOf, type Row } from "../../row.ts";
import { type CellValues, cellValues, type WantedMetric } from "./cell_values.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatShare } from "../../../platform/text/number.ts";
import { plotNumbers } from "./plot_numbers.ts";
import {
  isFiniteMedian,
  metricOf,
  type PlotContent,
  type PlotSubject,
  workloadLabel,
} from "./plot_subject.ts";
import { publishedOf } from "./published/printed_numbers.ts";
import { comparisonText, facetTitle, labelWithin, whiskersText } from "./plot_text.ts";
import { type StackedBar, stackedFigure, type StackedPoint } from "./figures/stacked_figure.ts";
import { contenderLabel, metricLabel } from "../suite_label.ts";
import { workloadId } from "../workload.ts";

type StackedCell = CellValues<NonEmpty<WantedMetric>>;

function barOf(subject: PlotSubject, { values, rows }: StackedCell): StackedBar {
  const { suite, metric, spec, comparisons } = subject;
  const sum = sumOf(values, medianOf);
  const [first] = values, { contender, unit } = first;
  const group = workloadLabel(subject, first);
  const point = (row: Row, share: number | undefined): StackedPoint => ({
    series: metricLabel(suite, row.metric),
    x: contenderLabel(suite, contender),
    group,
    row,
    share,
    published: publishedOf(row, comparisons),
  });
  const total = rows.find((row) =>
    row.metric === metric.id && isFiniteMedian(row) && row.unit === unit &&
    !spec.stack!.includes(row.metric)
  );
  return {
    group,
    contender: contenderLabel(suite, contender),
    parts: values.map((row) => point(row, sum > 0 ? medianOf(row) / sum : undefined)),
    total: total && point(total, undefined),
  };
}

/** Contenders without any row of a workload in the plot. */
function unmeasured(subject: PlotSubject, concerned: readonly Row[]): string[] {
  const { suite } = subject;
  return [...groupBy(concerned, workloadId).values()].flatMap((rows) =>
    suite.contenders.filter(({ id }) => !rows.some((row) => row.contender === id))
      .map(({ label }) => `${label} on ${workloadLabel(subject, rows[0])} (not measured)`)
  );
}

/** Draws the plot; undefined where no cell has all parts. */
export function stackPlot(subject: PlotSubject): PlotContent | undefined {
  const { suite, spec, metric, facet, rows, limit } = subject;
  const ids = [...new Set(spec.stack)];
  const unit = ids.map((id) => metricOf(suite, id, rows).unit).find(Boolean) ?? "";
  const wanted = ids.map((id) => ({
    ...metricOf(suite, id, rows),
    label: metricLabel(suite, id),
    unit,
    fits: (value: number) => value >= 0,
  }));
  if (!isNonEmpty(wanted)) return undefined;
  const { cells, absent, concerned } = cellValues(subject, wanted);
  const filled = cells.filter(({ values }) => !spec.share || values.some((row) => medianOf(row) > 0));
  const empty = cells.filter((cell) => !filled.includes(cell));
  // Bars of one workload stand together, and workloads in the order of the rows.
  const order = [...new Set(concerned.map(workloadId))];
  const place = ({ values: [row] }: StackedCell) => order.indexOf(workloadId(row));
  const sorted = filled.toSorted((a, b) => place(a) - place(b));
  const room = Math.max(1, Math.floor(limit / ids.length));
  const bars = sorted.slice(0, room).map((cell) => barOf(subject, cell));
  if (bars.length === 0) return undefined;
  const parts = bars.flatMap((bar) => bar.parts);
  const totals = spec.share ? [] : bars.flatMap(({ total }) => total ?? []);
  const points = bars.flatMap((bar) => [...bar.parts, ...(bar.total ? [bar.total] : [])]);
  const groups = new Set(bars.map(({ group }) => group));
  const title = facetTitle(spec.share ? `Shares of ${labelWithin(metric.label)}` : metric.label, facet, spec);
  return {
    title,
    caption: [
      spec.share ? "100\u00a0% is the sum of a bar's parts." : comparisonText(metric, parts, suite),
      totals.length > 0 &&
      `Upright lines: ${labelWithin(metric.label)}, ${
        totals.every(({ row }) => row.source === "measured") ? "measured" : "computed"
      } as a whole.`,
      whiskersText(totals.map(({ row }) => row)),
    ].filter(Boolean).join(" "),
    figure: stackedFigure({ metric: { ...metric, unit }, parts: wanted, bars, share: spec.share ?? false }),
    points,
    numbers: plotNumbers(points, {
      title,
      unit,
      leading: [
        { heading: "Metric", cell: ({ series }) => series },
        { heading: "Contender", cell: ({ x }) => x },
        ...(groups.size > 1 ? [{ heading: "Workload", cell: ({ group }: StackedPoint) => group }] : []),
      ],
      trailing: [{ heading: "Share of the bar", kind: "number", cell: ({ share }) => formatShare(share) }],
    }),
    absent: [
      ...absent,
      ...empty.map(({ values: [row] }) =>
        `${contenderLabel(suite, row.contender)} on ${workloadLabel(subject, row)} (all parts are 0)`
      ),
      ...unmeasured(subject, concerned),
      ...(sorted.length > room
        ? [`${counted(sorted.length - room, "more bar, which is", "more bars, which are")} in rows.csv`]
        : []),
    ],
  };
}
