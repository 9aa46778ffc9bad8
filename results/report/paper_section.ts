/**
 * Section of one paper: its artifacts, each with question, plots, tables and the command that repeats it.
 *
 * @module
 */
import { renderCells, renderCosts } from "./tables/cell_table.ts";
import { renderAnswer } from "./claims/answer.ts";
import { renderClaims } from "./claims/claim_cards.ts";
import { renderLostCells } from "./lost_cell_notices.ts";
import { html, type Markup } from "./markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { renderRefusedRepeats } from "./refused_repeat_notices.ts";
import { renderMechanisms } from "./mechanism_card.ts";
import { renderNotes, renderRepeat } from "./notes.ts";
import { renderPlots } from "./plots/plot_section.ts";
import { renderPublished } from "./tables/published_table.ts";
import type { ArtifactView, PaperView, SessionView, SuiteView } from "./session_view.ts";

/** Greatest number of plots that stand unfolded, so that an artifact takes two screens at most. */
const UNFOLDED_PLOTS = 2;

/** Renders the plots of an artifact: the paper's own figure where it can be drawn again, else the suites'. */
function renderFigures({ published, suites }: ArtifactView, limit: number): Markup {
  const own = suites.flatMap(({ plots }) => plots);
  const all = [...published, ...own];
  const shown = Math.min(UNFOLDED_PLOTS, published.length > 0 ? published.length : own.length);
  const more = all.slice(shown);
  return html`${renderPlots(all.slice(0, shown), limit)}${
    more.length > 0 &&
    html`<details><summary>${counted(more.length, "more plot")}</summary>${
      renderPlots(more, limit)
    }</details>`
  }`;
}

/** Renders everything behind the plots and claims, folded. */
function renderParticulars(artifact: ArtifactView, suites: readonly SuiteView[], view: SessionView): Markup {
  const { limit } = view, { comparisons, claims } = artifact;
  return html`
    <details
      class="particulars"><summary>Tables, notes, settings</summary>${comparisons.length > 0 &&
        html`<details><summary>Published numbers: ${counted(comparisons.length, "row")}</summary>${
          renderPublished(comparisons, limit)
        }</details>`}${renderMechanisms(claims, { suites, limit })}${artifact.suites.map(({ suite, rows }) =>
          html`${renderCells(suite, rows, limit)}${renderCosts(suite, rows, limit)}${
            renderNotes(suite, rows, view)
          }`
        )}${artifact.suites.map(({ suite }) => renderRepeat(suite))}</details>
  `;
}

function renderArtifact(artifact: ArtifactView, suites: readonly SuiteView[], view: SessionView): Markup {
  const { id, claims, comparisons } = artifact;
  const titles = artifact.suites.map(({ suite }) => suite.title).filter(Boolean);
  return html`
    <section class="artifact" aria-labelledby="${id}">
    <h3 id="${id}">${[artifact.artifact, ...titles].join(" \u00b7 ")}</h3>
    ${artifact.suites.map(({ suite: { question, answers = [] } }) =>
      html`<p class="question">${question}</p>${
        answers.length > 0 &&
        html`<ul class="answers">${answers.map((answer) => html`<li class="answer">${answer}</li>`)}</ul>`
      }`
    )}${renderLostCells(artifact.suites.flatMap(({ rows }) => rows))}${renderRefusedRepeats(
      artifact.suites.flatMap(({ refused }) => refused),
    )}${renderAnswer(
      claims,
      comparisons,
    )}${renderFigures(artifact, view.limit)}${renderClaims(claims, view)}${renderParticulars(
      artifact,
      suites,
      view,
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
            .id} that these suites decide</h3>${renderClaims(decided, view)}${renderMechanisms(
              decided,
              { suites, limit: view.limit },
            )}</section>
      `}${rest.length > 0 &&
      html`<details><summary>Claims elsewhere in ${paper.id} that this session did not run: ${rest.length}</summary>${
        renderClaims(rest, view)
      }</details>`}</section>
  `;
}
