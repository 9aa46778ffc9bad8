/**
 * Plot of winners over two factors, with sentences on the regions of the map.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import { mapSentences } from "../../winner_map/map_text.ts";
import { winnerMap } from "../../winner_map/winner_map.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { contenderLabel } from "../suite_label.ts";
import type { Row } from "../../row.ts";
import type { PlotSpec } from "../../store/session_document.ts";
import { factorName, parseFactors, workloadId } from "../workload.ts";
import { beyondMap, mapFigure, type WinnerPoint, winnersSpeedup } from "./figures/map_figure.ts";
import { plotNumbers } from "./plot_numbers.ts";
import { absentCells, type PlotContent, type PlotSubject } from "./plot_subject.ts";
import { facetTitle, labelWithin, statusText } from "./plot_text.ts";

const MEASURED =
  "Colour: the fastest; pale where its interval does not leave out a tie. A mark: measured; between marks " +
  "that agree the nearest one stands for the place.";
const MODELLED =
  "Colour: the fastest by the model; pale where it is not over the whole range of the model's assumptions. A mark: " +
  "computed; between marks that agree the nearest one stands for the place.";

/** Workloads beside the lattice as marks, at the values of two metrics, by any of their cells. */
function rowLandmarks(
  rows: readonly Row[],
  { landmarkMetrics }: PlotSpec,
): NonNullable<PlotSpec["landmarks"]> {
  if (landmarkMetrics === undefined) return [];
  return [...groupBy(rows, workloadId).values()].flatMap((own) => {
    const value = (metric: string) => own.find((row) => row.metric === metric && row.status === "ok")?.median;
    const x = value(landmarkMetrics.x), y = value(landmarkMetrics.y);
    const label = parseFactors(own[0].factors).get(landmarkMetrics.label);
    return x === undefined || y === undefined || label === undefined ? [] : [{ label, x, y }];
  });
}

/** Title by the axes; the further maps of a suite, by other times, say which. */
function mapTitle({ suite: { plots }, metric }: PlotSubject, { x, y }: Record<"x" | "y", string>): string {
  const first = plots.find((plot) => plot.y !== undefined);
  const by = first?.metric === metric.id ? "" : `, by ${labelWithin(metric.label)}`;
  return `The fastest over ${x} and ${y}${by}`;
}

/** Draws the map; undefined where fewer than two contenders of any point were measured. */
export function mapPlot(subject: PlotSubject): PlotContent | undefined {
  const { suite, spec, metric, facet, rows } = subject;
  const { x, y = "", contours = "speedup", bounds } = spec;
  const axes = { x, y, lead: metric.id, speedup: contours, baseline: suite.baseline };
  const map = winnerMap(rows, { ...axes, ...(bounds && { bounds }) });
  if (map.points.length === 0) return undefined;
  const points = map.points.map((point): WinnerPoint => ({
    series: contenderLabel(suite, point.winner),
    x: String(point.x),
    row: point.row,
    published: undefined,
    point,
  }));
  const landmarks = [...spec.landmarks ?? [], ...rowLandmarks(rows, spec)];
  const drawing = { suite, spec: { ...spec, y, landmarks }, map, points };
  const labels = {
    x: factorName(x),
    y: factorName(y),
    xUnit: spec.xUnit,
    yUnit: spec.yUnit,
    baseline: suite.baseline,
    contenders: suite.contenders,
    modelled: bounds !== undefined,
  };
  const title = facetTitle(mapTitle(subject, labels), facet, spec);
  const lacking = rows.filter((row) => row.metric === metric.id && row.status !== "ok");
  const [winners, ...sentences] = mapSentences(map, labels);
  return {
    title,
    caption: [winners, bounds ? MODELLED : MEASURED].join(" "),
    sentences,
    figure: mapFigure(drawing),
    points,
    numbers: plotNumbers(points, {
      title,
      unit: metric.unit,
      leading: [
        { heading: labels.x, kind: "number", cell: ({ point }) => String(point.x) },
        { heading: labels.y, kind: "number", cell: ({ point }) => String(point.y) },
        { heading: "Fastest", cell: ({ series }) => series },
        { heading: "Certain", cell: ({ point }) => point.certain ? "yes" : "no" },
      ],
      trailing: [{
        heading: `Speed-up over ${contenderLabel(suite, suite.baseline)}`,
        kind: "number",
        cell: ({ point }) => formatNumber(winnersSpeedup(point), 3),
      }],
    }),
    absent: [
      ...absentCells(subject, lacking.map((row) => ({ row, why: statusText(row) }))),
      ...beyondMap(drawing),
    ],
  };
}
