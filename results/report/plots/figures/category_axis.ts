/**
 * Axis of categories whose labels fit the width of a page, down to 400 pixels.
 *
 * @module
 */
import { CHARACTER, NARROW_AXIS } from "./axis.ts";
import { atMostLines, escapedLabel, joinedLines } from "./label_text.ts";

/**
 * Characters that fit an axis where two plots stand side by side, and least characters of a group with a
 * level label.
 */
const AXIS_WIDTH = 56, LEAST_WIDTH = 12;

/** Height of a label's line in pixels. */
const LINE = 17;

/** Length in pixels from which a label is long. */
const LONG = 150;

/** An axis with the pixels that its labels need beyond one line. */
export interface CategoryAxis {
  /** Axis in plotly's notation. */
  readonly xaxis: Record<string, unknown>;
  /** Height in pixels below the first line of labels. */
  readonly below: number;
}

/** Axis over groups in their order. */
export function categoryAxis(groups: readonly string[]): CategoryAxis {
  const width = Math.max(LEAST_WIDTH, Math.floor(AXIS_WIDTH / groups.length));
  const most = Math.max(1, Math.floor(NARROW_AXIS / (LINE * groups.length)));
  const labels = groups.map((group) => atMostLines(group, most, width));
  const lines = Math.max(...labels.map(({ length }) => length));
  const longest = CHARACTER * Math.max(...labels.flat().map(({ length }) => length));
  // Labels are turned where they would touch.
  const height = longest * groups.length > NARROW_AXIS ? Math.max(longest, LINE * lines) : LINE * lines;
  return {
    below: height - LINE,
    xaxis: {
      type: "category",
      categoryorder: "array",
      categoryarray: groups.map(escapedLabel),
      tickmode: "array",
      tickvals: groups.map(escapedLabel),
      ticktext: labels.map(joinedLines),
      // Long labels that slant would leave the page on the left.
      autotickangles: longest > LONG ? [0, -90] : [0, -45, -90],
      automargin: true,
    },
  };
}
