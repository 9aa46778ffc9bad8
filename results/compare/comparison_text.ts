/**
 * Comparison of sessions as text for the terminal: the environment, then the changes. Cells without a
 * difference appear on request; times of several devices take one line a suite unless all are requested.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { isNonEmpty, type NonEmpty } from "../../platform/lists/non_empty.ts";
import { textTable } from "../../platform/text/text_table.ts";
import { RANGE_TEXT } from "../report/interval_text.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatEstimate, formatInterval, formatNumber, formatShare } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import type { ClaimRow, Row } from "../row.ts";
import { printable } from "../verdicts/scorecard_text.ts";
import {
  type CellSection,
  cellSections,
  intervalHeadings,
  remarkText,
  sectionText,
} from "./cell_sections.ts";
import type { CellComparison, SessionComparison } from "./compare.ts";
import { agreementText, TELLING } from "./compared_claims.ts";
import { rulesText } from "./rules_text.ts";
import { hasOutcome, type JoinedCell } from "./joined_cells.ts";
import { type Outcome, OUTCOME_ORDER } from "./outcome.ts";
import { isAbsence } from "./session_changes.ts";
import { timeRatioCells, timeSummaries } from "./time_summaries.ts";
import { conditionText } from "./condition_text.ts";
import { areOfSeveralDevices } from "./worse_cells.ts";
import { outcomeMeanings, outcomeText } from "./outcome_text.ts";
import { headingOf, letterOf, sessionNames } from "./session_letters.ts";

/** Greatest number of listed reasons. */
const MOST_REASONS = 5;
/** Greatest number of cells that are named beside the reason that they share. */
const MOST_NAMED = 2;
/** Greatest number of underpowered cells that a section lists, those farthest from 1; they decide nothing. */
const MOST_UNDERPOWERED = 20;
/** Greatest number of characters of a value that differs; the page has all of it. */
const LONGEST_VALUE = 48;
const QUIET: readonly Outcome[] = ["no difference seen", "equal", "noted", "not comparable"];
const DECIDED = OUTCOME_ORDER.filter((outcome) => outcome !== "underpowered" && !QUIET.includes(outcome));

/** A column of one of the other sessions. */
type SessionColumn = readonly [heading: string, text: (cell: CellComparison) => string];

function cellText(cell: JoinedCell): string {
  const remark = remarkText(cell);
  return [printable(cell.row.cell), remark && `(${printable(remark)})`].filter(Boolean).join(" ");
}

/** Columns on the ratio of a cell. */
function judgedColumns(interval: string): readonly SessionColumn[] {
  return [
    [interval, ({ ciLo, ciHi }) => formatInterval(ciLo, ciHi, 3)],
    ["p (Holm)", ({ pHolm }) => formatNumber(pHolm, 2)],
  ];
}

function valueText({ median }: Row): string {
  return formatNumber(median);
}

/** Metric of a row with its unit: `time, ms`. */
function metricText({ metric, unit }: Row): string {
  return [metric, formatUnit(unit)].filter(Boolean).join(", ");
}

function speedupText({ median, ci_lo, ci_hi }: Row): string {
  return formatEstimate({ value: median, lo: ci_lo, hi: ci_hi }, [1]);
}

/** Table of cells: outcomes, ratios to the baseline, and the numbers of all sessions. */
function cellTable(kind: CellSection["kind"], cells: NonEmpty<JoinedCell>): string {
  const others = cells[0].columns.length, size = { columns: others };
  const range = Array.from({ length: others }, (_, i) => i);
  const speedups = kind === "speed-up", spell = speedups ? speedupText : valueText;
  const { ofRatio, beside, ranges } = intervalHeadings(cells), judged = judgedColumns(ofRatio);
  const range95 = speedups ? ` (${beside})` : "";
  const ratios = range.flatMap((i) => [
    `${letterOf(i + 1)} over A`,
    ...judged.map(([heading]) => headingOf(heading, i, size)),
  ]);
  const values = [`A${range95}`, ...range.map((i) => `${letterOf(i + 1)}${range95}`)];
  const table = textTable(
    [
      ...range.map((i) => headingOf("outcome", i, size)),
      ...values,
      ...ratios,
      speedups ? "against" : "metric",
      "cell",
    ],
    cells.map((cell) => [
      ...cell.columns.map((column) => column?.outcome ?? "absent"),
      spell(cell.row),
      ...cell.columns.map((column) => column === undefined ? "" : spell(column.b)),
      ...cell.columns.flatMap((column) =>
        column === undefined
          ? ["", ...judged.map(() => "")]
          : [formatNumber(column.ratio, 3), ...judged.map(([, text]) => text(column))]
      ),
      printable(speedups && cell.row.vs !== "" ? cell.row.vs : metricText(cell.row)),
      cellText(cell),
    ]),
  );
  return ranges ? `${table}\n${RANGE_TEXT}` : table;
}

function timeSummaryTable(cells: NonEmpty<JoinedCell>): string {
  const size = { columns: cells[0].columns.length };
  return textTable(
    [
      ...cells[0].columns.flatMap((_, i) => [
        headingOf("times", i, size),
        `${letterOf(i + 1)} over A`,
        ...["range", "slower", "faster"].map((heading) => headingOf(heading, i, size)),
      ]),
      "metric",
      "suite",
    ],
    timeSummaries(cells).map((each) => [
      ...each.columns.flatMap(timeRatioCells),
      printable(each.metric),
      printable(each.suite),
    ]),
  );
}

function sectionLines(section: CellSection, options: { severalDevices: boolean; all: boolean }) {
  const { kind, heading, cells } = section, { severalDevices, all } = options;
  const title = `${heading}: ${sectionText(section)}`;
  if (kind === "time" && severalDevices && !all) {
    return [
      title,
      timeSummaryTable(cells),
      "One line a suite: --all and the page show every time with its interval.",
      "",
    ];
  }
  // Whether a speed-up is the same on another device is the question, so "no difference" is shown as well.
  const sought: readonly Outcome[] = kind === "speed-up" && severalDevices
    ? [...DECIDED, "no difference seen"]
    : DECIDED;
  const underpowered = cells.filter((cell) =>
    hasOutcome(cell, ["underpowered"]) && !hasOutcome(cell, sought)
  );
  const folded = new Set(all ? [] : underpowered.slice(MOST_UNDERPOWERED));
  const shown = all
    ? cells
    : cells.filter((cell) => hasOutcome(cell, [...sought, "underpowered"]) && !folded.has(cell));
  const without = cells.length - shown.length - folded.size;
  const hidden = [
    ...(folded.size > 0 ? [`${formatNumber(folded.size)} more underpowered, nearer to 1`] : []),
    ...(without > 0 ? [`${formatNumber(without)} more without a difference`] : []),
  ];
  return [
    title,
    ...(isNonEmpty(shown) ? [cellTable(kind, shown)] : []),
    ...(hidden.length > 0 ? [`${hidden.join("; ")}: --all shows them.`] : []),
    "",
  ];
}

/** Whether a cell ended in one session otherwise than in the other. */
function endedOtherwise({ a, b }: CellComparison): boolean {
  return a.status !== b.status || (a.status !== "ok" && a.reason !== b.reason);
}

/** Number of cells; few that ended otherwise have their names: `2 (suite:graph:one, suite:graph:two)`. */
function countedCells(cells: NonEmpty<CellComparison>): string {
  const names = [...new Set(cells.map(({ a }) => printable(a.cell)))];
  const isTold = endedOtherwise(cells[0]) && names.length <= MOST_NAMED;
  return isTold ? `${cells.length} (${names.join(", ")})` : `${cells.length}`;
}

/** Reasons why cells are not comparable: first of those that ended otherwise, then the most frequent. */
function obstacles({ pairs }: SessionComparison): string[] {
  const hindered = pairs.flatMap(({ cells }) => cells.filter(({ outcome }) => outcome === "not comparable"));
  const reasons = [...groupBy(hindered, ({ reason }) => reason)].sort(([, m], [, n]) =>
    Number(endedOtherwise(n[0])) - Number(endedOtherwise(m[0])) || n.length - m.length
  );
  const more = reasons.length - MOST_REASONS;
  return [
    ...reasons.slice(0, MOST_REASONS).map(([reason, own]) =>
      `Not comparable: ${countedCells(own)}, ${printable(reason)}.`
    ),
    ...(more > 0 ? [`Not comparable, by ${counted(more, "more reason")}: the page lists them.`] : []),
  ];
}

/** Claims that some session decides and another does not, or the other way; the other claims are counted. */
function claimLines({ claims, changedVerdicts, sessions }: SessionComparison): string[] {
  if (claims.length === 0) return [];
  const shown = claims.filter(({ agreement }) => TELLING.includes(agreement));
  return [
    `Claims: ${agreementText(claims)}`,
    ...(shown.length === 0 ? [] : [
      textTable(
        [...sessions.map((_, i) => letterOf(i)), "claim"],
        shown.map(({ claim, columns }) => [
          ...columns.map((row) => row === undefined ? "absent" : verdictText(row)),
          printable(claim.claim_id),
        ]),
      ),
      `Verdicts are ${rulesText(changedVerdicts)}; the page says why.`,
    ]),
    "",
  ];
}

/** Verdict with the number that decided it. */
function verdictText({ verdict, effect, ci_lo, ci_hi }: ClaimRow): string {
  const found = formatEstimate({ value: effect, lo: ci_lo, hi: ci_hi }, [1]);
  return found === "" ? verdict : `${verdict}, ${found}`;
}

/** Differences outside the cells; datasets and suites that not all sessions have are counted. */
function changeLines({ sessions, changes }: SessionComparison): string[] {
  if (changes.length === 0) return ["Device, environment, data and code are the same."];
  const shown = changes.filter((change) => !isAbsence(change));
  const absent = changes.length - shown.length;
  return [
    ...(shown.length === 0 ? [] : [
      textTable(
        ["what differs", "name", ...sessions.map((_, i) => letterOf(i))],
        shown.map(({ part, name, values }) => [
          part,
          printable(name),
          ...values.map((value) => cutText(printable(value), LONGEST_VALUE)),
        ]),
      ),
    ]),
    ...(absent === 0 ? [] : [
      `${counted(absent, shown.length === 0 ? "difference" : "more difference")}: ` +
      "datasets and settings that not all sessions have; the page lists them.",
    ]),
  ];
}

/** Text of at most this many characters, with a mark where it is cut. */
function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
}

/** Smallest differences that cannot be seen, in words. */
function unseenText({ pairs }: SessionComparison): string {
  const shares = pairs.map(({ smallestDifference }) => formatShare(smallestDifference));
  const texts = shares.map((share, i) => pairs.length === 1 ? share : `${share} (${letterOf(i + 1)})`);
  return `differences up to ${texts.join(", ")} cannot be seen`;
}

/** Renders a comparison as text; with `all`, cells without a difference are included. */
export function renderComparisonText(
  comparison: SessionComparison,
  options: { readonly all?: boolean } = {},
): string {
  const { pairs } = comparison;
  const conditions = conditionText(comparison);
  const section = { severalDevices: areOfSeveralDevices(comparison), all: options.all ?? false };
  const over = pairs.map((_, i) => `${letterOf(i + 1)} over A`).join(", ");
  const lines = [
    `${printable(sessionNames(comparison))}: ratios are ${over}`,
    ...(conditions === "" ? [] : [printable(conditions)]),
    `${outcomeText(comparison)}; ${unseenText(comparison)}`,
    ...outcomeMeanings(comparison).map((meaning) => `  ${meaning}`),
    "",
    ...claimLines(comparison),
    ...changeLines(comparison),
    "",
    ...cellSections(comparison).flatMap((each) => sectionLines(each, section)),
    ...obstacles(comparison),
    ...pairs.flatMap(({ onlyA, onlyB }, i) => {
      const letter = letterOf(i + 1), beside = pairs.length === 1 ? "" : ` beside ${letter}`;
      return [
        ...(onlyA.length > 0 ? [`Only in A${beside}: ${counted(onlyA.length, "row")}.`] : []),
        ...(onlyB.length > 0 ? [`Only in ${letter}: ${counted(onlyB.length, "row")}.`] : []),
      ];
    }),
  ];
  return lines.join("\n").trimEnd() + "\n";
}
