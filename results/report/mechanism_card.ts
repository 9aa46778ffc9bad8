/**
 * Mechanism cards: the ratios that counted work predicts, beside the measured ones, under each claim about
 * time.
 *
 * @module
 */
import type { ClaimRow, Row } from "../row.ts";
import type { SuiteText } from "../store/session_document.ts";
import { html, type Markup } from "./markup.ts";
import { claimMechanisms, type Mechanism, TERMS } from "./mechanism.ts";
import { formatEstimate, formatNumber, formatShare } from "../../platform/text/number.ts";
import { contenderLabel } from "./suite_label.ts";
import { renderTable, type TableData } from "./tables/table.ts";
import { labelledWorkloads, workloadId, type WorkloadLabels } from "./workload.ts";

/** Input of a card besides its claim. */
export interface MechanismSource {
  /** Suites of the claim's paper. */
  readonly suites: readonly { readonly suite: SuiteText; readonly rows: readonly Row[] }[];
  /** Most rows of a card. */
  readonly limit: number;
}

/** Table of a claim's card; undefined where its rows have no counts. */
export function mechanismTable(claim: ClaimRow, { suites, limit }: MechanismSource): TableData | undefined {
  const mechanisms = claimMechanisms(claim, ...suites.map(({ rows }) => rows));
  if (mechanisms.length === 0) return undefined;
  const present = TERMS.filter((term) =>
    mechanisms.some(({ predicted }) => predicted.some((p) => p.term === term))
  );
  const texts = new Map(suites.map(({ suite }) => [suite.id, suite]));
  const workloads = new Map<string, ReadonlyMap<string, WorkloadLabels>>(
    suites.map(({ suite, rows }) => [suite.id, labelledWorkloads(rows)]),
  );
  const compared = ({ slow: [slow], fast: [fast] }: Mechanism) => {
    const suite = texts.get(slow.suite)!;
    const on = workloads.get(slow.suite)?.get(workloadId(slow))?.label;
    return `${contenderLabel(suite, slow.contender)} over ${contenderLabel(suite, fast.contender)}${
      on === undefined ? "" : `, ${on}`
    }`;
  };
  const share = (cell: readonly Row[]) =>
    formatShare(cell.find(({ metric }) => metric === "time")?.roofline_share);
  const shares = ({ slow, fast }: Mechanism) => {
    const both = [share(slow), share(fast)];
    return both.some(Boolean) ? both.map((each) => each || "\u2013").join(" and ") : "";
  };
  return {
    caption: `Ratios of time under ${claim.claim_id}, and those that each count alone would give`,
    columns: [
      { heading: "Compared", kind: "wide" },
      { heading: "Measured, 95 % interval", kind: "number" },
      { heading: "What explains it", kind: "wide" },
      ...present.map(({ label }) => ({ heading: label, kind: "number" as const })),
      { heading: "Roofline shares" },
    ],
    rows: mechanisms.map((mechanism) => {
      const { ratio, lo, hi, predicted, explanation } = mechanism;
      return [
        compared(mechanism),
        formatEstimate({ value: ratio, lo, hi }, [1]),
        explanation,
        ...present.map((term) => formatNumber(predicted.find((each) => each.term === term)?.ratio, 3)),
        shares(mechanism),
      ];
    }),
    limit,
    file: "rows.csv",
  };
}

/** Renders the cards of claims, each folded; nothing where none has counts. */
export function renderMechanisms(claims: readonly ClaimRow[], source: MechanismSource): Markup {
  const cards = claims.flatMap((claim) => {
    const table = mechanismTable(claim, source);
    return table === undefined ? [] : [
      html`<details><summary>What bytes, atomics, barriers and balance predict: <code>${claim.claim_id}</code></summary>
<p>${claim.statement}</p>${renderTable(table)}
<p class="quiet">A count predicts the ratio that the times would have if it alone took time. That one comes near does not
prove that it is the cause.</p></details>`,
    ];
  });
  return html`${cards}`;
}
