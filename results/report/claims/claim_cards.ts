/**
 * Claims of an artifact as cards: verdict, sentence and evidence; what was not asked is folded.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import { type ClaimRow, type Verdict, VERDICTS } from "../../row.ts";
import { readEvidence } from "../../verdicts/evidence_values.ts";
import { premiseBesideReason } from "../../verdicts/regime_text.ts";
import { evidenceText, lossesFirst } from "../../verdicts/scorecard.ts";
import { html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import type { SessionView } from "../session_view.ts";
import { renderFacts } from "../tables/table.ts";
import { renderStrips } from "./evidence_strip.ts";
import { renderTodays } from "./todays_rules.ts";
import { verdictBadge, verdictText } from "./verdict_badge.ts";

/** Verdicts of claims that were asked of this machine. */
const ASKED: readonly Verdict[] = [
  "differs",
  "analogue-contradicts",
  "inconclusive",
  "reproduced",
  "analogue-supports",
];

/** Parts of the view that cards need: how many are shown, and the verdicts that today's rules change. */
type Shown = Pick<SessionView, "limit" | "changed">;

/** Greatest number of characters of words that stand unfolded. */
const UNFOLDED = 240;

/** First parts of the evidence that no picture shows, as many as are short. */
function shortText({ evidence }: ClaimRow): string {
  const { texts } = readEvidence(evidence);
  let shown = "";
  for (const [i, part] of texts.entries()) {
    const longer = shown === "" ? part : `${shown}; ${part}`;
    if (longer.length > UNFOLDED) return `${shown || part.slice(0, UNFOLDED)}; and ${texts.length - i} more`;
    shown = longer;
  }
  return shown;
}

function renderDetails(claim: ClaimRow): Markup {
  const { check, claim_id, tier, evidence, p, p_holm, source, dataset_kind } = claim;
  const premise = premiseBesideReason(claim);
  return html`<details><summary>Check, evidence in words, test</summary>${
    renderFacts([
      ["Claim", html`<code>${claim_id}</code>`],
      ["Has to hold", html`<code>${check}</code>`],
      ["Decided by", tier],
      ["Rests on", evidenceText({ source, datasetKind: dataset_kind })],
      ["p, after Holm's correction", formatNumber(p_holm ?? p, 2) || "no test"],
    ])
  }${premise !== "" && html`<p>Premise: ${premise}</p>`}${
    evidence !== "" && html`<p>${evidence}</p>`
  }</details>`;
}

function renderCard(claim: ClaimRow, { changed }: Shown): Markup {
  const text = shortText(claim);
  return html`
    <li class="claim"><p>${verdictBadge(claim.verdict)} ${claim.statement}</p>${renderStrips(
      claim,
    )}${text !== "" && html`<p class="quiet">${text}</p>`}${claim.reason !== "" &&
      html`<p class="quiet">${claim.reason}</p>`}${renderTodays(claim, changed)}${renderDetails(claim)}</li>
  `;
}

function cards(claims: readonly ClaimRow[], shown: Shown): Markup {
  const { limit } = shown, left = claims.length - limit;
  return html`<ul class="claims">${claims.slice(0, limit).map((claim) => renderCard(claim, shown))}</ul>${
    left > 0 &&
    html`<p class="quiet">${counted(left, "more row is", "more rows are")} in <code>claims.csv</code>.</p>`
  }`;
}

/** Counts of claims by verdict in words: `3 out of regime, 1 not run`. */
function verdictCounts(claims: readonly ClaimRow[]): string {
  const counts = groupBy(claims, ({ verdict }) => verdict);
  return VERDICTS.filter((verdict) => counts.has(verdict))
    .map((verdict) => `${counts.get(verdict)!.length} ${verdictText(verdict)}`).join(", ");
}

/** Renders claims, losses first; those that were not asked here are folded. Nothing where there are none. */
export function renderClaims(claims: readonly ClaimRow[], shown: Shown): Markup {
  if (claims.length === 0) return html``;
  const ordered = lossesFirst(claims);
  const asked = ordered.filter(({ verdict }) => ASKED.includes(verdict));
  const others = ordered.filter(({ verdict }) => !ASKED.includes(verdict));
  return html`${asked.length > 0 && cards(asked, shown)}${
    others.length > 0 &&
    html`<details><summary>${asked.length > 0 ? "Other claims" : "Claims"}: ${
      verdictCounts(others)
    }</summary>${cards(others, shown)}</details>`
  }`;
}
