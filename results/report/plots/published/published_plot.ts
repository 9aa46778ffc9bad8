/**
 * Plots of an artifact's published numbers with the measured ones beside them: the paper's own figure, drawn
 * again.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../../../row.ts";
import type { SuiteText } from "../../../store/session_document.ts";
import { metricName } from "../../metric_name.ts";
import { contenderLabel } from "../../suite_label.ts";
import { labelledWorkloads, workloadId } from "../../workload.ts";
import { labelWithUnit } from "../../../../platform/text/unit.ts";
import type { Plot } from "../plot.ts";
import { groupTable, publishedFigure, spansDecades } from "./published_figure.ts";
import { whiskersText } from "../plot_text.ts";
import { type CellPlace, PRINTED_RANGE, type PublishedGroup, publishedGroups } from "./published_points.ts";

/** Greatest number of groups along the axis; beyond it the suite's own plots say more. */
const MOST_GROUPS = 24;

/** Input of {@linkcode publishedPlots}. */
export interface PublishedSource {
  /** Paper id. */
  readonly paper: string;
  /** Number of the artifact in the paper. */
  readonly artifact: string;
  /** Published numbers of the artifact. */
  readonly comparisons: readonly ComparisonRow[];
  /** Suites of the session with their rows; those whose cells stand beside a published number are read. */
  readonly suites: readonly { readonly suite: SuiteText; readonly rows: readonly Row[] }[];
}

/** Places of the cells of these numbers by the labels of their workloads and contenders. */
function cellPlaces({ comparisons, suites }: PublishedSource): (cell: string) => CellPlace {
  const cells = new Set(comparisons.map(({ cell }) => cell));
  const named = suites.filter(({ suite: { id } }) =>
    comparisons.some(({ cell }) => cell.startsWith(`${id}:`))
  );
  const places = new Map(named.flatMap(({ suite, rows }) => {
    const workloads = labelledWorkloads(rows);
    return rows.filter(({ cell }) => cells.has(cell)).map((row) => {
      const place = workloads.get(workloadId(row))?.label ?? row.dataset;
      return [row.cell, { place, contender: contenderLabel(suite, row.contender) }] as const;
    });
  }));
  return (cell) => places.get(cell) ?? { place: cell, contender: "" };
}

/** Explanation of whiskers by the rows of the cells that these numbers are measured in. */
function whiskersOf(measured: readonly ComparisonRow[], { suites }: PublishedSource): string | false {
  const cells = new Set(measured.flatMap(({ cell, ci_lo }) => ci_lo === undefined ? [] : [cell]));
  return cells.size > 0 && whiskersText(
    suites.flatMap(({ rows }) => rows.filter(({ cell }) => cells.has(cell))),
  );
}

/** Explanation of printed numbers: diamonds in series with a range, faint bars in others beside them. */
function printedText({ points }: PublishedGroup, marks: boolean): string {
  const printed = points.filter((point) => point.printed.length > 0);
  const ranges = new Set(
    printed.filter(({ group }) => group.startsWith(PRINTED_RANGE)).map(({ series }) => series),
  );
  if (marks || printed.every(({ series }) => ranges.has(series))) return "Diamonds: as printed.";
  return `Faint${ranges.size > 0 ? " bars and diamonds" : ""}: as printed; full: measured here.`;
}

function captionOf(group: PublishedGroup, source: PublishedSource): string {
  const { points } = group, measured = points.flatMap((point) => point.measured ?? []);
  const standIns = measured.some((row) => row.dataset_kind === "stand-in");
  const marks = spansDecades(group);
  return [
    printedText(group, marks),
    standIns && (marks ? "Open marks: measured on a stand-in." : "Hatched: measured on a stand-in."),
    whiskersOf(measured, source),
    measured.every((row) => row.judgement === "shown") &&
    "Other hardware or other sizes: shapes can be compared, heights cannot.",
  ].filter(Boolean).join(" ");
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * Draws the published numbers of an artifact that have measured ones beside them, a plot for each metric with
 * at least two of them.
 */
export function publishedPlots(source: PublishedSource): Plot[] {
  const { paper, artifact, comparisons } = source;
  const slug = `${paper}-${artifact}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const drawn = publishedGroups(comparisons, cellPlaces(source)).filter(({ points }) => {
    const groups = new Set(points.map(({ group }) => group)).size;
    return points.length > 1 && groups <= MOST_GROUPS;
  });
  return drawn.map((group, i): Plot => {
    const text = metricName(group.metric);
    const title = `${labelWithUnit(text, group.unit)}, printed and here`;
    return {
      id: `plot-${slug}-printed-${i + 1}`,
      title: `${artifact}: ${title}`,
      caption: captionOf(group, source),
      figure: publishedFigure(group, capitalised(text)),
      points: [],
      numbers: { caption: capitalised(title), ...groupTable(group) },
      absent: [],
    };
  });
}
