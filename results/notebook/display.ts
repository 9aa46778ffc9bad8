/**
 * Tables and plots for notebooks: objects that represent themselves in several kinds of output, from which
 * the reader's program chooses the richest that it supports.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { figureSvg } from "../pictures/svg_figure.ts";
import type { Figure } from "../report/plots/figures/figure.ts";
import { type Content, html, Markup } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { escapedLabel } from "../report/plots/figures/label_text.ts";
import type { Plot } from "../report/plots/plot.ts";
import { renderTable, type TableData } from "../report/tables/table.ts";
import type { MimeBundle } from "./nbformat.ts";

/** Name of the method by which the Deno kernel asks an object for its output. */
const DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;

/** An object that a notebook shows when it is the last value of a cell. */
export class Display {
  /** Representations by kind of output: `text/html`, `text/plain`, ... */
  readonly bundle: MimeBundle;

  /** Holds `bundle`. */
  constructor(bundle: MimeBundle) {
    this.bundle = bundle;
    Object.defineProperty(this, DISPLAY, { value: () => bundle });
  }

  /** Plain text, for a terminal. */
  toString(): string {
    return String(this.bundle["text/plain"] ?? "");
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** A table's cell without its markup. */
function plainContent(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Markup) {
    return content.source.replace(/<br>/g, " ").replace(/<[^>]*>/g, "")
      .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity).replace(/\s+/g, " ").trim();
  }
  return Array.isArray(content) ? content.map(plainContent).join("") : String(content);
}

/** Renders a table as aligned columns of text; the last column is not padded. */
function plainTable({ caption, columns, rows, count = rows.length, limit, file }: TableData): string {
  const cells = [
    columns.map(({ heading }) => heading),
    ...rows.slice(0, limit).map((row) => row.map(plainContent)),
  ];
  const aligners = columns.map(({ kind }, i) => {
    const width = Math.max(...cells.map((row) => row[i]?.length ?? 0));
    return (text: string) => kind === "number" ? text.padStart(width) : text.padEnd(width);
  });
  const lines = cells.map((row) => row.map((text, i) => elementOf(aligners, i)(text)).join("  ").trimEnd());
  const left = count - limit;
  return [
    plainContent(caption),
    ...lines,
    ...(left > 0 ? [`${counted(left, "more row is", "more rows are")} in ${file}.`] : []),
  ].join(
    "\n",
  );
}

/** Shows a table, in HTML and as text. */
export function tableDisplay(table: TableData): Display {
  const { source } = renderTable({ ...table, aligned: true });
  return new Display({ "text/html": source.trim(), "text/plain": plainTable(table) });
}

const INK = "#1b1f24";

/** Figure with the colours of paper, for programs that draw a figure without a page's theme. */
function onPaper({ data, layout }: Figure, title: string): Figure {
  const shapes = (layout.shapes as readonly { readonly type: string; readonly name?: string }[]).map((
    shape,
  ) =>
    shape.name === "cell"
      ? shape
      : shape.type === "rect"
      ? { ...shape, fillcolor: "#8c959f", opacity: 0.35, line: { width: 0 } }
      : { ...shape, line: { color: INK, width: 1, dash: "dot" } }
  );
  const margin = { ...(layout.margin as Record<string, number>), t: 40 };
  const traces = data.map((trace) =>
    trace.meta === "published" || trace.meta === "total"
      ? { ...trace, marker: { color: INK, line: { color: INK, width: 1.5 }, ...trace.marker as object } }
      : trace
  );
  return {
    data: traces,
    layout: { ...layout, shapes, margin, title: { text: escapedLabel(title) } },
  };
}

/** Characters that an address in an attribute cannot hold as they are, or that Markup would write longer. */
const ENCODED = /[\u007f-\u{10ffff}%#"'<>&]/gu;

/** Address that holds a picture itself. */
function pictureAddress(svg: string): string {
  const text = svg.trim().replace(/\s+/g, " ").replace(/> </g, "><");
  return `data:image/svg+xml,${
    text.replace(ENCODED, (sign) => sign === "'" ? "%27" : encodeURIComponent(sign))
  }`;
}

/**
 * Shows a plot: as a plotly figure, as a picture, and as a text table of its numbers. The picture is an
 * image of a page, since an output of kind `image/svg+xml` is left blank by nbconvert 6.5 and, in a notebook
 * that is not trusted, by JupyterLab.
 */
export function plotDisplay({ id, title, caption, figure, numbers, absent }: Plot, limit: number): Display {
  const lacking = absent.length > 0 ? `\nNot drawn: ${absent.slice(0, limit).join("; ")}.` : "";
  return new Display({
    "application/vnd.plotly.v1+json": onPaper(figure, title),
    "text/html":
      html`<img alt="${title}. ${caption}" src="${
        pictureAddress(figureSvg(figure, { id, title, caption }).source)
      }">`.source,
    "text/plain": `${plainTable({ ...numbers, limit, file: "rows.csv" })}\n${caption}${lacking}`,
  });
}
