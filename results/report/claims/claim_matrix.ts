/**
 * Matrix of claims: a square for each, in rows by paper, losses first.
 *
 * @module
 */
import { type ClaimRow, VERDICTS } from "../../row.ts";
import { lossesFirst } from "../../verdicts/scorecard.ts";
import { html, type Markup } from "../markup.ts";
import type { PaperView, SessionView } from "../session_view.ts";
import { verdictKey, verdictSquare, verdictText } from "./verdict_badge.ts";

/** Anchors of a paper's claims on the page, by claim id: the artifact's section, or what comes after all. */
function anchorsOf({ id, artifacts }: PaperView): ReadonlyMap<string, string> {
  return new Map(artifacts.flatMap(({ id: artifact, suites, claims }) =>
    claims.map((claim) => {
      const elsewhere = claim.verdict === "not-run" ? id : `${id}-elsewhere`;
      return [claim.claim_id, suites.length > 0 ? artifact : elsewhere] as const;
    })
  ));
}

function labelOf({ artifact, verdict, statement }: ClaimRow): string {
  return `${artifact}, ${verdictText(verdict)}: ${statement}`;
}

/** Renders every claim of the session as a square with the sign of its verdict, a link to its evidence. */
export function renderClaimMatrix({ papers, claims }: Pick<SessionView, "papers" | "claims">): Markup {
  const occurring = VERDICTS.filter((verdict) => claims.some((claim) => claim.verdict === verdict));
  return html`<dl class="matrix">${
    papers.map((view) => {
      const own = lossesFirst(view.artifacts.flatMap((artifact) => artifact.claims)),
        anchors = anchorsOf(view);
      return own.length > 0 && html`
        <dt><a href="#${view.id}">${view.paper.id}</a></dt>
        <dd>${own.map((claim) =>
          verdictSquare(claim.verdict, { href: `#${anchors.get(claim.claim_id)}`, label: labelOf(claim) })
        )}</dd>
      `;
    })
  }</dl>
<ul class="key">${verdictKey(occurring)}</ul>`;
}
