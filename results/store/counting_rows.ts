/**
 * Attempts at a session's comparisons: those that count, and repeats that were refused.
 *
 * A refusal is an attempt at a comparison that measured nothing, since data, memory or a library was not
 * there. The last attempt at a cell that is no refusal counts, so that a refusal takes no measured result
 * away. A refusal counts for a cell that has no other rows. A comparison with a cell that is wrong or has
 * failed is no refusal: it replaces earlier results.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { Row } from "../row.ts";
import { isSentinel } from "../sentinel.ts";
import { type JournalEntry, workloadOf } from "./journal.ts";

/** A repeat that was refused, of a comparison that has measured results. */
export interface RefusedRepeat {
  /** Suite id. */
  readonly suite: string;
  /** Workload of the comparison, as in its cells. */
  readonly workload: string;
  /** Number of the attempt that was refused; the last one. */
  readonly attempt: number;
  /** Number of the last attempt before it that measured something. */
  readonly counting: number;
  /** Rows of the refused attempt, which have the reason. */
  readonly rows: readonly Row[];
}

type Comparison = Pick<RefusedRepeat, "suite" | "workload">;

const comparisonName = ({ suite, workload }: Comparison) => JSON.stringify([suite, workload]);
const attemptName = (of: Comparison & Pick<RefusedRepeat, "attempt">) =>
  JSON.stringify([of.suite, of.workload, of.attempt]);
const comparisonOf = (row: Row): Comparison => ({ suite: row.suite, workload: workloadOf(row) ?? row.cell });
const attemptOf = (row: Row) => attemptName({ ...comparisonOf(row), attempt: row.attempt });

/** Whether an attempt of these rows is a refusal. */
function isRefusal(rows: readonly Row[]): boolean {
  return rows.every(({ status, median }) =>
    median === undefined && (status === "skipped" || status === "oom")
  );
}

/** Rows of contenders. The sentinel's describe the machine. */
const ofContenders = (rows: readonly Row[]) => rows.filter((row) => !isSentinel(row));

/** Names of the attempts that are refusals. */
function refusals(rows: readonly Row[]): ReadonlySet<string> {
  const attempts = groupBy(rows, attemptOf);
  return new Set([...attempts].flatMap(([name, own]) => isRefusal(own) ? [name] : []));
}

const lastOf = (attempts: readonly { readonly attempt: number }[]) =>
  Math.max(...attempts.map(({ attempt }) => attempt));

/**
 * Selects the rows that count, in the order in which the cells were first measured. All metrics of a cell
 * come from one attempt, since a ratio of one run beside the time of another would pair nothing. The
 * sentinel's rows are left out: they are not compared.
 *
 * @param all Rows of all attempts.
 */
export function countingRows(all: readonly Row[]): Row[] {
  const rows = ofContenders(all), refused = refusals(rows);
  return [...groupBy(rows, ({ cell }) => cell).values()].flatMap((own) => {
    const measured = own.filter((row) => !refused.has(attemptOf(row)));
    const candidates = measured.length > 0 ? measured : own, last = lastOf(candidates);
    return candidates.filter(({ attempt }) => attempt === last);
  });
}

/**
 * Selects the journal's entries that count, one a comparison.
 *
 * @param session Rows and journal of all attempts.
 */
export function countingEntries(
  { rows, journal }: { readonly rows: readonly Row[]; readonly journal: readonly JournalEntry[] },
): JournalEntry[] {
  const refused = refusals(ofContenders(rows));
  return [...groupBy(journal, comparisonName).values()].map((own) =>
    own.findLast((entry) => !refused.has(attemptName(entry))) ?? own[own.length - 1]!
  );
}

/**
 * Finds the comparisons of which the last attempt was refused after an earlier one had measured something.
 *
 * @param all Rows of all attempts.
 */
export function refusedRepeats(all: readonly Row[]): RefusedRepeat[] {
  const rows = ofContenders(all), refused = refusals(rows);
  return [...groupBy(rows, (row) => comparisonName(comparisonOf(row))).values()].flatMap((own) => {
    const attempt = lastOf(own), last = own.filter((row) => row.attempt === attempt);
    const measured = own.filter((row) => !refused.has(attemptOf(row)));
    if (!isRefusal(last) || measured.length === 0) return [];
    return [{ ...comparisonOf(own[0]), attempt, counting: lastOf(measured), rows: last }];
  });
}

/** Text on why a repeat was refused: the statuses of its cells with their reasons, each once. */
export function refusalText({ rows }: Pick<RefusedRepeat, "rows">): string {
  return [...new Set(rows.map(({ status, reason }) => reason === "" ? status : `${status}: ${reason}`))].join(
    "; ",
  );
}
