/**
 * Small pictures of numbers over sessions, made to stand beside each other: one line a device, with intervals
 * and marked steps.
 *
 * @module
 */
import { formatEstimate } from "../../platform/text/number.ts";
import { html, Markup } from "../report/markup.ts";
import { mark, type Place, polyline, whisker } from "./marks.ts";
import { px, svgText, textWidth } from "./picture_text.ts";
import { numericScale, type Scale } from "./scale.ts";
import { PAGE } from "./svg_figure.ts";

/** A number of one session. */
export interface HistoryPoint {
  /** Place of the session along the picture, from 0. */
  readonly at: number;
  /** The number. */
  readonly value: number;
  /** Ends of its interval; absent without one. */
  readonly interval?: readonly [lo: number, hi: number];
}

/** A change of level. */
export interface MarkedStep {
  /** Place of the first session after the step. */
  readonly at: number;
  /** Level after the step. */
  readonly value: number;
  /** Whether the level rose. */
  readonly rose: boolean;
  /** Whether the step is confirmed; others are drawn hollow. */
  readonly confirmed: boolean;
}

/** A number over sessions on one device. */
export interface HistoryLine {
  /** Colour of line and marks. */
  readonly color: string;
  /** Symbol of the marks, as in plotly. */
  readonly symbol: string;
  /** Points in the order of the sessions. */
  readonly points: readonly HistoryPoint[];
  /** Steps of the line. */
  readonly steps: readonly MarkedStep[];
}

/** A picture of one number. */
export interface HistoryPicture {
  /** Description for a reader who does not see the picture. */
  readonly title: string;
  /** Lines, one a device. */
  readonly lines: readonly HistoryLine[];
  /** Number of places along the picture. */
  readonly places: number;
  /** Value with a dotted line, such as a ratio of 1. */
  readonly reference?: number;
}

const WIDTH = 260, HEIGHT = 120, MARGIN = 8;
/** Pixels between two labels of the vertical axis. */
const LABEL_DISTANCE = 22;
/** Greatest number of points that are marked one by one; longer lines have a band and a mark at their end. */
const MOST_MARKED = 24;

/** Ends of a point's interval, or the point itself. */
function reach({ value, interval }: HistoryPoint): readonly number[] {
  return interval ?? [value];
}

function drawLine(
  { color, symbol, points, steps }: HistoryLine,
  x: (at: number) => number,
  y: Scale,
): Markup {
  const place = ({ at, value }: { readonly at: number; readonly value: number }): Place => ({
    x: x(at),
    y: y.at(value),
  });
  const trace = { type: "scatter", name: "", x: [], y: [], line: { color, width: 1.5 } } as const;
  const dot = { ...trace, marker: { color, symbol, size: 6 } };
  const sparse = points.length <= MOST_MARKED;
  const whiskers = points.flatMap(({ at, interval }) =>
    interval === undefined
      ? []
      : [whisker({ x: x(at), y: y.at(interval[0]) }, { x: x(at), y: y.at(interval[1]) }, {
        ...PAGE,
        text: color,
      })]
  );
  return html`${sparse ? whiskers : band(points, color, x, y)}${
    points.length > 1 && polyline(trace, points.map(place), PAGE)
  }${(sparse ? points : points.slice(-1)).map((point) => mark(dot, place(point), PAGE))}${
    steps.map((step) => drawStep(step, place(step)))
  }`;
}

/** Band between the ends of the intervals. */
function band(
  points: readonly HistoryPoint[],
  color: string,
  x: (at: number) => number,
  y: Scale,
): Markup {
  const known = points.flatMap(({ at, interval }) => interval === undefined ? [] : [{ at, interval }]);
  const upper = known.map(({ at, interval }) => `${px(x(at))},${px(y.at(interval[1]))}`);
  const lower = known.map(({ at, interval }) => `${px(x(at))},${px(y.at(interval[0]))}`).toReversed();
  return html`
    <polygon points="${[...upper, ...lower].join(" ")}" fill="${color}" opacity="0.25" />
  `;
}

/** Triangle at a step, hollow where it awaits another session. */
function drawStep({ rose, confirmed }: MarkedStep, { x, y }: Place): Markup {
  const shape = rose ? "M-5 -6H5L0 -14Z" : "M-5 6H5L0 14Z";
  return html`
    <path transform="translate(${px(x)} ${px(y)})" d="${shape}" fill="${confirmed ? PAGE.text : "none"}"
      stroke="${PAGE.text}" />
  `;
}

/** Renders a picture of one number over sessions. */
export function historySvg({ title, lines, places, reference }: HistoryPicture): Markup {
  const points = lines.flatMap((line) => line.points);
  const values = [...points.flatMap(reach), ...reference === undefined ? [] : [reference]];
  const [top, bottom] = [MARGIN + 6, HEIGHT - MARGIN - 6];
  const y = numericScale({
    values,
    pixels: [bottom, top],
    type: reference === 1 && values.every((value) => value > 0) ? "log" : "linear",
    fromZero: reference === undefined,
  });
  let last = Infinity;
  const ticks = y.ticks.filter(({ at }) => {
    if (last - at < LABEL_DISTANCE) return false;
    last = at;
    return true;
  });
  const left = MARGIN + Math.max(0, ...ticks.map(({ label }) => textWidth(label))) + 6;
  const right = WIDTH - MARGIN - 4;
  // A single session stands in the middle; others span the picture.
  const x = (at: number) =>
    places <= 1 ? (left + right) / 2 : left + 6 + (right - left - 12) * at / (places - 1);
  const grid = ticks.map(({ at }) => `M${px(left)} ${px(at)}H${px(right)}`).join("");
  const picture = html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"
      aria-label="${title}"
      font-size="12"
      fill="${PAGE.text}"><path d="${grid}" stroke="${PAGE.grid}" fill="none" />${ticks.map(({ at, label }) =>
        svgText([label], { x: left - 6, y: at + 4, anchor: "end" })
      )}${reference !== undefined && html`
        <path d="M${px(left)} ${px(y.at(reference))}H${px(right)}" stroke="${PAGE
          .text}" stroke-dasharray="2 3" />
      `}${lines.map((line) => drawLine(line, x, y))}</svg>
  `;
  return new Markup(picture.source.trim());
}

/** Text of a ratio with its interval, in which a number near 1 is not printed as 1: `1.21 [1.19, 1.23]`. */
export function ratioText({ value, interval }: Pick<HistoryPoint, "value" | "interval">): string {
  const [lo, hi] = interval ?? [];
  return formatEstimate({ value, lo, hi }, [1]);
}

/** Renders the mark of a line alone, for a key. */
export function symbolSvg({ color, symbol }: Pick<HistoryLine, "color" | "symbol">): Markup {
  const trace = { type: "scatter", name: "", x: [], y: [], marker: { color, symbol, size: 9 } } as const;
  return html`
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">${mark(
      trace,
      { x: 7, y: 7 },
      PAGE,
    )}</svg>
  `;
}
