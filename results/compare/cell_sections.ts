/**
 * Sections of a comparison's cells, for text and page: times, speed-ups, other values.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { groupBy } from "../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { median } from "../../platform/statistics/mod.ts";
import { zip } from "../../platform/lists/zip.ts";
import { isRange } from "../report/interval_text.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { deviceLabel } from "../history/track.ts";
import type { CellComparison, CellKind, SessionComparison } from "./compare.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { choiceLine } from "../store/tuned_choice.ts";
import { areOfTwoDevices, type SessionCondition } from "./conditions.ts";
import { type JoinedCell, joinedCells, letterOf, present } from "./joined_cells.ts";
import { MEANINGS, type Outcome, OUTCOME_ORDER } from "./outcome.ts";

/** Cells of one kind. */
export interface CellSection {
  /** Kind of all cells in the section. */
  readonly kind: CellKind;
  /** Name in one or two words. */
  readonly name: string;
  /** Name with a remark that applies to all cells. */
  readonly heading: string;
  /** Cells in the order of the comparison. */
  readonly cells: NonEmpty<JoinedCell>;
}

/** Times of one metric of one suite in one session beside the baseline's. */
export interface TimeRatios {
  /** Number of cells with a ratio. */
  readonly n: number;
  /** Median of the cells' ratios to the baseline's. */
  readonly ratio: number;
  /** Lowest ratio. */
  readonly lowest: number;
  /** Highest ratio. */
  readonly highest: number;
  /** Number of cells that are slower than the baseline's. */
  readonly slower: number;
  /** Number of cells that are faster. */
  readonly faster: number;
}

/** Ratios of a session's times in the order of the tables' columns; none where it has no cell of these. */
export function timeRatioCells(own: TimeRatios | undefined): readonly (string | number)[] {
  const text = (ratio: number | undefined) => formatNumber(ratio, 3);
  return [
    own?.n ?? 0,
    text(own?.ratio),
    own === undefined ? "" : `${text(own.lowest)} to ${text(own.highest)}`,
    own?.slower ?? 0,
    own?.faster ?? 0,
  ];
}

/** Times of one metric of one suite. */
export interface TimeSummary {
  /** Suite id. */
  readonly suite: string;
  /** A time or rate. */
  readonly metric: string;
  /** Ratios of every other session; undefined where it has no cell of these. */
  readonly columns: readonly (TimeRatios | undefined)[];
}

/** Tuned numbers of a session that are not defaults. */
function tuningText({ tuning = [] }: SessionDocument): string {
  const changed = tuning.filter(({ chosen, standard }) => chosen !== standard);
  return changed.length === 0 ? "defaults" : changed.map(choiceLine).join(", ");
}

function oneConditionText(
  condition: SessionCondition,
  [a, b]: readonly [SessionDocument, SessionDocument],
  letter: string,
): string {
  const values = (of: (document: SessionDocument) => string | number | undefined) =>
    `${condition}: ${of(a)} (A) and ${of(b)} (${letter})`;
  switch (condition) {
    case "two devices":
      return values(deviceLabel);
    case "other number of threads":
      return values(({ device }) => device.threads);
    case "other instruction set":
      return values(({ environment }) => environment["instruction set"]);
    case "other generation of the CPU":
      return values(({ environment }) => environment["cpu generation"]);
    case "other implementation of WebGPU":
      return values(({ environment }) => environment.webgpu);
    case "other tuning":
      return values(tuningText);
    case "other profile":
      return values(({ profile }) => profile);
    case "other seed":
      return values(({ seed }) => seed);
  }
}

/**
 * Conditions that differ for all cells, with the devices by name: `two devices: X, wasm (A) and Y, webgpu
 * (B)`.
 */
export function conditionText({ sessions: [a, ...others], pairs }: SessionComparison): string {
  return zip(pairs, others).flatMap(([{ conditions }, other], i) =>
    conditions.map((condition) => oneConditionText(condition, [a, other], letterOf(i + 1)))
  ).join("; ");
}

/** Whether any session ran on another device than the baseline's, so that neither is better. */
export function areOfSeveralDevices({ pairs }: Pick<SessionComparison, "pairs">): boolean {
  return pairs.some(({ conditions }) => areOfTwoDevices(conditions));
}

/**
 * Whether a cell of any session is worse than the baseline's.
 *
 * @throws {UsageError} The sessions are of several devices, of which neither is worse.
 */
export function isWorse(comparison: Pick<SessionComparison, "pairs">): boolean {
  if (areOfSeveralDevices(comparison)) {
    throw new UsageError({
      action: "fail where a cell is worse",
      current: "sessions of several devices, of which none is worse than another",
      wanted: "sessions of one device, with equal generation, threads and instruction set",
      next: "leave --fail-on-worse out, or compare with a session of this device",
    });
  }
  return comparison.pairs.some(({ cells }) => cells.some(({ outcome }) => outcome === "worse"));
}

/** Remark on times of several devices: the condition, or that there are several. */
function deviceRemark({ pairs }: SessionComparison): string {
  const [first, ...others] = pairs.flatMap(({ conditions }) =>
    areOfTwoDevices(conditions) ? [conditions[0]] : []
  );
  return first === undefined ? "" : others.length > 0 ? " (several devices)" : ` (${first})`;
}

/** The sections that have cells. */
export function cellSections(comparison: SessionComparison): CellSection[] {
  const headings: readonly [CellKind, string, string][] = [
    ["time", "Times", `Times${deviceRemark(comparison)}`],
    ["speed-up", "Speed-ups", "Speed-ups, each against its own session's baseline"],
    ["value", "Other values", "Other values"],
  ];
  const byKind = groupBy(joinedCells(comparison), ({ kind }) => kind);
  return headings.flatMap(([kind, name, heading]) => {
    const cells = byKind.get(kind);
    return cells === undefined ? [] : [{ kind, name, heading, cells }];
  });
}

function timeRatios(cells: readonly (CellComparison | undefined)[]): TimeRatios | undefined {
  const timed = cells.flatMap((cell) =>
    cell?.ratio !== undefined && cell.outcome !== "noted" ? [{ ...cell, ratio: cell.ratio }] : []
  );
  if (timed.length === 0) return undefined;
  const ratios = timed.map(({ ratio }) => ratio);
  // Of a session on the baseline's own device a slower time is called worse.
  const count = (...wanted: readonly Outcome[]) =>
    timed.filter(({ outcome }) => wanted.includes(outcome)).length;
  return {
    n: timed.length,
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    slower: count("slower", "worse"),
    faster: count("faster", "better"),
  };
}

/** Times by suite and metric: one line a suite, with the ratios of every other session to the baseline. */
export function timeSummaries(cells: readonly JoinedCell[]): TimeSummary[] {
  const groups = groupBy(cells, ({ row }) => JSON.stringify([row.suite, row.metric]));
  return [...groups.values()].map((group) => ({
    suite: group[0].row.suite,
    metric: group[0].row.metric,
    columns: group[0].columns.map((_, i) => timeRatios(group.map(({ columns }) => columns[i]))),
  })).filter(({ columns }) => columns.some((column) => column !== undefined))
    .toSorted((x, y) => x.suite < y.suite ? -1 : x.suite > y.suite ? 1 : x.metric < y.metric ? -1 : 1);
}

/** Reasons and marks of a cell in one line; of several sessions, each with its letter. */
export function remarkText(cell: JoinedCell): string {
  const texts = cell.columns.map((column) =>
    column === undefined ? "absent" : [column.reason, ...column.marks].filter(Boolean).join("; ")
  );
  const [first, ...others] = texts;
  if (first !== undefined && others.every((each) => each === first)) return first;
  return texts.flatMap((each, i) => each === "" ? [] : [`${letterOf(i + 1)}: ${each}`]).join("; ");
}

/** Headings of intervals in a table of cells; of a few samples they are ranges, and not of 95 %. */
export function intervalHeadings(
  cells: readonly JoinedCell[],
): { readonly ofRatio: string; readonly beside: string; readonly ranges: boolean } {
  const pairs = cells.flatMap(present);
  const intervals = pairs.flatMap(({ a, b, ciLo }) => [
    ...[a, b].filter((row) => row.ci_lo !== undefined),
    ...(ciLo === undefined ? [] : [a, b]),
  ]);
  const ranges = intervals.some(isRange);
  return {
    ofRatio: ranges ? "interval" : "95 % interval",
    beside: ranges ? "interval" : "95 %",
    ranges,
  };
}

/** Names of the sessions with their letters. */
export function sessionNames({ sessions }: Pick<SessionComparison, "sessions">): string {
  const names = sessions.map(({ session }, i) => `${session} (${letterOf(i)})`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Number of cells of one outcome: `1 differs`, `2,804 differ`. */
function countText(count: number, outcome: Outcome): string {
  return `${count.toLocaleString("en-US")} ${outcome === "differs" && count > 1 ? "differ" : outcome}`;
}

/** Number of cells by outcome, in words; of several sessions, each with its letter. */
export function outcomeText(
  { pairs }: { readonly pairs: readonly { readonly cells: readonly CellComparison[] }[] },
): string {
  const texts = pairs.map(({ cells }) => {
    const counts = groupBy(cells, ({ outcome }) => outcome);
    const seen = OUTCOME_ORDER.filter((outcome) => counts.has(outcome));
    return seen.map((outcome) => countText(counts.get(outcome)!.length, outcome)).join(", ") ||
      "no cell in common";
  });
  return texts.map((each, i) => texts.length === 1 ? each : `${letterOf(i + 1)}: ${each}`).join("; ");
}

/** Meanings of the outcomes that occur, as `changed: moved`; none where their words say it all. */
export function outcomeMeanings(
  { pairs }: { readonly pairs: readonly { readonly cells: readonly CellComparison[] }[] },
): string[] {
  const seen = new Set(pairs.flatMap(({ cells }) => cells.map(({ outcome }) => outcome)));
  return OUTCOME_ORDER.flatMap((outcome) => {
    const meaning = MEANINGS[outcome];
    return meaning === undefined || !seen.has(outcome) ? [] : [`${outcome}: ${meaning}`];
  });
}

/** Number of a section's cells by outcome, in words. */
export function sectionText({ cells }: Pick<CellSection, "cells">): string {
  const sessions = cells[0]?.columns.length ?? 0;
  return outcomeText({
    pairs: Array.from({ length: sessions }, (_, i) => ({
      cells: cells.flatMap(({ columns }) => columns[i] ?? []),
    })),
  });
}

/** Whether any session's outcome of a cell is one of these. */
export function hasOutcome(cell: JoinedCell, outcomes: readonly CellComparison["outcome"][]): boolean {
  return present(cell).some(({ outcome }) => outcomes.includes(outcome));
}
