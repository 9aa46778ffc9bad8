/**
 * Cells that are wrong or failed, where nobody who reads a report can miss them.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { countLost, lostCells, lostText } from "../lost_cells.ts";
import type { Row } from "../row.ts";
import { html, type Markup } from "./markup.ts";
import type { PaperView } from "./session_view.ts";

/** Cells of one reason that are named; of more, it says how many there are. */
const NAMED = 4;

/** Renders how many cells of a session are lost, with a link to each artifact that has some. */
export function renderLostCount(papers: readonly PaperView[]): Markup {
  const artifacts = papers.flatMap(({ artifacts }) => artifacts).map(({ artifact, id, suites }) => ({
    artifact,
    id,
    lost: lostCells(suites.flatMap(({ rows }) => rows)),
  })).filter(({ lost }) => lost.length > 0);
  if (artifacts.length === 0) return html``;
  return html`<p class="notice">${lostText(countLost(artifacts.flatMap(({ lost }) => lost)))}: ${
    artifacts.map(({ artifact, id }, place) => html`${place > 0 && ", "}<a href="#${id}">${artifact}</a>`)
  }.</p>`;
}

/** Renders the lost cells of an artifact by reason, each under the name that `explain` takes. */
export function renderLostCells(rows: readonly Row[]): Markup {
  const reasons = groupBy(lostCells(rows), ({ status, reason }) => JSON.stringify([status, reason]));
  if (reasons.size === 0) return html``;
  return html`<ul class="notice">${
    [...reasons.values()].map((cells) => {
      const [{ status, reason }] = cells, more = cells.length - NAMED;
      return html`<li><strong>${status}</strong>: ${reason} (${
        cells.slice(0, NAMED).map(({ cell, suite }, place) =>
          html`${place > 0 && ", "}<code>${cell.slice(suite.length + 1)}</code>`
        )
      }${more > 0 && ` and ${more} more`})</li>`;
    })
  }</ul>`;
}
