/**
 * The part of plotly's figures that this project's plots use, with types: what a picture is drawn from.
 *
 * @module
 */
import type { Figure } from "../report/figure.ts";

/** Lengths to both sides of a value; null where an interval has no end. */
export interface ErrorBars {
  /** Upwards or to the right. */
  readonly array: readonly (number | null)[];
  /** Downwards or to the left. */
  readonly arrayminus: readonly (number | null)[];
  /** Whether any is drawn. */
  readonly visible: boolean;
}

/** One series. */
export interface Trace {
  /** Bars, or marks and lines. */
  readonly type: "bar" | "scatter";
  /** `markers`, `lines` or both. */
  readonly mode?: string;
  /** `h` for bars from left to right. */
  readonly orientation?: "h";
  /** As the legend names it. */
  readonly name: string;
  /** Categories or numbers. */
  readonly x: readonly (string | number)[];
  /** Values, or positions of horizontal bars. */
  readonly y: readonly number[];
  /** Intervals along x. */
  readonly error_x?: ErrorBars;
  /** Intervals along y. */
  readonly error_y?: ErrorBars;
  /** Fill or mark. */
  readonly marker?: {
    readonly color?: string;
    readonly symbol?: string;
    readonly size?: number;
    readonly pattern?: { readonly shape: string };
  };
  /** Of a line. */
  readonly line?: { readonly color?: string; readonly width?: number; readonly dash?: string };
  /** Series of one group stand beside each other. */
  readonly offsetgroup?: string;
  /** `published`, `bound` or `total`: drawn in the colour of text. */
  readonly meta?: string;
  /** Whether the legend has it; yes unless told. */
  readonly showlegend?: boolean;
}

/** An axis of a figure. */
export interface FigureAxis {
  /** What it shows. */
  readonly title?: { readonly text: string };
  /** How values lie on it. */
  readonly type: "linear" | "log" | "category";
  /** Fixed ends. */
  readonly range?: readonly [number, number];
  /** Categories in their order. */
  readonly categoryarray?: readonly string[];
  /** Values with names. */
  readonly tickvals?: readonly number[];
  /** Their names. */
  readonly ticktext?: readonly string[];
  /** `tozero` where the axis begins at 0. */
  readonly rangemode?: string;
}

/** The layout of a figure. */
export interface FigureLayout {
  /** Pixels that a page gives the figure, its legend included. */
  readonly height: number;
  /** From left to right. */
  readonly xaxis: FigureAxis;
  /** From bottom to top. */
  readonly yaxis: FigureAxis;
  /** The band of what cannot be seen, and the line of no difference. */
  readonly shapes: readonly { readonly type: "rect" | "line"; readonly y0: number; readonly y1: number }[];
  /** Headings of groups of bars. */
  readonly annotations?: readonly { readonly text: string; readonly y: number }[];
}

/** A figure's traces. */
export function tracesOf(figure: Figure): readonly Trace[] {
  return figure.data as unknown as readonly Trace[];
}

/** A figure's layout. */
export function layoutOf(figure: Figure): FigureLayout {
  return figure.layout as unknown as FigureLayout;
}
