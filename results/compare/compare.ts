/**
 * Two sessions beside each other: of each cell that both have, the ratio with its interval and a U-test.
 *
 * @module
 */
import { holmAdjust } from "../../platform/statistics/mod.ts";
import { trackKey } from "../history/track.ts";
import { isQuotient, isTimed, type Row, type Sample } from "../row.ts";
import type { SessionDocument } from "../session_document.ts";
import { lastAttempts, type SessionContents } from "../store.ts";
import { type SessionChange, sessionChanges } from "./session_changes.ts";
import { type PreparedSamples, unpairedRatio } from "./unpaired_ratio.ts";

/** What became of a cell's number from the first session to the second. */
export type Outcome =
  | "worse"
  | "better"
  | "changed"
  | "underpowered"
  | "no difference seen"
  | "equal"
  | "noted"
  | "not comparable";

/** A (cell, metric) that both sessions have. */
export interface CellComparison {
  /** In the first session. */
  readonly a: Row;
  /** In the second. */
  readonly b: Row;
  /** Second over first; undefined where a value is absent or not above 0. */
  readonly ratio: number | undefined;
  /** 95 % interval of the ratio; undefined where one side has no samples. */
  readonly ciLo: number | undefined;
  /** Upper end of that interval. */
  readonly ciHi: number | undefined;
  /** Two-sided U-test, and after Holm's correction over all tested cells. */
  readonly p: number | undefined;
  /** `p` after that correction. */
  readonly pHolm: number | undefined;
  /** What it comes to. */
  readonly outcome: Outcome;
  /** Why it is not comparable, or a remark. */
  readonly reason: string;
}

/** Two sessions compared. */
export interface SessionComparison {
  /** session.json of the first. */
  readonly a: SessionDocument;
  /** session.json of the second. */
  readonly b: SessionDocument;
  /** What differs around the numbers. */
  readonly changes: readonly SessionChange[];
  /** Cells of both: the worst first, then what got better, what changed, and the rest. */
  readonly cells: readonly CellComparison[];
  /** Rows that the first session alone has. */
  readonly onlyA: readonly Row[];
  /** Rows that the second alone has. */
  readonly onlyB: readonly Row[];
  /** Differences up to this cannot be seen: the larger of the two A/A runs' smallest differences. */
  readonly smallestDifference: number;
}

const ALPHA = 0.05;
const ORDER: readonly Outcome[] = [
  "worse",
  "better",
  "changed",
  "underpowered",
  "not comparable",
  "no difference seen",
  "equal",
  "noted",
];

function keyOf(row: Row): string {
  return `${row.cell}\n${row.metric}`;
}

function samplesByRow(contents: SessionContents): Map<string, Sample[]> {
  return Map.groupBy(contents.samples, ({ cell, metric, attempt }) => `${cell}\n${metric}\n${attempt}`);
}

function prepared(samples: readonly Sample[] = []): PreparedSamples {
  return [...Map.groupBy(samples, ({ preparation }) => preparation).values()]
    .map((group) => group.map(({ value }) => value));
}

/** Why two rows cannot be put beside each other, or nothing. */
function obstacle(a: Row, b: Row, sameTrack: boolean): string {
  if (a.status !== "ok" || b.status !== "ok") {
    const words = ({ status, reason }: Row) => reason ? `${status} (${reason})` : status;
    return a.status === b.status && a.reason === b.reason ? words(a) : `${words(a)}, then ${words(b)}`;
  }
  if (a.unit !== b.unit) return `in ${a.unit}, then in ${b.unit}`;
  if (a.dataset_hash !== b.dataset_hash) return `another graph: ${a.dataset}, then ${b.dataset}`;
  if (!sameTrack && isTimed(a)) return "times of another device or profile";
  if (a.median === undefined || b.median === undefined) return "no value";
  return "";
}

/** A cell before Holm's correction. */
interface Draft extends Omit<CellComparison, "outcome" | "pHolm"> {
  readonly obstacle: string;
}

/** Which side of a metric is better; undefined for what its suite notes and does not report. */
function betterOf(document: SessionDocument, row: Row): "lower" | "higher" | "neither" | undefined {
  const suite = document.suites.find(({ id }) => id === row.suite);
  return suite?.metrics.find(({ id }) => id === row.metric)?.better;
}

function outcomeOf(draft: Draft, pHolm: number | undefined, context: SessionComparison): [Outcome, string] {
  const { a, b, ratio, ciLo, ciHi } = draft;
  if (draft.obstacle === "" && a.median === b.median && ciLo === undefined) return ["equal", ""];
  const declared = betterOf(context.b, b);
  if (declared === undefined && a.status === "ok" && b.status === "ok") {
    return ["noted", "its suite notes it and does not report it"];
  }
  if (draft.obstacle !== "") return ["not comparable", draft.obstacle];
  const better = declared === undefined || isQuotient(b) ? "neither" : declared;
  const direction = (): Outcome =>
    better === "neither" ? "changed" : (b.median! > a.median!) === (better === "lower") ? "worse" : "better";
  // A value without samples is exact, or a ratio of paired rounds whose own interval speaks for it.
  if (pHolm === undefined) {
    if (a.ci_lo === undefined || b.ci_lo === undefined || a.ci_hi === undefined || b.ci_hi === undefined) {
      return a.n === 1 && isTimed(a)
        ? ["no difference seen", "one sample each says nothing about noise"]
        : [direction(), ""];
    }
    const apart = b.ci_lo > a.ci_hi || b.ci_hi < a.ci_lo;
    const far = ratio !== undefined && Math.abs(Math.log(ratio)) > Math.log1p(context.smallestDifference);
    return apart && far ? [direction(), "by the rows' own intervals"] : ["no difference seen", ""];
  }
  const band = 1 + context.smallestDifference;
  const beyond = ciLo! > band || ciHi! < 1 / band;
  if (!beyond) return ["no difference seen", ""];
  if (pHolm < ALPHA) return [direction(), ""];
  return ["underpowered", `too few samples (${a.n} and ${b.n}) for a family of so many cells`];
}

/**
 * Compares two sessions cell by cell. A cell is called worse or better only where the 95 % interval of the ratio lies
 * beyond what both A/A runs can see and the U-test, corrected by Holm over all cells, is below 0.05; where the interval
 * alone says so, it is underpowered. Rounds of two
 * sessions are not paired: what changed between them (clock, load, temperature) is in every ratio.
 */
export function compareSessions(a: SessionContents, b: SessionContents): SessionComparison {
  const [rowsA, rowsB] = [lastAttempts(a.rows), lastAttempts(b.rows)];
  const [samplesA, samplesB] = [samplesByRow(a), samplesByRow(b)];
  const inA = new Map(rowsA.map((row) => [keyOf(row), row]));
  const inB = new Map(rowsB.map((row) => [keyOf(row), row]));
  const sameTrack = trackKey(a.document) === trackKey(b.document);
  const drafts = rowsA.flatMap((row): Draft[] => {
    const other = inB.get(keyOf(row));
    if (other === undefined) return [];
    const reason = obstacle(row, other, sameTrack);
    const positive = row.median !== undefined && other.median !== undefined && row.median > 0 &&
      other.median > 0;
    const base = {
      a: row,
      b: other,
      ratio: positive && reason === "" ? other.median! / row.median! : undefined,
      ciLo: undefined,
      ciHi: undefined,
      p: undefined,
      reason,
      obstacle: reason,
    };
    const own = prepared(samplesA.get(`${keyOf(row)}\n${row.attempt}`));
    const others = prepared(samplesB.get(`${keyOf(other)}\n${other.attempt}`));
    if (reason !== "" || !positive || own.length === 0 || others.length === 0) return [base];
    const { ratio, ciLo, ciHi, p } = unpairedRatio(own, others, { seed: row.seed });
    return [{ ...base, ratio, ciLo, ciHi, p }];
  });
  const tested = drafts.flatMap(({ p }, i) => (p === undefined ? [] : [i]));
  const adjusted = holmAdjust(tested.map((i) => drafts[i].p!));
  const pHolm = new Map(tested.map((i, place) => [i, adjusted[place]]));
  const context: SessionComparison = {
    a: a.document,
    b: b.document,
    changes: sessionChanges(a, b),
    cells: [],
    onlyA: rowsA.filter((row) => !inB.has(keyOf(row))),
    onlyB: rowsB.filter((row) => !inA.has(keyOf(row))),
    smallestDifference: Math.max(
      a.document.calibration?.smallestDifference ?? 0,
      b.document.calibration?.smallestDifference ?? 0,
    ),
  };
  const cells = drafts.map((draft, i): CellComparison => {
    const { obstacle: _, ...rest } = draft;
    const [outcome, reason] = outcomeOf(draft, pHolm.get(i), context);
    return { ...rest, pHolm: pHolm.get(i), outcome, reason };
  });
  const size = ({ ratio }: CellComparison) => (ratio === undefined ? 0 : Math.abs(Math.log(ratio)));
  const sorted = cells.toSorted((x, y) =>
    ORDER.indexOf(x.outcome) - ORDER.indexOf(y.outcome) || size(y) - size(x)
  );
  return { ...context, cells: sorted };
}
