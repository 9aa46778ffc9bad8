/**
 * A comparison of two sessions as one self-contained page without any script: intervals are drawn as small pictures in
 * the table.
 *
 * @module
 */
import { sha256 } from "../../platform/digest.ts";
import { type Content, html, Markup } from "../report/markup.ts";
import { formatInterval, formatNumber, formatShare, formatUnit } from "../report/number.ts";
import style from "../report/style.css" with { type: "text" };
import { renderFacts, renderTable } from "../report/table.ts";
import type { CellComparison, Outcome, SessionComparison } from "./compare.ts";
import { outcomeWords } from "./comparison_text.ts";

const MOST_LISTED = 2000;
const WIDTH = 180;
const HEIGHT = 18;

const STYLES: Readonly<Record<Outcome, string>> = {
  "worse": "bad",
  "better": "good",
  "changed": "open",
  "underpowered": "open analogue",
  "no difference seen": "analogue",
  "equal": "analogue",
  "noted": "analogue",
  "not comparable": "analogue",
};

/** The ratio on a logarithmic scale around 1, with its interval and the band of what cannot be seen. */
function intervalPicture(cell: CellComparison, span: number, band: number): Markup | false {
  const { ratio, ciLo, ciHi } = cell;
  if (ratio === undefined) return false;
  const at = (value: number) => {
    const share = Math.log(value) / span;
    return (WIDTH / 2 * (1 + Math.max(-1, Math.min(1, share)))).toFixed(1);
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
    `}<circle cx="${at(ratio)}" cy="${middle}" r="4" stroke="none"/></svg>
  `;
}

/** Outcomes that a reader asks for last. */
const LAST: readonly Outcome[] = ["equal", "noted"];

function renderCells({ cells, smallestDifference }: SessionComparison): Markup {
  const rest = cells.filter(({ outcome }) => LAST.includes(outcome));
  const judged = cells.filter(({ outcome }) => !LAST.includes(outcome));
  return html`${renderTableOf(judged, smallestDifference)}${
    rest.length > 0 &&
    html`<details><summary>Equal, or noted by a suite without being reported: ${rest.length}</summary>${
      renderTableOf(rest, smallestDifference)
    }</details>`
  }`;
}

function renderTableOf(cells: readonly CellComparison[], smallestDifference: number): Markup {
  const ratios = cells.flatMap(({ ratio, ciLo, ciHi }) => [ratio, ciLo, ciHi])
    .filter((value): value is number => value !== undefined && value > 0 && Number.isFinite(value));
  const sizes = ratios.map((value) => Math.abs(Math.log(value))).sort((x, y) => x - y);
  // One cell that is far out must not press all others together: it is drawn at the edge.
  const span = Math.max(
    Math.log1p(3 * smallestDifference),
    sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0,
    0.05,
  );
  return renderTable({
    caption: html`Ratios of ${formatNumber(Math.exp(-span), 2)} to ${
      formatNumber(Math.exp(span), 2)
    } are drawn, on a logarithmic scale; the band is what the A/A runs cannot tell from 1.`,
    columns: [
      { heading: "Cell" },
      { heading: "Metric" },
      { heading: "Outcome" },
      { heading: "B over A" },
      { heading: "Ratio", kind: "number" },
      { heading: "95 % interval", kind: "number" },
      { heading: "p (U-test, Holm)", kind: "number" },
      { heading: "A", kind: "number" },
      { heading: "B", kind: "number" },
      { heading: "Remark", kind: "wide" },
    ],
    rows: cells.map((cell): Content[] => {
      const { a, b, ratio, ciLo, ciHi, pHolm, outcome, reason } = cell;
      const value = (median: number | undefined) =>
        median === undefined ? "none" : `${formatNumber(median)} ${formatUnit(a.unit)}`.trim();
      return [
        html`<code>${a.cell}</code>`,
        a.metric.replaceAll("_", " "),
        html`<span class="verdict ${STYLES[outcome]}">${outcome}</span>`,
        intervalPicture(cell, span, smallestDifference),
        formatNumber(ratio, 3),
        formatInterval(ciLo, ciHi),
        formatNumber(pHolm, 2),
        value(a.median),
        value(b.median),
        reason,
      ];
    }),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
  });
}

/** The page. */
export function renderComparisonPage(comparison: SessionComparison): string {
  const { a, b, changes, onlyA, onlyB, smallestDifference } = comparison;
  const policy = `default-src 'none'; style-src 'sha256-${
    Uint8Array.fromHex(sha256(style as unknown as string)).toBase64()
  }'; base-uri 'none'; form-action 'none'`;
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="content-security-policy" content="${policy}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <title>${a.session} and ${b.session}</title>
        <style>${new Markup(style as unknown as string)}</style>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <main id="content">
          <header>
            <h1>What changed?</h1>
            <p class="quiet">Session ${a.session} (A) and session ${b.session} (B).</p>
          </header>
          <p class="question">${outcomeWords(comparison)}.</p>
          ${renderFacts([
            ["A", `${a.session}, ${a.created}`],
            ["B", `${b.session}, ${b.created}`],
            ["Device of A", `${a.device.name} (${a.device.backend}), profile ${a.profile}`],
            ["Device of B", `${b.device.name} (${b.device.backend}), profile ${b.profile}`],
            ["Differences that cannot be seen", `up to ${formatShare(smallestDifference)}`],
            ["Rows only in A", onlyA.length],
            ["Rows only in B", onlyB.length],
          ])}
          <section aria-labelledby="cells">
            <h2 id="cells">Cells</h2>
            <p class="quiet">
              Worse or better: the interval lies beyond what both A/A runs can see, and the U-test is below 0.05 after
              Holm's correction over all cells. Rounds of two sessions are not paired: clock, load and temperature are
              in every ratio.
            </p>
            ${renderCells(comparison)}
          </section>
          <section aria-labelledby="around">
            <h2 id="around">What else differs</h2>
            ${changes.length === 0 ? html`<p>Nothing.</p>` : renderTable({
              caption: "Environment, code and data.",
              columns: [
                { heading: "What" },
                { heading: "Name" },
                { heading: "A", kind: "wide" },
                { heading: "B", kind: "wide" },
              ],
              rows: changes.map(({ part, name, a, b }): Content[] => [part, name, a, b]),
              limit: MOST_LISTED,
              file: "session.json of the sessions",
            })}
          </section>
        </main>
      </body>
    </html>
  `.source.trimStart();
}
