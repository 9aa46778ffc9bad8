/**
 * Groups of bars that are too many to stand side by side, laid in rows.
 *
 * @module
 */
import type { Figure } from "./figure.ts";
import { escapedLabel } from "./label_text.ts";
import { arrangeRows, FILLED, rowsLayout } from "./arranged_rows.ts";

/** Places side by side, beyond which a bar is less than four pixels wide on a page of 400 pixels. */
const MOST_PLACES = 60;

/** Height of a row in pixels, and characters of a heading, beside which no labels take room. */
const MEASURES = { pitch: 13, heading: 34 };

/** Trace of a figure whose groups stand side by side. */
interface GroupedTrace extends Readonly<Record<string, unknown>> {
  readonly type: "bar" | "scatter";
  readonly name: string;
  readonly showlegend?: boolean;
  readonly offsetgroup: string;
  readonly x: readonly string[];
  readonly y: readonly (number | undefined)[];
  readonly error_y?: unknown;
  readonly hovertemplate: string;
}

/** Line or band at values of the upright axis, across the figure. */
interface AcrossShape extends Readonly<Record<string, unknown>> {
  readonly y0: number;
  readonly y1: number;
}

/** Labels of a figure in rows. */
export interface RowLabels {
  /** Groups in their order. */
  readonly groups: readonly string[];
  /** Title of the axis of values, for a horizontal one. */
  readonly title: string;
}

/** A figure of groups side by side; with a row for each bar where they are so many that no room is left. */
export function withRoom(figure: Figure, { groups, title }: RowLabels): Figure {
  const traces = figure.data as readonly GroupedTrace[];
  const series = [...new Set(traces.map(({ offsetgroup }) => offsetgroup))];
  // Marks may overlap: they differ in height.
  const crowded = groups.length * series.length > MOST_PLACES && traces.some(({ type }) => type === "bar");
  if (!crowded) return figure;
  const nameOf = (group: string, own: string) => JSON.stringify([escapedLabel(group), own]);
  const filled = new Set(
    traces.flatMap(({ x, offsetgroup }) => x.map((group) => JSON.stringify([group, offsetgroup]))),
  );
  // Only what is there takes a row: most series have no value in most groups of a figure with many.
  const rows = groups.flatMap((group) =>
    series.map((own) => ({ group, name: nameOf(group, own) })).filter(({ name }) => filled.has(name))
  );
  const arranged = arrangeRows(rows.map(({ group }) => group), MEASURES);
  const places = new Map(rows.map(({ name }, i) => [name, arranged.places[i]]));
  const data = traces.map(({ x, y, error_y, hovertemplate, ...trace }) => ({
    ...trace,
    x: y,
    y: x.map((group) => places.get(JSON.stringify([group, trace.offsetgroup]))),
    ...(error_y !== undefined && { error_x: error_y }),
    // An offset keeps plotly from placing the bars of a series beside those of others.
    ...(trace.type === "bar" && { orientation: "h", width: FILLED, offset: -FILLED / 2 }),
    hovertemplate: hovertemplate.replace("%{y}", "%{x}"),
  }));
  const legend = traces.filter(({ showlegend }) => showlegend !== false)
    .flatMap(({ name }) => name.split("<br>")).length;
  const { yaxis, shapes } = figure.layout as Readonly<
    { yaxis: Record<string, unknown>; shapes: readonly AcrossShape[] }
  >;
  const layout = {
    ...rowsLayout(arranged, legend),
    barmode: "overlay",
    shapes: shapes.map(({ xref: _, y0, y1, ...shape }) => ({
      ...shape,
      yref: "paper",
      y0: 0,
      y1: 1,
      x0: y0,
      x1: y1,
    })),
    xaxis: { ...yaxis, title: { text: title, standoff: 8 } },
  };
  return { data, layout };
}
