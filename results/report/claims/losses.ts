/**
 * Section on the claims that did not hold, the worst first.
 *
 * @module
 */
import { VERDICTS } from "../../row.ts";
import { LOSSES } from "../../verdicts/scorecard.ts";
import { html, type Markup } from "../markup.ts";
import type { SessionView } from "../session_view.ts";
import { leadingEvidence } from "../tables/evidence_text.ts";
import { renderStrips } from "./evidence_strip.ts";
import { verdictBadge } from "./verdict_badge.ts";

/** Number of losses that the section names; the sections of the papers list all. */
const NAMED_LOSSES = 12;

/** Number of pictures of evidence for each. */
const STRIPS = 1;

/** Renders the claims that did not hold, each with a link to its evidence; nothing where all did. */
export function renderLosses({ papers }: Pick<SessionView, "papers">): Markup {
  const losses = papers.flatMap(({ id, artifacts }) =>
    artifacts.flatMap(({ id: artifact, suites, claims }) =>
      claims.filter(({ verdict }) => LOSSES.includes(verdict))
        .map((claim) => ({ claim, anchor: suites.length > 0 ? artifact : `${id}-elsewhere` }))
    )
  ).sort((a, b) => VERDICTS.indexOf(a.claim.verdict) - VERDICTS.indexOf(b.claim.verdict));
  if (losses.length === 0) return html``;
  return html`<section aria-labelledby="losses"><h2 id="losses">What did not reproduce</h2>
<ul class="answers">${
    losses.slice(0, NAMED_LOSSES).map(({ claim, anchor }) =>
      html`<li>${
        verdictBadge(claim.verdict)
      } <a href="#${anchor}">${claim.paper}, ${claim.artifact}</a>: ${claim.statement}${
        renderStrips(claim, { shown: STRIPS, onlyAgainst: true }) ??
          html`<p class="quiet">${leadingEvidence(claim.evidence) || claim.reason}</p>`
      }</li>`
    )
  }</ul>
${
    losses.length > NAMED_LOSSES &&
    html`<p class="quiet">${losses.length - NAMED_LOSSES} more in the sections below.</p>`
  }</section>`;
}
