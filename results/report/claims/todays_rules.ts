/**
 * Text on claims that the rules of this program decide otherwise than those of the session's day, whose
 * verdicts a report shows.
 *
 * @module
 */
import type { ClaimRow } from "../../row.ts";
import type { ChangedVerdict } from "../../verdicts/changed_verdicts.ts";
import { html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import { renderTable } from "../tables/table.ts";
import { verdictBadge } from "./verdict_badge.ts";

/** Sentence with the number of changed verdicts; empty where there are none. */
export function changedVerdictsText({ length }: readonly ChangedVerdict[]): string {
  if (length === 0) return "";
  return `${
    counted(length, "claim has", "claims have")
  } another verdict by the rules of the program that wrote this ` +
    "report. The verdicts shown are those of the session's day.";
}

/** Changed verdict as a line: `fastgl.q.d-gpus: inconclusive on the day, out-of-regime by today's rules`. */
export function changedLine({ then, now: { claim_id, verdict, reason } }: ChangedVerdict): string {
  return `${claim_id}: ${then} on the day, ${verdict} by today's rules${reason && ` (${reason})`}`;
}

/** Renders the sentence with a table of both verdicts, folded; nothing where none has changed. */
export function renderChanged(changed: readonly ChangedVerdict[], limit: number): Markup {
  return html`${
    changed.length > 0 && html`
      <p class="notice">${changedVerdictsText(changed)}</p>
      <details><summary>Both verdicts of ${counted(changed.length, "claim")}</summary>${renderTable({
        caption: "Claims that today's rules decide otherwise than those of the session's day",
        columns: [
          { heading: "Claim", kind: "wide" },
          { heading: "On the day" },
          { heading: "By today's rules" },
          { heading: "Because", kind: "wide" },
        ],
        rows: changed.map(({ then, now: { claim_id, statement, verdict, reason } }) => [
          html`${statement}<br><code class="quiet">${claim_id}</code>`,
          verdictBadge(then),
          verdictBadge(verdict),
          reason,
        ]),
        limit,
        file: "claims.csv",
      })}</details>
    `
  }`;
}

/** Renders the verdict of today's rules beside a claim; nothing where it is that of the session's day. */
export function renderTodays({ claim_id }: ClaimRow, changed: readonly ChangedVerdict[]): Markup {
  const own = changed.find(({ now }) => now.claim_id === claim_id)?.now;
  return html`${
    own !== undefined &&
    html`<p class="quiet">By today's rules: ${verdictBadge(own.verdict)}${own.reason && ` ${own.reason}`}</p>`
  }`;
}
