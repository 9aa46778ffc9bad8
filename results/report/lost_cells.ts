/**
 * Cells that are wrong or failed, where nobody who reads a report can miss them.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { Row, Status } from "../row.ts";
import { html, type Markup } from "./markup.ts";
import { counted } from "./number.ts";
import type { PaperView } from "./session_view.ts";

/** Statuses of a lost cell, the worse first. A skipped one, or one without memory for it, is none. */
const LOST: readonly Status[] = ["wrong", "failed"];

/** Cells of one reason that are named; of more, it says how many there are. */
const NAMED = 4;

/** One row a lost cell, the wrong ones first. */
function lostCells(rows: readonly Row[]): readonly Row[] {
  return LOST.flatMap((status) => {
    const own = rows.filter((row) => row.status === status);
    return [...groupBy(own, ({ cell }) => cell).values()].map(([row]) => row);
  });
}

/** Words on how many cells are lost: `2 cells are wrong and 1 failed`. */
function countWords(lost: readonly Row[]): string {
  const [wrong, failed] = LOST.map((status) => lost.filter((row) => row.status === status).length);
  const are = `${counted(wrong ?? 0, "cell")} ${wrong === 1 ? "is" : "are"} wrong`;
  if (!failed) return are;
  return wrong ? `${are} and ${failed} failed` : `${counted(failed, "cell")} failed`;
}

/** Renders how many cells of a session are lost, with a link to each artifact that has some. */
export function renderLostCount(papers: readonly PaperView[]): Markup {
  const artifacts = papers.flatMap(({ artifacts }) => artifacts).map(({ artifact, id, suites }) => ({
    artifact,
    id,
    lost: lostCells(suites.flatMap(({ rows }) => rows)),
  })).filter(({ lost }) => lost.length > 0);
  if (artifacts.length === 0) return html``;
  return html`<p class="notice">${countWords(artifacts.flatMap(({ lost }) => lost))}: ${
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
