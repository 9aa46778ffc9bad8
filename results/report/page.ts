/**
 * Page around the report's sections: one self-contained file that loads nothing and runs only the scripts
 * that its policy names.
 *
 * @module
 */
import { shellLine } from "../../platform/command_line/shell_line.ts";
import { documentHead, inline, policyHash } from "./document_head.ts";
import drawPlots from "./draw_plots.js" with { type: "text" };
import { renderFirstScreen } from "./first_screen.ts";
import { renderLosses } from "./claims/losses.ts";
import { html, type Markup } from "./markup.ts";
import { renderDatasets } from "./notes.ts";
import { renderPaper } from "./paper_section.ts";
import { renderUnjoined } from "./tables/published_table.ts";
import { renderSentinel } from "./sentinel_section.ts";
import type { SessionView } from "./session_view.ts";
import { sessionHeading } from "../verdicts/findings.ts";
import style from "./style.css" with { type: "text" };
import { renderTable } from "./tables/table.ts";
import { environmentText } from "../environment_text.ts";

function renderEnvironment({ document, sentinel, limit }: SessionView): Markup {
  const smallestDifference = document.calibration?.smallestDifference ?? 0;
  return html`<section aria-labelledby="environment"><h2 id="environment">Environment</h2>
${
    // A script may have started it.
    document.command.length > 0 &&
    html`
      <p>This session was started with</p>
      <pre><code>${shellLine(["deno", "task", ...document.command])}</code></pre>
    `}${
    renderTable({
      caption: "Environment of the session",
      columns: [{ heading: "Name" }, { heading: "Value", kind: "wide" }],
      rows: Object.entries(environmentText(document.environment)),
      limit,
      file: "session.json",
    })
  }${renderSentinel(sentinel, document.suites, { smallestDifference, limit })}</section>`;
}

/** Parts of a page. */
export interface PageParts {
  /** Title of the document. */
  readonly title: string;
  /** Content of the body. */
  readonly body: Markup;
  /** Trusted sources of scripts, in the order in which they run. */
  readonly scripts: readonly string[];
}

/** Renders a self-contained document in the report's style that runs only its own scripts. */
export function renderDocument({ title, body, scripts }: PageParts): string {
  // Plotly adds a style element that starts out empty and is filled by rules, hence the digest of the empty
  // text. The style of its maps is refused, since no map is drawn here.
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(policyHash).join(" ") || "'none'"}`,
    `style-src ${policyHash(style)} ${policyHash("")}`,
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`
    <!doctype html>
    <html lang="en">
      ${documentHead({ title, policy, style: { text: style } })}
      <body>
    ${body}
    ${scripts.map((script) =>
      html`
        <script>${inline(script)}</script>
      `
    )}</body>
    </html>
  `.source;
}

/**
 * Renders the whole page.
 *
 * @param plotly Source of plotly, embedded only where the page has plots.
 */
export function renderPage(view: SessionView, plotly: string): string {
  const { document, papers, comparisons, limit } = view;
  const body = html`<a class="skip" href="#content">Skip to the answer</a>
<main id="content">
${renderFirstScreen(view)}
${renderLosses(view)}
${papers.map((paper) => renderPaper(paper, view))}
${comparisons.length > 0 && renderUnjoined(comparisons, limit)}
${renderDatasets(document.datasets, limit)}
${renderEnvironment(view)}
</main>`;
  const scripts = body.source.includes(`<div class="plot"`) ? [plotly, drawPlots] : [];
  return renderDocument({
    title: `Session ${document.session}: ${sessionHeading(view.claims)}`,
    body,
    scripts,
  });
}
