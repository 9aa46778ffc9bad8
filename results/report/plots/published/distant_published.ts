/**
 * Filter for published numbers that would leave no room for measured ones, such as times of other hardware
 * beside those of a stand-in.
 *
 * @module
 */
import type { MetricText } from "../../../store/session_document.ts";
import type { PlotPoint } from "../figures/series.ts";
import { formatNumber } from "../../../../platform/text/number.ts";
import { formatUnit } from "../../../../platform/text/unit.ts";
import { medianOf } from "../../../row.ts";

/** Units that are comparable across devices and sizes, so that a distance is meaningful. */
const RELATIVE = new Set(["", "1", "x", "%"]);

/**
 * Multiple of the greatest measured value from which an axis for both numbers would show only one of them.
 */
const FAR = 8;

/** Points to draw, without published numbers far above the axis, and the sentence that says so. */
export function withoutDistant<P extends PlotPoint>(
  points: readonly P[],
  { unit }: Pick<MetricText, "unit">,
): { readonly points: readonly P[]; readonly distant: readonly string[] } {
  const published = points.flatMap((point) => point.published?.value ?? []);
  const [least, most] = [Math.min(...published), Math.max(...published)];
  if (RELATIVE.has(unit) || !(most > FAR * Math.max(...points.map(({ row }) => medianOf(row))))) {
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
