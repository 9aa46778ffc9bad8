/**
 * Page that compares two sessions, self-contained and without scripts: changes of device, environment, data
 * and code, then times, speed-ups and other values with their intervals as small pictures.
 *
 * @module
 */
import { sha256 } from "../../platform/files/digest.ts";
import { type Content, html, Markup } from "../report/markup.ts";
import { formatShare } from "../report/number.ts";
import style from "../report/style.css" with { type: "text" };
import { renderFacts, renderTable } from "../report/tables/table.ts";
import { cellSections, conditionWords } from "./cell_sections.ts";
import { MOST_LISTED, renderSection } from "./cell_tables.ts";
import type { SessionComparison } from "./compare.ts";
import { areOfTwoDevices } from "./conditions.ts";
import { outcomeWords } from "./comparison_text.ts";

function renderChanges({ changes }: SessionComparison): Markup {
  if (changes.length === 0) return html`<p>Nothing.</p>`;
  return renderTable({
    caption: "Devices, environment, data and code.",
    columns: [
      { heading: "What" },
      { heading: "Name" },
      { heading: "A", kind: "wide" },
      { heading: "B", kind: "wide" },
    ],
    rows: changes.map(({ part, name, a, b }): Content[] => [part, name, a, b]),
    limit: MOST_LISTED,
    file: "session.json of the sessions",
  });
}

/** Explanation of the words in the outcome column. */
function readingOf(twoDevices: boolean): Markup {
  const words = twoDevices ? "Slower, faster or differs" : "Worse or better";
  return html`
    <p class="quiet">
      ${words}: the interval lies beyond what both A/A runs can see, and the U-test is below 0.05 after Holm's
      correction over all cells of the section. Rounds of two sessions are not paired: clock, load and
      temperature are in every ratio. A speed-up is taken within its own session, round by round, so that they
      are not in it; the U-test is over the ratios of these rounds.
    </p>
  `;
}

/** Renders a comparison as an HTML page. */
export function renderComparisonPage(comparison: SessionComparison): string {
  const { a, b, onlyA, onlyB, smallestDifference } = comparison;
  const policy = `default-src 'none'; style-src 'sha256-${
    Uint8Array.fromHex(sha256(style as unknown as string)).toBase64()
  }'; base-uri 'none'; form-action 'none'`;
  const twoDevices = areOfTwoDevices(comparison.conditions);
  const conditions = conditionWords(comparison);
  const sections = cellSections(comparison);
  const title = comparison.conditions.includes("two devices") ? "Two devices side by side" : "What changed?";
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
            <h1>${title}</h1>
            <p class="quiet">Session ${a.session} (A) and session ${b.session} (B).</p>
          </header>
          <p class="question">${outcomeWords(comparison)}.</p>
          ${conditions !== "" && html`<p class="notice">${conditions}.</p>`}
          ${renderFacts([
            ["A", `${a.session}, ${a.created}`],
            ["B", `${b.session}, ${b.created}`],
            ["Device of A", `${a.device.name} (${a.device.backend}), profile ${a.profile}`],
            ["Device of B", `${b.device.name} (${b.device.backend}), profile ${b.profile}`],
            ["Differences that cannot be seen", `up to ${formatShare(smallestDifference)}`],
            ["Rows only in A", onlyA.length],
            ["Rows only in B", onlyB.length],
          ])}
          <nav aria-label="Sections">
            <ul>
              <li><a href="#around">Differences of device, environment, data and code</a></li>
              ${sections.map(({ kind, name, cells }) =>
                html`<li><a href="#${kind}">${name}</a>: ${outcomeWords({ cells })}</li>`
              )}
            </ul>
          </nav>
          <section aria-labelledby="around">
            <h2 id="around">Differences of device, environment, data and code</h2>
            ${renderChanges(comparison)}
          </section>
          ${readingOf(twoDevices)}
          ${sections.map((section) =>
            html`
              <section aria-labelledby="${section.kind}">
                <h2 id="${section.kind}">${section.heading}</h2>
                ${renderSection(section, { smallestDifference, twoDevices })}
              </section>
            `
          )}
        </main>
      </body>
    </html>
  `.source.trimStart();
}
