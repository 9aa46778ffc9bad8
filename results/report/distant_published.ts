/**
 * Published numbers that would leave no room for what was measured: times of other hardware beside those of a stand-in.
 *
 * @module
 */
import type { MetricText } from "../session_document.ts";
import type { PlotPoint } from "./figure.ts";
import { formatNumber, formatUnit } from "./number.ts";

/** Units of what can be compared across devices and sizes, so that a distance says something. */
const RELATIVE = new Set(["", "1", "x", "%"]);

/** From this many times the greatest value that was measured on, an axis for both shows one of the two only. */
const FAR = 8;

/** The points to draw, without published numbers where those are far above, and the sentence that says so. */
export function withoutDistant<P extends PlotPoint>(
  points: readonly P[],
  { unit }: Pick<MetricText, "unit">,
): { readonly points: readonly P[]; readonly distant: readonly string[] } {
  const published = points.flatMap((point) => point.published?.value ?? []);
  const [least, most] = [Math.min(...published), Math.max(...published)];
  if (RELATIVE.has(unit) || !(most > FAR * Math.max(...points.map(({ row }) => row.median!)))) {
    return { points, distant: [] };
  }
  const range = [...new Set([least, most].map((value) => formatNumber(value)))].join(" to ");
  return {
    points: points.map((point) => ({ ...point, published: undefined })),
    distant: [
      `the published numbers, ${range} ${formatUnit(unit)}, far above this axis; they are in the table below`,
    ],
  };
}
