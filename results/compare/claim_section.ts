/**
 * Section of a comparison's page with the claims on which sessions do not agree.
 *
 * @module
 */
import { isNonEmpty, type NonEmpty } from "../../platform/lists/non_empty.ts";
import { verdictBadge } from "../report/claims/verdict_badge.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatEstimate } from "../../platform/text/number.ts";
import { renderTable } from "../report/tables/table.ts";
import type { ClaimRow } from "../row.ts";
import type { SessionComparison } from "./compare.ts";
import { type ClaimAgreement, type ComparedClaim, TELLING } from "./compared_claims.ts";
import { letterOf } from "./session_letters.ts";
import { rulesText } from "./rules_text.ts";

/** Agreements whose claims are folded; those that are alike, or that no session asked, are counted alone. */
const FOLDED: readonly ClaimAgreement[] = ["open for other reasons", "not asked by all"];

/** A session's verdict above the number that decided it and the reason beside it. */
function verdictCell(row: ClaimRow | undefined): Content {
  if (row === undefined) return "absent";
  const { verdict, effect, ci_lo, ci_hi, reason } = row;
  const found = formatEstimate({ value: effect, lo: ci_lo, hi: ci_hi }, [1]);
  return html`${verdictBadge(verdict)}${found !== "" && html`<br>${found}`}${
    reason !== "" && html`<br><span class="quiet">${reason}</span>`
  }`;
}

function claimTable(caption: string, claims: NonEmpty<ComparedClaim>): Markup {
  return renderTable({
    caption,
    columns: [
      { heading: "Claim", kind: "wide" },
      ...claims[0].columns.map((_, i) => ({ heading: letterOf(i), kind: "wide" as const })),
      { heading: "Agreement" },
    ],
    rows: claims.map(({ claim: { paper, artifact, statement }, columns, agreement }): Content[] => [
      html`${paper}, ${artifact}: ${statement}`,
      ...columns.map(verdictCell),
      agreement,
    ]),
    limit: claims.length,
    file: "claims.csv of the sessions",
    stacks: true,
  });
}

/** Renders the claims on which the sessions do not agree. */
export function renderClaimSection(
  { claims, changedVerdicts }: Pick<SessionComparison, "claims" | "changedVerdicts">,
): Markup {
  const withAgreement = (wanted: readonly ClaimAgreement[]) =>
    claims.filter(({ agreement }) => wanted.includes(agreement));
  const shown = withAgreement(TELLING), folded = withAgreement(FOLDED);
  const caption = `Verdicts ${rulesText(changedVerdicts)}, with the number that decided each.`;
  return html`${
    isNonEmpty(shown) ? claimTable(caption, shown) : html`
      <p>No claim that all sessions asked is decided in one of them and not in another.</p>
    `
  }${
    isNonEmpty(folded) &&
    html`<details><summary>Open for other reasons, or not asked by all: ${folded.length}</summary>${
      claimTable(caption, folded)
    }</details>`
  }`;
}
