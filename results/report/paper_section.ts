/**
 * Section of one paper: its artifacts, each with question, plots, tables and the command that repeats it.
 *
 * @module
 */
import { renderCells, renderCosts } from "./tables/cell_table.ts";
import { renderClaims } from "./tables/claims_table.ts";
import { html, type Markup } from "./markup.ts";
import { renderMechanisms } from "./mechanism_card.ts";
import { renderNotes, renderRepeat } from "./notes.ts";
import { renderPlots } from "./plots/plot_section.ts";
import { renderPublished } from "./tables/published_table.ts";
import type { ArtifactView, PaperView, SessionView, SuiteView } from "./session_view.ts";

function renderArtifact(artifact: ArtifactView, suites: readonly SuiteView[], view: SessionView): Markup {
  const { limit } = view;
  const titles = artifact.suites.map(({ suite }) => suite.title).filter(Boolean);
  return html`
    <section aria-labelledby="${artifact.id}">
    <h3 id="${artifact.id}">${[artifact.artifact, ...titles].join(" \u00b7 ")}</h3>
    ${artifact.suites.map(({ suite, plots }) =>
      html`<p class="question">${suite.question}</p>
${renderPlots(plots, limit)}`
    )}${renderPublished(artifact.comparisons, limit)}${renderClaims(
      artifact.claims,
      limit,
    )}${renderMechanisms(artifact.claims, { suites, limit })}${artifact.suites
      .map(({ suite, rows }) =>
        html`${renderCells(suite, rows, limit)}${renderCosts(suite, rows, limit)}${
          renderNotes(suite, rows, view)
        }${renderRepeat(suite)}`
      )}</section>
  `;
}

/** Absolute web address, or undefined: a text from a file must not become another kind of link. */
function webAddress(url: string): string | undefined {
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : undefined;
}

/** Renders the section of a paper. */
export function renderPaper({ paper, id, artifacts }: PaperView, view: SessionView): Markup {
  const run = artifacts.filter((artifact) => artifact.suites.length > 0);
  const suites = run.flatMap((artifact) => artifact.suites);
  const elsewhere = artifacts.filter((artifact) => artifact.suites.length === 0).flatMap(({ claims }) =>
    claims
  );
  const decided = elsewhere.filter(({ verdict }) => verdict !== "not-run");
  const rest = elsewhere.filter(({ verdict }) => verdict === "not-run");
  const address = webAddress(paper.url);
  return html`
    <section aria-labelledby="${id}"><h2 id="${id}">${paper.id}: ${paper.title}</h2>
    <p class="quiet">${paper.reference}${address && html`
      <a href="${address}" rel="noreferrer">${address}</a>
    `}${paper.hardware && ` Measured by its authors on ${paper.hardware}.`}</p>
    ${run.map((artifact) => renderArtifact(artifact, suites, view))}${decided.length > 0 &&
      html`
        <section
          aria-labelledby="${id}-elsewhere"><h3 id="${id}-elsewhere">Claims elsewhere in ${paper
            .id} that these suites decide</h3>${renderClaims(decided, view.limit)}${renderMechanisms(
              decided,
              { suites, limit: view.limit },
            )}</section>
      `}${rest.length > 0 &&
      html`<details><summary>Claims elsewhere in ${paper.id} that this session did not run: ${rest.length}</summary>${
        renderClaims(rest, view.limit)
      }</details>`}</section>
  `;
}
