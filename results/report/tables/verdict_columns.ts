/**
 * Columns of the tables that count verdicts: one row for each paper and kind of evidence.
 *
 * @module
 */
import { VERDICTS } from "../../row.ts";
import { evidenceText, type Scorecard } from "../../verdicts/scorecard.ts";
import { verdictText } from "../claims/verdict_badge.ts";
import { type Content, html, type Markup } from "../markup.ts";
import type { TableData } from "./table.ts";

/** Columns and rows of a scorecard; `name` renders a paper. */
export function verdictColumns(
  scorecard: Scorecard,
  name: (paper: string) => Markup,
): Pick<TableData, "columns" | "rows"> {
  return {
    columns: [
      { heading: "Paper" },
      { heading: "Evidence" },
      ...VERDICTS.map((verdict) => ({ heading: verdictText(verdict), kind: "number" as const })),
    ],
    rows: scorecard.flatMap(({ paper, evidence }) =>
      evidence.map((group): Content[] => [
        name(paper),
        evidenceText(group),
        ...VERDICTS.map((verdict) => group.counts[verdict] || html`<span class="quiet">0</span>`),
      ])
    ),
  };
}
