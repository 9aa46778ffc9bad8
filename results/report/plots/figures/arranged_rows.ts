/**
 * Figures whose values lie in rows, one below the other, in groups under headings: a narrow page has room for
 * any number of them.
 *
 * @module
 */
import { frame } from "./figure.ts";
import { joinedLines, wrapped } from "./label_text.ts";
import { SEPARATOR } from "../../workload.ts";

/** Height of a line of text in pixels, in the page's size. */
export const LINE = 17;

/** Share of its row that a bar fills. */
export const FILLED = 0.76;

/** Rows of a figure. */
export interface Rows {
  /** Place of each row on the vertical axis, from the top. */
  readonly places: readonly number[];
  /** Headings, each in the gap above its group. */
  readonly headings: readonly { readonly lines: readonly string[]; readonly place: number }[];
  /** Rows with their gaps, in rows. */
  readonly span: number;
  /** Height in pixels. */
  readonly height: number;
}

/** Measures of rows. */
export interface RowMeasures {
  /** Pixels from a row to the next. */
  readonly pitch: number;
  /** Characters of a heading that fit a line on a page of 400 pixels. */
  readonly heading: number;
}

/** Places rows by their groups; a single group has no heading. */
export function arrangeRows(groups: readonly string[], { pitch, heading }: RowMeasures): Rows {
  const several = new Set(groups).size > 1;
  const headings: { readonly lines: readonly string[]; readonly place: number }[] = [];
  const places: number[] = [];
  let span = 0;
  groups.forEach((group, i) => {
    if (several && group !== groups[i - 1]) {
      const lines = group.length > heading ? wrapped(group.replaceAll(SEPARATOR, ", "), heading) : [group];
      span += (8 + LINE * lines.length) / pitch;
      headings.push({ lines, place: span - 0.45 });
    }
    places.push(span++);
  });
  return { places, headings, span, height: Math.round(pitch * span) };
}

/** Layout of a figure in rows; the kind of plot adds the horizontal axis, and labels of the rows. */
export function rowsLayout({ headings, span, height }: Rows, legend: number) {
  const base = frame(legend), around = 75 + 20 * legend, whole = Math.max(380, height + around);
  return {
    ...base,
    height: whole,
    meta: { rows: whole - around },
    legend: { ...base.legend as Record<string, unknown>, traceorder: "normal" },
    annotations: headings.map(({ lines, place }) => ({
      text: joinedLines(lines),
      font: { weight: 600 },
      align: "left",
      xref: "paper",
      x: 0,
      xanchor: "left",
      y: place,
      yanchor: "bottom",
      showarrow: false,
    })),
    yaxis: {
      type: "linear",
      range: [span - 0.5, -0.5],
      tickmode: "array",
      tickvals: [] as readonly number[],
      showgrid: false,
      zeroline: false,
      automargin: true,
    },
  };
}
