/**
 * Repeats that were refused, where a reader takes the earlier results for the last ones.
 *
 * @module
 */
import { counted } from "../../platform/text/plural.ts";
import { refusalText, type RefusedRepeat } from "../store/counting_rows.ts";
import { html, type Markup } from "./markup.ts";
import type { PaperView } from "./session_view.ts";

/** Renders how many repeats of a session were refused, with a link to each artifact that has some. */
export function renderRefusedCount(papers: readonly PaperView[]): Markup {
  const artifacts = papers.flatMap(({ artifacts }) => artifacts).map(({ artifact, id, suites }) => ({
    artifact,
    id,
    count: suites.reduce((sum, { refused }) => sum + refused.length, 0),
  })).filter(({ count }) => count > 0);
  if (artifacts.length === 0) return html``;
  const all = artifacts.reduce((sum, { count }) => sum + count, 0);
  return html`<p class="notice">${counted(all, "comparison")} could not be repeated, and ${
    all === 1 ? "its earlier result counts" : "their earlier results count"
  }: ${
    artifacts.map(({ artifact, id }, place) => html`${place > 0 && ", "}<a href="#${id}">${artifact}</a>`)
  }.</p>`;
}

/** Renders the refused repeats of an artifact, each with its reason. */
export function renderRefusedRepeats(refused: readonly RefusedRepeat[]): Markup {
  if (refused.length === 0) return html``;
  return html`<ul class="notice">${
    refused.map((repeat) =>
      html`<li><strong>not repeated</strong>: attempt ${repeat.attempt} at <code>${repeat.workload}</code> was refused (${
        refusalText(repeat)
      }); attempt ${repeat.counting} counts.</li>`
    )
  }</ul>`;
}
