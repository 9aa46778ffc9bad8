/**
 * Plots of an artifact's published numbers with the measured ones beside them: the paper's own figure, drawn
 * again.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../../row.ts";
import { describeWorkloads, factorWords, workloadId } from "../workload.ts";
import { formatUnit } from "../number.ts";
import type { Plot } from "./plot.ts";
import { publishedFigure, publishedNumbers, spansDecades } from "./published_figure.ts";
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
  /** Rows of each suite of the artifact. */
  readonly suites: readonly (readonly Row[])[];
}

/** Places of cells by the labels of their workloads. */
function cellPlaces(suites: readonly (readonly Row[])[]): (cell: string) => CellPlace {
  const places = new Map(suites.flatMap((rows) => {
    const workloads = describeWorkloads(rows);
    return rows.map((row) => {
      const place = workloads.get(workloadId(row))?.label ?? row.dataset;
      return [row.cell, { place, contender: row.contender }] as const;
    });
  }));
  return (cell) => places.get(cell) ?? { place: cell, contender: "" };
}

function captionOf(group: PublishedGroup): string {
  const { points } = group, measured = points.flatMap((point) => point.measured ?? []);
  const standIns = measured.some((row) => row.dataset_kind === "stand-in");
  const marks = spansDecades(group), ranges = points.some((point) => point.group.startsWith(PRINTED_RANGE));
  return [
    marks || ranges ? "Diamonds: as printed." : "Faint: as printed; full: measured here.",
    standIns && (marks ? "Open marks: measured on a stand-in." : "Hatched: measured on a stand-in."),
    measured.some((row) => row.ci_lo !== undefined) && "Whiskers: 95\u00a0% intervals.",
    measured.every((row) => row.judgement === "shown") &&
    "Other hardware or other sizes: shapes can be compared, heights cannot.",
  ].filter(Boolean).join(" ");
}

function titleOf({ metric, unit }: PublishedGroup): string {
  const words = factorWords(metric).replace(/^l(\d)/, "L$1");
  const shown = formatUnit(unit);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${shown && ` (${shown})`}, printed and here`;
}

/**
 * Draws the published numbers of an artifact that have measured ones beside them, a plot for each metric with
 * at least two of them.
 */
export function publishedPlots({ paper, artifact, comparisons, suites }: PublishedSource): Plot[] {
  const slug = `${paper}-${artifact}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const drawn = publishedGroups(comparisons, cellPlaces(suites)).filter(({ points }) => {
    const groups = new Set(points.map(({ group }) => group)).size;
    return points.length > 1 && groups <= MOST_GROUPS;
  });
  return drawn.map((group, i): Plot => {
    const title = titleOf(group), words = factorWords(group.metric);
    return {
      id: `plot-${slug}-printed-${i + 1}`,
      title: `${artifact}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      caption: captionOf(group),
      figure: publishedFigure(group, `${words.charAt(0).toUpperCase()}${words.slice(1)}`),
      points: [],
      numbers: { caption: title, ...publishedNumbers(group) },
      absent: [],
    };
  });
}
