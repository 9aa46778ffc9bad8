/**
 * Table of claims with verdicts and evidence.
 *
 * @module
 */
import type { ClaimRow } from "../../row.ts";
import { evidenceText, lossesFirst } from "../../verdicts/scorecard.ts";
import { foldedEvidence } from "./evidence_text.ts";
import { html } from "../markup.ts";
import { formatInterval, formatNumber } from "../../../platform/text/number.ts";
import type { TableData } from "./table.ts";
import { verdictBadge } from "../claims/verdict_badge.ts";

/** Claims with verdict and evidence, losses first. */
export function claimsTable(claims: readonly ClaimRow[], limit: number): TableData {
  return {
    caption: "Claims and their verdicts, losses first",
    columns: [
      { heading: "Verdict" },
      { heading: "Claim", kind: "wide" },
      { heading: "Evidence", kind: "wide" },
      { heading: "Effect, 95 % interval", kind: "number" },
      { heading: "p, after Holm", kind: "number" },
      { heading: "Rests on" },
      { heading: "Tier" },
    ],
    rows: lossesFirst(claims).map((claim) => {
      const interval = formatInterval(claim.ci_lo, claim.ci_hi);
      return [
        verdictBadge(claim.verdict),
        html`${claim.statement}<br><code class="quiet">${claim.check}</code><br><code class="quiet">${claim.claim_id}</code>`,
        html`${foldedEvidence(claim.evidence)}${claim.evidence && claim.reason && html`<br>`}${
          claim.reason && html`<span class="quiet">${claim.reason}</span>`
        }`,
        html`${formatNumber(claim.effect)}${interval && html`<br>[${interval}]`}`,
        formatNumber(claim.p_holm ?? claim.p, 2),
        evidenceText({ source: claim.source, datasetKind: claim.dataset_kind }),
        claim.tier,
      ];
    }),
    limit,
    file: "claims.csv",
  };
}
