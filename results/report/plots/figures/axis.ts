/**
 * Titles and ticks of axes, and the room for labels along them.
 *
 * @module
 */
import { formatNumber } from "../../../../platform/text/number.ts";
import { labelWithUnit } from "../../../../platform/text/unit.ts";
import { logTicks as roundLogTicks, tickLabels } from "../../../pictures/scale.ts";
import type { MetricText } from "../../../store/session_document.ts";
import { joinedLines, wrapped } from "./label_text.ts";

/**
 * Greatest numbers of characters along a vertical axis, and along a horizontal one on a page of 400 pixels.
 */
const AXIS_HEIGHT = 20;
export const LEVEL_AXIS = 28;

/** Width in pixels of a horizontal axis on such a page, and of a character of its labels. */
export const NARROW_AXIS = 270, CHARACTER = 7;

/** Title of an axis with its unit, in lines of at most `width` characters. */
export function axisTitle({ label, unit }: Pick<MetricText, "label" | "unit">, width = AXIS_HEIGHT): string {
  return joinedLines(wrapped(labelWithUnit(label, unit), width));
}

/**
 * Ticks of a logarithmic axis over these values, as explicit labels: plotly's digits between powers of ten
 * mislead.
 */
export function logTicks(values: readonly number[]): Record<string, unknown> {
  const positive = values.filter((value) => value > 0);
  const ticks = roundLogTicks(Math.min(...positive), Math.max(...positive));
  return { tickmode: "array", tickvals: ticks, ticktext: tickLabels(ticks, shortNumber) };
}

/** Formats a number with a letter for thousands and more from 10,000 on. */
function shortNumber(value: number, digits: number): string {
  if (value < 1e4) return formatNumber(value, digits);
  const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: digits });
  return short.format(value).replace("K", "k");
}
