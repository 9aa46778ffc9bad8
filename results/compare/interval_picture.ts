/**
 * A ratio with its interval as a small picture on a logarithmic scale around 1.
 *
 * @module
 */
import { html, type Markup } from "../report/markup.ts";
import type { CellComparison } from "./compare.ts";

const WIDTH = 180, HEIGHT = 18, RADIUS = 4;

/** Half-width of a logarithmic scale that fits most of these ratios; at least as wide as the band needs. */
export function logarithmicSpan(cells: readonly CellComparison[], smallestDifference: number): number {
  const sizes = cells.flatMap(({ ratio, ciLo, ciHi }) => [ratio, ciLo, ciHi])
    .filter((value): value is number => value !== undefined && value > 0 && Number.isFinite(value))
    .map((value) => Math.abs(Math.log(value))).sort((x, y) => x - y);
  // A single distant cell must not compress all others: it is drawn at the edge.
  const most = sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
  return Math.max(Math.log1p(3 * smallestDifference), most, 0.05);
}

/** Picture of the ratio, its interval and the band of unresolved differences; false without a ratio. */
export function intervalPicture(cell: CellComparison, span: number, band: number): Markup | false {
  const { ratio, ciLo, ciHi } = cell;
  if (ratio === undefined) return false;
  const at = (value: number) => {
    const share = Math.log(value) / span;
    return (WIDTH / 2 + (WIDTH / 2 - RADIUS) * Math.max(-1, Math.min(1, share))).toFixed(1);
  };
  const middle = HEIGHT / 2;
  const [left, right] = [Number(at(1 / (1 + band))), Number(at(1 + band))];
  return html`
    <svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"
      fill="currentColor"
      stroke="currentColor"><rect x="${left}" y="0" width="${Math.max(
        0.5,
        right - left,
      )}" height="${HEIGHT}" opacity="0.2" stroke="none"/><line x1="${WIDTH / 2}" x2="${WIDTH /
        2}" y1="0" y2="${HEIGHT}"
    stroke-dasharray="2 2" opacity="0.6"/>${ciLo !== undefined && ciHi !== undefined && html`
      <line x1="${at(Math.max(ciLo, 1e-9))}" x2="${at(
        Math.min(ciHi, 1e9),
      )}" y1="${middle}" y2="${middle}" stroke-width="2" />
    `}<circle cx="${at(ratio)}" cy="${middle}" r="${RADIUS}" stroke="none"/></svg>
  `;
}
