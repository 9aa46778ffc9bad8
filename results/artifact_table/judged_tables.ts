/**
 * Tables of an artifact's published numbers beside the measured ones, and of its claims with their verdicts.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { zip } from "../../platform/lists/zip.ts";
import { publishedSubject, publishedText } from "../report/tables/published_table.ts";
import { intervalText } from "../report/interval_text.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import type { ClaimRow, ComparisonRow } from "../row.ts";
import type { PaperText, SessionDocument } from "../store/session_document.ts";
import type { ArtifactTable, TableCell } from "./artifact_table.ts";
import { machineText, paperReference } from "./caption.ts";

/** One artifact of a session. */
export interface JudgedArtifact {
  /** Paper that prints it, as written into the session. */
  readonly paper: PaperText;
  /** Number in the paper: `Figure 8`. */
  readonly artifact: string;
  /** Session document. */
  readonly document: SessionDocument;
}

function value(
  median: number | undefined,
  lo: number | undefined,
  hi: number | undefined,
): TableCell {
  if (median === undefined || Number.isNaN(median)) return "\u2013";
  return lo === undefined || hi === undefined ? { value: median } : { value: median, interval: [lo, hi] };
}

function judged(
  { paper, artifact, document }: JudgedArtifact,
  content: "published" | "claims",
  sentence: string,
): Pick<ArtifactTable, "label" | "caption" | "reference"> {
  return {
    label: `${paper.id}-${artifact}-${content}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    caption: `${paper.title}, ${artifact}: ${sentence} ${machineText(document)}`,
    reference: paperReference(paper),
  };
}

/** Subjects of published numbers; a subject that several cells were measured for ends with the cell. */
function quantities(rows: readonly ComparisonRow[]): string[] {
  const bySubject = groupBy(rows, publishedSubject);
  return rows.map((row) => {
    const subject = publishedSubject(row), [, cell = row.cell] = /^[^:]*:(.+)$/.exec(row.cell) ?? [];
    return bySubject.get(subject)!.length === 1 ? subject : `${subject} \u00b7 ${cell}`;
  });
}

/** Builds the table of published and measured numbers; undefined where none was measured. */
export function publishedNumbersTable(
  artifact: JudgedArtifact,
  comparisons: readonly ComparisonRow[],
): ArtifactTable | undefined {
  const measured = comparisons.filter((row) => row.measured !== undefined);
  if (measured.length === 0) return undefined;
  const intervals = intervalText(measured).replace("\u00a0", " ");
  const share = measured.length === comparisons.length ? "" : `${measured.length} of ${comparisons.length} `;
  const subject = `${share}published numbers beside measured ones`;
  return {
    ...judged(
      artifact,
      "published",
      `${[subject, intervals].filter(Boolean).join(", with ")}.`,
    ),
    columns: ["Quantity", "Published", "Measured", "Unit", "Source", "Data", "Judgement"],
    rows: zip(measured, quantities(measured)).map(([row, quantity]) => [
      quantity,
      publishedText(row),
      value(row.measured, row.ci_lo, row.ci_hi),
      formatUnit(row.unit),
      row.source,
      row.dataset_kind,
      row.judgement || "not judged",
    ]),
  };
}

/** Builds the table of claims; undefined where the artifact has none. */
export function claimVerdicts(
  artifact: JudgedArtifact,
  claims: readonly ClaimRow[],
): ArtifactTable | undefined {
  if (claims.length === 0) return undefined;
  return {
    ...judged(artifact, "claims", "claims and verdicts; effects with 95 % intervals, p after Holm."),
    columns: ["Claim", "Verdict", "Effect", "p", "Source", "Data", "Premise"],
    rows: claims.map((claim) => [
      claim.statement,
      claim.verdict,
      value(claim.effect, claim.ci_lo, claim.ci_hi),
      value(claim.p_holm ?? claim.p, undefined, undefined),
      claim.source,
      claim.dataset_kind,
      claim.premise,
    ]),
  };
}
