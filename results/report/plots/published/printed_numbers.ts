/**
 * Published numbers beside the values of a suite's plot.
 *
 * @module
 */
import { type ComparisonRow, medianOf, type Row } from "../../../row.ts";
import { publishedText } from "../../tables/published_table.ts";
import type { PlotPoint } from "../figures/series.ts";

/** Relations of a number that is printed as an end of a range. */
const BOUNDS: ReadonlySet<string> = new Set(["min", "max", "at-least"]);

/** Greatest number of bounds that a caption lists. */
const MOST_LISTED = 4;

/** Numbers that a row is compared with: same cell, same unit, and measured as this row's value. */
function joinedTo(row: Row, comparisons: readonly ComparisonRow[]): readonly ComparisonRow[] {
  return comparisons.filter(({ cell, unit, measured, published }) =>
    cell === row.cell && unit === row.unit && measured !== undefined && published.trim() !== "" &&
    Math.abs(measured - medianOf(row)) <= 1e-9 * Math.abs(medianOf(row)) && Number.isFinite(Number(published))
  );
}

/** Whether a number bounds several cells together, so that it is the number of none of them. */
function isSharedBound(
  { published_id: id, relation, cell }: ComparisonRow,
  comparisons: readonly ComparisonRow[],
): boolean {
  return BOUNDS.has(relation) &&
    comparisons.some((other) => other.published_id === id && other.cell !== cell);
}

/** Published number of a row's own; undefined where none is printed for its cell. */
export function publishedOf(row: Row, comparisons: readonly ComparisonRow[]): PlotPoint["published"] {
  const own = joinedTo(row, comparisons).find((each) => !isSharedBound(each, comparisons));
  return own && { id: own.published_id, value: Number(own.published) };
}

/** Sentence on the bounds that are printed for several of some rows together. */
export function boundsText(rows: readonly Row[], comparisons: readonly ComparisonRow[]): string | false {
  const shared = rows.flatMap((row) =>
    joinedTo(row, comparisons).filter((each) => isSharedBound(each, comparisons))
  );
  const texts = [...new Set(shared.map(publishedText))];
  if (texts.length === 0) return false;
  const list = texts.length > MOST_LISTED ? `${texts.length} bounds` : texts.join(", ");
  return `Printed for several of these values together: ${list}.`;
}
