/**
 * Comparison of sessions with a baseline session, on one device or on several: for each cell that a session
 * shares with the baseline, the ratio with its interval and a U-test.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { holmAdjust } from "../../platform/statistics/mod.ts";
import { zip } from "../../platform/lists/zip.ts";
import { isQuotient, isTimed, medianOf, type Row } from "../row.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { countingRows } from "../store/counting_rows.ts";
import type { SessionContents } from "../store/store.ts";
import { agreementOf, type Mark } from "./agreement.ts";
import { compareClaims, type ComparedClaim } from "./compared_claims.ts";
import { changedVerdicts } from "../verdicts/changed_verdicts.ts";
import { areOfTwoDevices, differingConditions, type SessionCondition } from "./conditions.ts";
import { type Outcome, OUTCOME_ORDER, outcomeOf } from "./outcome.ts";
import type { Judge } from "../verdicts/judge.ts";
import { type SessionChange, sessionChanges } from "./session_changes.ts";
import { samplesByRow } from "./session_samples.ts";
import { unpairedRatio } from "./unpaired_ratio.ts";

/** Kind of a cell: a time or rate; a measured ratio of the session's own contenders; or anything else. */
export type CellKind = "time" | "speed-up" | "value";

/** A number, by cell and metric, that both sessions have. */
export interface CellComparison {
  /** Row of the first session. */
  readonly a: Row;
  /** Row of the second session. */
  readonly b: Row;
  /** Table and family of tests that the cell belongs to. */
  readonly kind: CellKind;
  /** Second over first; undefined where a value is absent or not above 0. */
  readonly ratio: number | undefined;
  /** 95 % interval of the ratio; undefined where one side has neither samples nor an interval. */
  readonly ciLo: number | undefined;
  /** Upper end of the 95 % interval. */
  readonly ciHi: number | undefined;
  /** p of the two-sided U-test; for a speed-up, over the ratios of its rounds. */
  readonly p: number | undefined;
  /** `p` after Holm's correction over all tested cells of the kind. */
  readonly pHolm: number | undefined;
  /** Change from the first session to the second. */
  readonly outcome: Outcome;
  /** Reason why the cell is not comparable, or a remark. */
  readonly reason: string;
  /** Remarks on conditions of this cell that differ or are unknown. */
  readonly marks: readonly Mark[];
}

/** A session compared with the baseline. */
export interface ComparedPair {
  /** Conditions that differ for every cell: the device, its threads, profile, seed. */
  readonly conditions: readonly SessionCondition[];
  /** Cells of both sessions: worse ones first, then better, changed and all others. */
  readonly cells: readonly CellComparison[];
  /** Rows that the baseline alone has. */
  readonly onlyA: readonly Row[];
  /** Rows that the other session alone has. */
  readonly onlyB: readonly Row[];
  /** Largest ratio minus 1 that cannot be resolved: the larger of the two A/A runs' smallest differences. */
  readonly smallestDifference: number;
}

/** Sessions compared. */
export interface SessionComparison {
  /** session.json of every session; the first is the baseline. */
  readonly sessions: readonly [SessionDocument, ...SessionDocument[]];
  /** Claims of the papers, those on which the sessions do not agree first. */
  readonly claims: readonly ComparedClaim[];
  /**
   * Number of verdicts of each session that were others by the rules of its day; absent where nothing judges
   * them anew.
   */
  readonly changedVerdicts?: readonly number[];
  /** Differences of device, environment, data and code. */
  readonly changes: readonly SessionChange[];
  /** Every other session with the baseline, in the order of the sessions. */
  readonly pairs: readonly ComparedPair[];
}

/** A cell before Holm's correction. */
interface Draft extends Omit<CellComparison, "outcome" | "pHolm" | "reason"> {
  readonly obstacle: string;
}

/** Name of a row's number, the same in all sessions. */
export function keyOf(row: Row): string {
  return `${row.cell}\n${row.metric}`;
}

function kindOf(row: Row): CellKind {
  if (isQuotient(row)) return row.unit === "x" && row.source === "measured" ? "speed-up" : "value";
  return isTimed(row) ? "time" : "value";
}

/** Widest interval of the ratio that the two rows' own intervals allow; wider than 95 %. */
function widestInterval(a: Row, b: Row): Pick<Draft, "ciLo" | "ciHi"> {
  return a.ci_lo! > 0 && b.ci_lo! > 0
    ? { ciLo: b.ci_lo! / a.ci_hi!, ciHi: b.ci_hi! / a.ci_lo! }
    : { ciLo: undefined, ciHi: undefined };
}

/** Cells of both sessions with their ratios and tests. */
function draftsOf(a: SessionContents, b: SessionContents): Draft[] {
  const inB = new Map(countingRows(b.rows).map((row) => [keyOf(row), row]));
  const pairs = countingRows(a.rows).flatMap((row): [Row, Row][] => {
    const other = inB.get(keyOf(row));
    return other === undefined ? [] : [[row, other]];
  });
  const agreement = agreementOf(a, b);
  const [samplesA, samplesB] = [samplesByRow(a.samples), samplesByRow(b.samples)];
  return pairs.map(([rowA, rowB]): Draft => {
    const { obstacle, marks } = agreement(rowA, rowB);
    const cell = { a: rowA, b: rowB, kind: kindOf(rowA), marks, obstacle, p: undefined };
    if (obstacle !== "" || !(medianOf(rowA) > 0 && medianOf(rowB) > 0)) {
      return { ...cell, ratio: undefined, ciLo: undefined, ciHi: undefined };
    }
    const [own, others] = [samplesA(rowA), samplesB(rowB)];
    if (own.length === 0 || others.length === 0) {
      return { ...cell, ratio: medianOf(rowB) / medianOf(rowA), ...widestInterval(rowA, rowB) };
    }
    const { ratio, ciLo, ciHi, p } = unpairedRatio(own, others, { seed: rowA.seed });
    return { ...cell, ratio, ciLo, ciHi, p };
  });
}

/** `p` after Holm's correction, by cell. Times, speed-ups and other values are separate families. */
function correctedTests(drafts: readonly Draft[]): Map<Draft, number> {
  const tested = drafts.filter(({ p }) => p !== undefined);
  return new Map(
    [...groupBy(tested, ({ kind }) => kind).values()].flatMap((family) =>
      zip(family, holmAdjust(family.map(({ p }) => p!)))
    ),
  );
}

function comparePair(
  a: SessionContents,
  b: SessionContents,
  { drafts, corrected }: {
    readonly drafts: readonly Draft[];
    readonly corrected: ReadonlyMap<Draft, number>;
  },
): ComparedPair {
  const conditions = differingConditions(a.document, b.document);
  const smallestDifference = Math.max(
    a.document.calibration?.smallestDifference ?? 0,
    b.document.calibration?.smallestDifference ?? 0,
  );
  const context = { document: b.document, smallestDifference, twoDevices: areOfTwoDevices(conditions) };
  const cells = drafts.map((draft): CellComparison => {
    const pHolm = corrected.get(draft);
    const { obstacle: _, ...cell } = draft;
    const [outcome, reason] = outcomeOf({ ...draft, pHolm }, context);
    return { ...cell, pHolm, outcome, reason };
  });
  const [rowsA, rowsB] = [countingRows(a.rows), countingRows(b.rows)];
  const [inA, inB] = [new Set(rowsA.map(keyOf)), new Set(rowsB.map(keyOf))];
  return {
    conditions,
    cells: cells.toSorted(mostUrgentFirst),
    onlyA: rowsA.filter((row) => !inB.has(keyOf(row))),
    onlyB: rowsB.filter((row) => !inA.has(keyOf(row))),
    smallestDifference,
  };
}

/** Orders cells by the urgency of their outcome, then by the size of the change. */
export function mostUrgentFirst(x: CellComparison, y: CellComparison): number {
  const size = ({ ratio }: CellComparison) => (ratio === undefined ? 0 : Math.abs(Math.log(ratio)));
  return OUTCOME_ORDER.indexOf(x.outcome) - OUTCOME_ORDER.indexOf(y.outcome) || size(y) - size(x);
}

/**
 * Compares sessions with a baseline, cell by cell. Suite, workload, contender, settings and data must agree;
 * the device may differ.
 *
 * A cell is worse or better (on two devices: slower or faster) only where the 95 % interval of the ratio lies
 * beyond the differences that both A/A runs resolve, and the U-test, corrected by Holm over all cells of its
 * kind in all sessions, is below 0.05. Where only the interval says so, the cell is underpowered.
 *
 * A speed-up is a ratio to its own session's baseline in the same rounds; its U-test is over the ratios of
 * these rounds. Rounds of two sessions are not paired: every ratio includes the changes between them (clock,
 * load, temperature). The U-test takes rounds as independent, so that Holm's correction does not hold where
 * preparations differ: two simulated sessions of one machine, with a preparation effect as large as the noise
 * of a round, have 1.5 cells of 100 worse or better by more than 1 %, with an effect twice as large 6.
 *
 * @param judge Judges the claims of each session anew; the verdicts of its day stand when absent.
 */
export function compareSessions(
  baseline: SessionContents,
  others: readonly SessionContents[],
  judge?: Judge,
): SessionComparison {
  const drafts = others.map((other) => draftsOf(baseline, other));
  const corrected = correctedTests(drafts.flat()), all = [baseline, ...others];
  const claims = all.map((each) => judge?.(each) ?? each.claims);
  return {
    sessions: [baseline.document, ...others.map(({ document }) => document)],
    claims: compareClaims(claims),
    ...(judge &&
      { changedVerdicts: zip(all, claims).map(([each, anew]) => changedVerdicts(each.claims, anew).length) }),
    changes: sessionChanges(baseline, others),
    pairs: zip(others, drafts).map(([other, own]) =>
      comparePair(baseline, other, { drafts: own, corrected })
    ),
  };
}
