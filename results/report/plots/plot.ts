/**
 * Plots of a suite: their kinds, and one plot for each value of a facet.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../../row.ts";
import type { PlotSpec, SessionDocument, SuiteText } from "../../store/session_document.ts";
import { curvePlot } from "./curve_plot.ts";
import { mapPlot } from "./map_plot.ts";
import { metricOf, type PlotContent, type PlotSubject } from "./plot_subject.ts";
import { stackPlot } from "./stack_plot.ts";
import { valuePlot } from "./value_plot.ts";
import { labelledWorkloads, workloadId, type WorkloadLabels } from "../workload.ts";

/** A figure with the numbers that it draws, and its id on the page. */
export interface Plot extends PlotContent {
  /** Id, unique on the page and stable for the same session. */
  readonly id: string;
}

/** Input of {@linkcode suitePlots}. */
export interface PlotSource {
  /** Suite, with the plots that it specifies. */
  readonly suite: SuiteText;
  /** Rows of the suite that count. */
  readonly rows: readonly Row[];
  /** Published numbers of the suite's artifact. */
  readonly comparisons: readonly ComparisonRow[];
  /** Calibration, which gives the band of unresolved differences. */
  readonly calibration: SessionDocument["calibration"];
  /** Greatest number of plots of a suite's facets, and of values in one plot. */
  readonly limit: number;
}

/** A kind of plot, with the metrics whose rows it draws. */
interface Kind {
  readonly draw: (subject: PlotSubject) => PlotContent | undefined;
  readonly metrics: readonly string[];
  /** Factor on the x axis, which labels leave out. */
  readonly factor?: string;
}

function kindOf(
  { metric, x, y, contours = "speedup", bounds, landmarkMetrics, stack = [] }: PlotSpec,
  rows: readonly Row[],
): Kind {
  if (y !== undefined) {
    const beside = [
      ...Object.values(bounds ?? {}),
      ...landmarkMetrics ? [landmarkMetrics.x, landmarkMetrics.y] : [],
    ];
    return { draw: mapPlot, metrics: [metric, contours, ...beside] };
  }
  if (stack.length > 0) return { draw: stackPlot, metrics: [...stack, metric] };
  if (x === "workload") return { draw: valuePlot, metrics: [metric] };
  const isFactor = labelledWorkloads(rows).values().some(({ factors }) => factors.has(x));
  return !isFactor && rows.some((row) => row.metric === x)
    ? { draw: curvePlot, metrics: [metric, x] }
    : { draw: valuePlot, metrics: [metric], factor: x };
}

/** A plot over workloads that are all on one dataset names it in the title, not in every label. */
function withDatasetInTitle(spec: PlotSpec, rows: readonly Row[]): PlotSpec {
  const several = (of: (row: Row) => string) => new Set(rows.map(of)).size > 1;
  const isShared = spec.x === "workload" && spec.y === undefined && spec.facet === undefined &&
    several(workloadId) && !several(({ dataset }) => dataset);
  return isShared && rows.some(({ dataset }) => dataset !== "") ? { ...spec, facet: "dataset" } : spec;
}

function facetOf(row: Row, { facet }: PlotSpec, workloads: ReadonlyMap<string, WorkloadLabels>): string {
  if (facet === undefined) return "";
  if (facet === "dataset") return row.dataset;
  if (facet === "model") return row.model;
  return workloads.get(workloadId(row))?.factors.get(facet) ?? "";
}

/**
 * Draws the plots that a suite specifies: bars for each workload, stacked bars, lines over a numeric factor
 * or over another metric, or a map over two factors; one plot a facet. A plot without a drawable value is
 * left out.
 */
export function suitePlots({ suite, rows, comparisons, calibration, limit }: PlotSource): Plot[] {
  const slug = suite.id.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const smallestDifference = calibration?.smallestDifference;
  return suite.plots.flatMap((specified, index) => {
    const { draw, metrics, factor } = kindOf(specified, rows);
    const own = rows.filter((row) => metrics.includes(row.metric));
    const spec = withDatasetInTitle(specified, own);
    const metric = metricOf(suite, spec.metric, rows);
    // Labels distinguish the drawn workloads.
    const workloads = new Map([...labelledWorkloads(rows, factor), ...labelledWorkloads(own, factor)]);
    const facets = new Set(own.map((row) => facetOf(row, spec, workloads)));
    return [...facets].slice(0, limit).flatMap((facet, number): Plot[] => {
      const inFacet = rows.filter((row) => facetOf(row, spec, workloads) === facet);
      const shared = { suite, spec, metric, workloads, comparisons, smallestDifference, limit };
      const content = draw({ ...shared, facet, rows: inFacet });
      return content ? [{ id: `plot-${slug}-${index + 1}-${number + 1}`, ...content }] : [];
    });
  });
}
