/**
 * Types of plotly's figures, in the parts that this project's plots use; pictures are drawn from them.
 *
 * @module
 */
import type { Figure } from "../report/plots/figures/figure.ts";

/** Lengths to both sides of a value; null where an interval has no end. */
export interface ErrorBars {
  /** Upwards or to the right. */
  readonly array: readonly (number | null)[];
  /** Downwards or to the left. */
  readonly arrayminus: readonly (number | null)[];
  /** Whether any of them is drawn. */
  readonly visible: boolean;
}

/** One series. */
export interface PlotTrace {
  /** Kind of the series: bars, or marks and lines. */
  readonly type: "bar" | "scatter";
  /** Parts of a scatter that are drawn: `markers`, `lines` or both. */
  readonly mode?: string;
  /** Direction of bars; `h` for horizontal ones. */
  readonly orientation?: "h";
  /** Name in the legend. */
  readonly name: string;
  /** Categories or numbers; null where a line of a map has a gap. */
  readonly x: readonly (string | number | null)[];
  /** Values, or positions of horizontal bars. */
  readonly y: readonly number[];
  /** Texts beside the marks. */
  readonly text?: readonly string[];
  /** Places of these texts beside their marks, such as `top left`. */
  readonly textposition?: readonly string[];
  /** Intervals along x. */
  readonly error_x?: ErrorBars;
  /** Intervals along y. */
  readonly error_y?: ErrorBars;
  /** Style of the fill or the mark. */
  readonly marker?: {
    readonly color?: string;
    readonly symbol?: string;
    readonly size?: number;
    readonly pattern?: { readonly shape: string };
  };
  /** Style of a line. */
  readonly line?: { readonly color?: string; readonly width?: number; readonly dash?: string };
  /** Group of series whose bars stand at one place beside others. */
  readonly offsetgroup?: string;
  /** Role of a series drawn or outlined in the colour of text: `published`, `bound`, `total` or `winner`. */
  readonly meta?: string;
  /** Whether the legend lists the series; true by default. */
  readonly showlegend?: boolean;
}

/** An axis of a figure. */
export interface FigureAxis {
  /** Title of the axis. */
  readonly title?: { readonly text: string };
  /** Type of the axis. */
  readonly type: "linear" | "log" | "category";
  /** Fixed ends. */
  readonly range?: readonly [number, number];
  /** Categories in their order. */
  readonly categoryarray?: readonly string[];
  /** Values with names. */
  readonly tickvals?: readonly number[];
  /** Labels of `tickvals`. */
  readonly ticktext?: readonly string[];
  /** Mode of the range; `tozero` where the axis begins at 0. */
  readonly rangemode?: string;
}

/** A shape behind the data. */
export interface FigureShape {
  /** Kind of the shape. */
  readonly type: "rect" | "line";
  /** Role of the shape: `cell` of a map. */
  readonly name?: string;
  /** Left end of a cell, or of a band that stands upright. */
  readonly x0?: number;
  /** Right end of a cell, or of a band that stands upright. */
  readonly x1?: number;
  /** Lower end. */
  readonly y0: number;
  /** Upper end. */
  readonly y1: number;
  /** `paper` where the shape reaches from the top to the bottom. */
  readonly yref?: string;
  /** Colour of a cell. */
  readonly fillcolor?: string;
  /** Opacity of a cell. */
  readonly opacity?: number;
}

/** The layout of a figure. */
export interface FigureLayout {
  /** Height of the figure on a page in pixels, including the legend. */
  readonly height: number;
  /** Horizontal axis. */
  readonly xaxis: FigureAxis;
  /** Vertical axis. */
  readonly yaxis: FigureAxis;
  /** Band of unresolved differences, and line of no difference; or cells of a map. */
  readonly shapes: readonly FigureShape[];
  /** Height of the rows in pixels, in figures whose values lie in rows. */
  readonly meta?: { readonly rows: number };
  /** Headings of groups of bars. */
  readonly annotations?: readonly { readonly text: string; readonly y: number }[];
}

/** Whether the bars of a series are horizontal: whole ones, or parts of one. */
export function isStacked({ orientation }: PlotTrace): boolean {
  return orientation === "h";
}

/** Whether a band or line stands upright, at values of the horizontal axis. */
export function isUpright({ yref }: FigureShape): boolean {
  return yref === "paper";
}

/** Both ends of a band or line on the axis of its values. */
export function endsOf(shape: FigureShape): readonly [number, number] {
  const { x0 = 0, x1 = 0, y0, y1 } = shape;
  return isUpright(shape) ? [x0, x1] : [y0, y1];
}

/** A figure's traces. */
export function tracesOf(figure: Figure): readonly PlotTrace[] {
  return figure.data as unknown as readonly PlotTrace[];
}

/** A figure's layout. */
export function layoutOf(figure: Figure): FigureLayout {
  return figure.layout as unknown as FigureLayout;
}
