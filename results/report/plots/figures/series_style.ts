/**
 * Colours, patterns and marks of series.
 *
 * @module
 */
import { inTurn } from "../../../../platform/lists/non_empty.ts";

/**
 * Colours that colour-blind readers tell apart (Okabe and Ito, "Color universal design", 2008), without the
 * black.
 */
const PALETTE = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"] as const;
const PATTERNS = ["", "/", "x", ".", "-"] as const;

/** Fill of the bars of the `style`-th series. After the last colour the colours repeat with a pattern. */
export function barMarker(style: number): Record<string, unknown> {
  const shape = inTurn(PATTERNS, Math.floor(style / PALETTE.length));
  return { color: styleColor(style), ...(shape ? { pattern: { shape } } : {}) };
}

/** Colour of the `style`-th series; after the last colour they repeat. */
export function styleColor(style: number): string {
  return inTurn(PALETTE, style);
}

/** Mark of the `style`-th series. */
export function symbol(style: number): string {
  return inTurn(
    ["circle", "square", "triangle-up", "cross", "x", "triangle-down", "pentagon", "star"],
    style,
  );
}
