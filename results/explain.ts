/**
 * Explanation of a plotted point: its samples, its check, the data, the machine, the published number beside
 * it, and the command that repeats it.
 *
 * @module
 */
import { shellLine } from "../platform/command_line/shell_line.ts";
import { UsageError } from "../platform/errors.ts";
import { isNonEmpty, type NonEmpty } from "../platform/lists/non_empty.ts";
import { median } from "../platform/statistics/mod.ts";
import { intervalName } from "./report/interval_text.ts";
import { counted } from "../platform/text/plural.ts";
import { formatInterval, formatNumber, formatShare } from "../platform/text/number.ts";
import { formatUnit } from "../platform/text/unit.ts";
import { explainClaim, isClaimId, isOfScript } from "./explain_claim.ts";
import { environmentText } from "./environment_text.ts";
import { countDisturbed, disturbedText, loadText, reasonBesideOthers } from "./others_load.ts";
import { pickCell } from "./pick_cell.ts";
import { choiceLines } from "./store/tuned_choice.ts";
import { type JournalEntry, workloadOf } from "./store/journal.ts";
import { driftText } from "./report/sentinel_section.ts";
import { publishedText } from "./report/tables/published_table.ts";
import { type ComparisonRow, isTimed, type Row, type Sample } from "./row.ts";
import { sentinelDrift } from "./sentinel.ts";
import type { Judge } from "./verdicts/judge.ts";
import { printable } from "./verdicts/scorecard_text.ts";
import type { SuiteText } from "./store/session_document.ts";
import { countingEntries, countingRows, refusalText, refusedRepeats } from "./store/counting_rows.ts";
import { readSession, type SessionContents } from "./store/store.ts";

/** Greatest number of samples that are listed one by one; larger sets are summarised. */
const MOST_LISTED = 32;

/** Journal entry of the row's comparison. */
function entryOf({ journal }: SessionContents, row: Row): JournalEntry | undefined {
  return journal.find(({ suite, workload, attempt }) =>
    suite === row.suite && workload === workloadOf(row) && attempt === row.attempt
  );
}

function valueLines(row: Row, samples: readonly Sample[], leftOut: boolean): string[] {
  const unit = formatUnit(row.unit);
  const value = row.median === undefined ? "no value" : `${formatNumber(row.median)} ${unit}`.trim();
  const interval = formatInterval(row.ci_lo, row.ci_hi);
  const facts = [
    value,
    interval && `${intervalName(row)} ${interval}`,
    row.mad !== undefined && `MAD ${formatNumber(row.mad, 2)}`,
    `n = ${row.n}`,
    row.source,
    row.timer && `timer ${row.timer}`,
    row.roofline_share !== undefined && `${formatShare(row.roofline_share)} of the roofline`,
    row.status !== "ok" && `status ${row.status}`,
    reasonBesideOthers(row),
  ].filter(Boolean);
  const lines = [`${row.metric}${row.vs && ` over ${row.vs}`}: ${facts.join(", ")}`];
  if (leftOut && isTimed(row)) lines.push("  The samples are not kept in this session.");
  if (samples.length > 0) {
    const values = samples.map((sample) => sample.value);
    const sorted = values.toSorted((a, b) => a - b);
    const [low, high] = [sorted[0], sorted[sorted.length - 1]];
    const preparations = new Set(samples.map((sample) => sample.preparation)).size;
    const spread = [low, median(values), high].map((value) => formatNumber(value)).join(" / ");
    const calls = new Set(samples.map((sample) => sample.calls));
    lines.push(
      `  ${counted(samples.length, "sample")} over ${counted(preparations, "preparation")}, ${
        [...calls].join(" or ")
      } ${calls.size === 1 && calls.has(1) ? "call" : "calls"} each; ` +
        `least / median / most ${spread} ${unit}`.trimEnd(),
    );
    if (samples.length <= MOST_LISTED) {
      lines.push(`  ${values.map((value) => formatNumber(value)).join(" ")}`);
    }
  }
  return lines;
}

function checkLine(cell: readonly Row[]): string {
  const row = cell.find(({ rel_err }) => rel_err !== undefined);
  if (!row) {
    return cell.some(isTimed)
      ? "Check: none recorded with the cell, which its suite times by itself."
      : "Check: none recorded; the cell has exact or derived values only.";
  }
  const bound = row.tolerance === undefined ? "" : ` against a bound of ${formatNumber(row.tolerance, 2)}`;
  const checked = row.checked_rows === undefined
    ? ""
    : `, ${counted(row.checked_rows, "row")} compared with the oracle`;
  return `Check: relative error ${formatNumber(row.rel_err, 2)}${bound}${checked}.`;
}

/** Drift of the machine while the cell was timed, and over the session. */
function sentinelLines({ rows, document: { calibration } }: SessionContents, cell: Row): string[] {
  const drift = sentinelDrift(rows, calibration?.smallestDifference ?? 0);
  const reading = drift?.readings.find(({ row }) =>
    row.suite === cell.suite && workloadOf(row) === workloadOf(cell)
  );
  if (drift === undefined || reading === undefined) return [];
  const { row: { median, ci_lo, ci_hi, n }, ratio, lo, hi, moved } = reading;
  const interval = formatInterval(ci_lo, ci_hi);
  return [
    `Sentinel kernel meanwhile: ${formatNumber(median)} ms, ${
      interval && `${intervalName(reading.row)} ${interval}, `
    }n = ${n}; ${formatNumber(ratio, 3)} times its median over the session${
      interval && ` (${formatInterval(lo, hi)})`
    }, ${moved ? "beyond" : "not beyond"} what the session can see (${
      formatShare(calibration?.smallestDifference)
    })`,
    `  over the session, slowest over fastest comparison: ${driftText(drift)}`,
  ];
}

/** Load of other programs while the cell was timed, and over the session. */
function othersLines(contents: SessionContents, cell: Row): string[] {
  const { othersLoad } = entryOf(contents, cell) ?? {};
  if (othersLoad === undefined) return [];
  const over = disturbedText(countDisturbed(countingEntries(contents))) ?? "no comparison";
  return [
    `Other programs meanwhile: ${loadText(othersLoad)} busy; over the session they disturbed ${over}`,
  ];
}

/** Refusal of the last attempt at the cell's comparison, where an earlier one counts. */
function refusalLines({ rows }: SessionContents, cell: Row): string[] {
  return refusedRepeats(rows)
    .filter(({ suite, workload, counting }) =>
      suite === cell.suite && workload === workloadOf(cell) && counting === cell.attempt
    )
    .map((repeat) =>
      `Attempt ${repeat.attempt} was refused, so that attempt ${repeat.counting} counts: ${
        refusalText(repeat)
      }`
    );
}

/** Tuned numbers that the cell's comparison asked for, with what they were chosen by. */
function tuningLines(contents: SessionContents, cell: Row): string[] {
  const { document: { tuning = [] } } = contents;
  const lines = (entryOf(contents, cell)?.tuned ?? []).flatMap((name) => {
    const choices = tuning.filter((each) => each.name === name);
    return choices.length > 0 ? choices.flatMap(choiceLines) : [name];
  });
  return lines.length === 0 ? [] : ["Tuned numbers of its comparison:", ...lines.map((line) => `  ${line}`)];
}

/** Digest of the text and parameters of the cell's kernel, which two sessions have to share. */
function kernelLine(contents: SessionContents, cell: Row): string[] {
  const text = entryOf(contents, cell)?.subject?.kernels[cell.contender];
  return text === undefined ? [] : [`Kernel: SHA-256 of its text and parameters ${text}`];
}

function publishedLines(comparisons: readonly ComparisonRow[]): string[] {
  if (comparisons.length === 0) return ["Published: no published number is joined to this cell."];
  return comparisons.map((row) => {
    const unit = formatUnit(row.unit);
    const judged = row.judgement || "not judged";
    const reason = row.reason && ` (${row.reason})`;
    const measured = row.measured === undefined
      ? "not measured"
      : `measured ${formatNumber(row.measured)} ${unit}`.trim();
    return `Published: ${row.published_id} prints ${publishedText(row)}, ${measured}: ${judged}${reason}`;
  });
}

/** Choice of what of a session is explained. */
export interface ExplainedChoice {
  /** The cell's id, or a part of it that no other cell has; or a claim's id. */
  readonly cell: string;
  /** One metric; all metrics of the cell by default. */
  readonly metric?: string;
  /** Judges the session's claims anew; where absent, a claim has the verdict of the session's day alone. */
  readonly judge?: Judge;
}

/** Explains one cell or claim of a session's contents; see {@linkcode explainRow}. */
export function explainContents(
  contents: SessionContents,
  wanted: ExplainedChoice & { readonly folder: string },
): string {
  if (isClaimId(wanted.cell)) {
    return explainClaim(contents, {
      claim: wanted.cell,
      of: JSON.stringify(wanted.folder),
      ...(wanted.metric !== undefined && { metric: wanted.metric }),
      ...(wanted.judge && { judge: wanted.judge }),
    });
  }
  return explainCell(contents, wanted);
}

function explainCell(
  contents: SessionContents,
  wanted: ExplainedChoice & { readonly folder: string },
): string {
  const { document } = contents, { cell, all, rows } = rowsOf(contents, wanted);
  const [first] = rows, suite = document.suites.find(({ id }) => id === first.suite);
  const samplesOf = (row: Row) =>
    contents.samples.filter((sample) =>
      sample.cell === cell && sample.metric === row.metric && sample.attempt === row.attempt
    );
  const lines = [
    cell,
    `${first.artifact} of ${first.paper}, contender ${first.contender}, attempt ${first.attempt}${
      suite ? `. ${suite.question}` : ""
    }`,
    ...refusalLines(contents, first),
    "",
    ...rows.flatMap((row) => valueLines(row, samplesOf(row), entryOf(contents, row)?.samplesKept === false)),
    "",
    checkLine(all),
    ...datasetLines(contents, first),
    `Factors: ${[first.model && `model=${first.model}`, first.factors].filter(Boolean).join(";") || "none"}`,
    `Device: ${first.backend}, adapter ${first.adapter_kind}, ${
      counted(first.threads, "thread")
    }, ${document.device.name}`,
    ...kernelLine(contents, first),
    ...tuningLines(contents, first),
    ...sentinelLines(contents, first),
    ...othersLines(contents, first),
    `Seed ${first.seed}, commit ${first.commit}, session ${first.session}, profile ${first.profile}`,
    "Environment:",
    ...Object.entries(environmentText(document.environment)).map(([name, value]) => `  ${name}: ${value}`),
    ...publishedLines(contents.comparisons.filter((row) => row.cell === cell)),
    `Repeat: ${repeatLine(first, suite) ?? shellLine(["deno", "task", ...document.command])}`,
  ];
  return lines.map(printable).join("\n") + "\n";
}

/**
 * Rows that count of the cell that is asked for: all of them, and those of the metric.
 *
 * @throws {UsageError} No cell or several fit, or the cell has no such metric.
 */
function rowsOf(
  contents: SessionContents,
  wanted: ExplainedChoice & { readonly folder: string },
): { readonly cell: string; readonly all: readonly Row[]; readonly rows: NonEmpty<Row> } {
  const current = countingRows(contents.rows);
  const cells = [...new Set(current.map((row) => row.cell))];
  const asked = `explain ${JSON.stringify(wanted.cell)} of ${JSON.stringify(wanted.folder)}`;
  const cell = pickCell(cells, wanted.cell, asked);
  const all = current.filter((row) => row.cell === cell);
  const rows = wanted.metric === undefined ? all : all.filter((row) => row.metric === wanted.metric);
  if (isNonEmpty(rows)) return { cell, all, rows };
  throw new UsageError({
    action: `explain metric ${JSON.stringify(wanted.metric)} of ${JSON.stringify(cell)}`,
    current: "no such metric",
    wanted: `one of ${all.map((row) => row.metric).join(", ")}`,
    next: "name one of these, or none for all of them",
  });
}

/** Dataset of a row, with its size where the session knows it, and its hash. */
function datasetLines({ document }: SessionContents, row: Row): string[] {
  const dataset = document.datasets.find(({ name }) => name === row.dataset);
  const size = dataset === undefined
    ? ""
    : `, ${counted(dataset.vertices, "vertex", "vertices")}, ${
      counted(dataset.storedEdges, "stored edge")
    }. ${dataset.note}`;
  return [
    `Dataset: ${row.dataset || "none"}${row.dataset_kind && `, ${row.dataset_kind}`}${size}`.trimEnd(),
    `  hash ${row.dataset_hash || "none"}`,
  ];
}

/** Command that repeats the comparison of a row alone; a script's call repeats its whole suite. */
function repeatLine(row: Row, suite: SuiteText | undefined): string | undefined {
  const workload = workloadOf(row);
  // A filter can name no workload with its own signs in it.
  if (suite === undefined || isOfScript(suite) || workload === undefined || /[&|\s]/.test(workload)) {
    return suite?.command;
  }
  return `${suite.command} ${shellLine(["--filter", `workload=${workload}`])}`;
}

/**
 * Explains a cell of a session: its rows with their samples, the check's evidence, dataset hash, environment,
 * published numbers and the command that repeats it; or the verdict on a claim.
 *
 * @param session Path of the session's folder or archive.
 * @throws {UsageError} No cell or several fit, or the cell has no such metric; the message lists what there
 * is.
 * @throws {MissingError} There is no session of that path.
 */
export async function explainRow(session: string, choice: ExplainedChoice): Promise<string> {
  return explainContents(await readSession(session), { ...choice, folder: session });
}
