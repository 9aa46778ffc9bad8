/**
 * Summary at the end of a run: counts as JSON for a program, a scorecard as text for a reader.
 *
 * @module
 */
import { join } from "node:path";
import { isObeyingTerminal, terminalColumns } from "../../platform/command_line/terminal.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatSeconds } from "../../platform/text/time.ts";
import { countDisturbed, type DisturbedCount, disturbedText } from "../../results/others_load.ts";
import type { Row } from "../../results/row.ts";
import { scorecard, type ScorecardJson, scorecardJson } from "../../results/verdicts/scorecard.ts";
import { findings } from "../../results/verdicts/findings.ts";
import { fold, lineWidth, printable, renderScorecard } from "../../results/verdicts/scorecard_text.ts";
import type { DeviceRecord } from "../../results/store/session_document.ts";
import { readSessionDocument, readTable } from "../../results/store/session_reader.ts";
import { openSource } from "../../results/store/session_source.ts";
import { countingEntries, countingRows, refusedRepeats } from "../../results/store/counting_rows.ts";
import type { SessionContents } from "../../results/store/store.ts";
import { CLAIMS, COMPARISONS, ROWS } from "../../results/store/tables.ts";
import { cellOutcomes } from "./comparison/outcome_text.ts";
import { ownFilesText } from "./own_files_text.ts";
import { ownFiles } from "./user_files.ts";

/** The object that `repro --json` prints. */
export interface ReproSummary extends ScorecardJson {
  /** Name of the session, to resume or report it by. */
  readonly session: string;
  /** Device on which the session's rows were measured. */
  readonly device: DeviceRecord;
  /** Wall time of this run. */
  readonly seconds: number;
  /** Comparisons for which a budget was too short; 0 without one. */
  readonly left: number;
  /** Whether a comparison did not end with the budget: it may disturb what this process runs. */
  readonly abandoned: boolean;
  /** Cells of the session by status; a cell counts once, by its worst row. */
  readonly cells: Readonly<Record<Row["status"], number>>;
  /** Comparisons whose repeat was refused, so that an earlier result counts. */
  readonly refusedRepeats: number;
  /** Comparisons that other programs disturbed. */
  readonly disturbed: DisturbedCount;
  /** The session's folder and the files in it. */
  readonly paths: Readonly<
    Record<"session" | "rows" | "samples" | "comparison" | "claims" | "report", string>
  >;
  /**
   * A check, a user's own kernel or graph, or every cell failed, a claim of the `algebra` tier does not hold,
   * or no comparison fitted into the budget.
   */
  readonly failed: boolean;
}

/**
 * Whether a kernel that the user brought along failed, such as by a crash: the run was made for its sake. A
 * library that fails is a reason why a comparison lacks it.
 */
function ownKernelFailed(rows: readonly Row[]): boolean {
  const { contenders } = ownFiles();
  return countingRows(rows).some(({ contender, status }) =>
    status === "failed" && contenders.includes(contender)
  );
}

/**
 * Whether a graph of the user's could not be read, so that nothing was measured on it. A kernel or library
 * that fails on a graph leaves the others' numbers.
 */
function ownGraphFailed(rows: readonly Row[]): boolean {
  const { datasets } = ownFiles();
  const byGraph = Map.groupBy(countingRows(rows), ({ dataset }) => dataset);
  return datasets.some((dataset) =>
    byGraph.get(dataset)?.every(({ status }) => status === "failed") ?? false
  );
}

/** Whether a session has no cell: its budget ended before the first comparison did. */
export function isEmpty({ cells }: Pick<ReproSummary, "cells">): boolean {
  return Object.values(cells).every((count) => count === 0);
}

/** Summarises the contents of a session folder. */
export function summarize(
  { document, journal, rows, claims, comparisons }: SessionContents,
  folder: string,
  seconds: number,
): Omit<ReproSummary, "left" | "abandoned"> {
  const cells: Record<Row["status"], number> = { ok: 0, skipped: 0, oom: 0, failed: 0, wrong: 0 };
  for (const { status } of cellOutcomes(countingRows(rows))) cells[status]++;
  const path = (file: string) => join(folder, file);
  return {
    session: document.session,
    device: document.device,
    seconds,
    cells,
    refusedRepeats: refusedRepeats(rows).length,
    disturbed: countDisturbed(countingEntries({ rows, journal })),
    ...scorecardJson(scorecard(claims, comparisons)),
    paths: {
      session: folder,
      rows: path("rows.csv"),
      samples: path("samples.csv"),
      comparison: path("comparison.csv"),
      claims: path("claims.csv"),
      report: path("report.html"),
    },
    failed: cells.wrong > 0 || ownKernelFailed(rows) || ownGraphFailed(rows) ||
      (cells.ok === 0 && cells.failed + cells.oom > 0) ||
      claims.some(({ tier, verdict }) =>
        (tier === "algebra" || tier === "by-construction") && verdict === "differs"
      ),
  };
}

/** The end of a run as text. */
export async function renderSummary(summary: ReproSummary): Promise<string> {
  const { session, paths, cells, seconds, left, abandoned, refusedRepeats: refused } = summary;
  const disturbed = disturbedText(summary.disturbed);
  if (left > 0 && isEmpty(summary)) {
    return [
      `nothing was measured: of ${
        counted(left, "comparison")
      } none ended within the budget, of which A/A run ` +
      `and roofline probe come first, ${formatSeconds(seconds)} in all`,
      `the same command with --session ${session} and a larger --budget goes on`,
    ].join("\n");
  }
  const source = await openSource(paths.session);
  const claims = await readTable(source, CLAIMS), comparisons = await readTable(source, COMPARISONS);
  const counts = Object.entries(cells).filter(([, count]) => count > 0).map(([status, count]) =>
    `${count} ${status}`
  );
  const own = ownFiles(), isUsed = own.contenders.length + own.datasets.length > 0;
  const suites = (await readSessionDocument(source))?.suites ?? [];
  const columns = terminalColumns(Deno.stdout);
  const ownText = isUsed && ownFilesText(suites, countingRows(await readTable(source, ROWS)), own);
  return [
    ...(claims.length === 0 ? [] : [
      renderScorecard(scorecard(claims, comparisons), {
        color: isObeyingTerminal(Deno.stdout) && !Deno.noColor,
        columns,
      }),
      ...findings(claims, suites).flatMap((sentence) => fold(printable(sentence), lineWidth(columns))),
      "",
    ]),
    ...(ownText ? [ownText, ""] : []),
    `cells: ${counts.join(", ") || "none"}, in ${formatSeconds(seconds)}`,
    ...(refused === 0 ? [] : [`repeats refused: ${refused}; earlier results count, and the report says why`]),
    ...(disturbed === undefined ? [] : [`disturbed by other programs: ${disturbed}`]),
    ...(abandoned ? ["a comparison did not end in time and was left to itself"] : []),
    ...(left === 0 ? [] : [
      `${
        counted(left, "comparison")
      } did not fit into the budget; the same command with --session ${session} goes on`,
    ]),
    `rows    ${paths.rows}`,
    `report  ${paths.report}`,
  ].join("\n");
}
