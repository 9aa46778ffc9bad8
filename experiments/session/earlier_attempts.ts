/**
 * Earlier attempts at a session's comparisons: what they left out, what failed, what code they ran, and the
 * times that they took.
 *
 * @module
 */
import type { Row } from "../../results/row.ts";
import { type OthersLoad, othersRemark } from "../../results/others_load.ts";
import { countingEntries, countingRows, refusedRepeats } from "../../results/store/counting_rows.ts";
import { type JournalEntry, workloadOf } from "../../results/store/journal.ts";
import type { SessionStore } from "../../results/store/store.ts";
import type { TimerKind } from "../../hardware/device.ts";
import { cellName, type Workload } from "../cell.ts";
import type { CheckedTimes } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import type { PlannedComparison } from "./planning/plan.ts";

/** Form of the commit that `harnessCommit` gives for a tree without changes. */
const CLEAN_COMMIT = /^[0-9a-f]+$/;

/** Whether a row says that its cell did not end well. */
const failed = ({ status }: Row) => status !== "ok" && status !== "skipped";

/** Rows that count, and those of refused repeats: memory that lacked for one may be there again. */
function endRows(rows: readonly Row[]): readonly Row[] {
  return [...countingRows(rows), ...refusedRepeats(rows).flatMap((refused) => refused.rows)];
}

/** Attempts in a session's store, read at each question. */
export class EarlierAttempts {
  readonly #store: SessionStore;
  readonly #commit: string;
  /** Suites that share the rounds of one loop, and whose finished comparisons have none in common. */
  readonly #apart = new Set<Suite>();

  /** Takes the store of a session and the commit of the code that runs now. */
  constructor(store: SessionStore, commit: string) {
    this.#store = store;
    this.#commit = commit;
  }

  /**
   * The comparison with the contenders of its earlier runs added, because only contenders that ran in the
   * same rounds are compared.
   */
  together(planned: PlannedComparison): PlannedComparison {
    const { suite, workload } = planned;
    if (this.#store.finished(suite.id, workload.id) === undefined) return planned;
    const known = this.#cells();
    const contenders = suite.contenders.filter((contender) =>
      planned.contenders.includes(contender) || known.has(cellName(suite, workload, contender))
    );
    return { ...planned, contenders };
  }

  /** Whether an earlier run of the comparison left out contenders that this one wants (another filter). */
  isIncomplete({ suite, workload, contenders }: PlannedComparison): boolean {
    const known = this.#cells();
    return contenders.some((contender) => !known.has(cellName(suite, workload, contender)));
  }

  /**
   * Finds among comparisons that a run is about to measure the suites whose workloads share the rounds of one
   * loop, but of which only some are finished, or by several runs: this run measures all of them.
   */
  findApart(planned: readonly PlannedComparison[]): void {
    for (const [suite, own] of Map.groupBy(planned, ({ suite }) => suite)) {
      if (suite.sharesRounds !== true) continue;
      const entries = own.map(({ workload }) => this.#store.finished(suite.id, workload.id));
      const finished = entries.filter((entry) => entry !== undefined);
      const runs = new Set(finished.map(({ run }) => run));
      if (finished.length > 0 && (finished.length < own.length || runs.size > 1)) this.#apart.add(suite);
    }
  }

  /** Whether a comparison is finished, in a suite of {@linkcode findApart} by this run. */
  isFinished({ suite, workload }: PlannedComparison): boolean {
    const entry = this.#store.finished(suite.id, workload.id);
    return entry !== undefined && !(this.#apart.has(suite) && entry.run !== this.#store.run);
  }

  /**
   * Whether the attempt that counts has this key and is known to have run the current code; a refused repeat
   * has a key but no result. The key of a timed comparison has the text of its kernels; an exact or joint
   * one may use any code of this project, so that only a clean tree at the same commit proves it.
   */
  isCurrent(suite: Suite, workload: Workload, key: string): boolean {
    if (this.#countingEntry(suite.id, workload.id)?.key !== key) return false;
    if (suite.measurement.kind === "timed") return true;
    return CLEAN_COMMIT.test(this.#commit) &&
      this.#rowsOf(suite.id, workload.id).every(({ commit }) => commit === this.#commit);
  }

  /** Whether a cell of the comparison did not end well. */
  hasFailed(suite: Suite, workload: Workload): boolean {
    return endRows(this.#attemptsAt(suite.id, workload.id)).some(failed);
  }

  /** Whether any cell of the session did not end well. */
  get hasFailures(): boolean {
    return endRows(this.#store.rows).some(failed);
  }

  /** Rows of one comparison that count. */
  #rowsOf(suite: string, workload: string): readonly Row[] {
    return countingRows(this.#attemptsAt(suite, workload));
  }

  /**
   * Rows of all attempts at one comparison. Rows of workload `r2:10g` are not rows of `r2`, although their
   * cells begin with it.
   */
  #attemptsAt(suite: string, workload: string): readonly Row[] {
    return this.#store.rows.filter((row) => row.suite === suite && workloadOf(row) === workload);
  }

  /**
   * Times of a timed comparison by contender, round by round, where a clean tree at this commit took them:
   * those that are right and that nothing is remarked on but other programs, which
   * {@linkcode EarlierAttempts.othersLoad} tells.
   */
  async times(suite: string, workload: string): Promise<ReadonlyMap<string, CheckedTimes>> {
    const times = new Map<string, CheckedTimes>();
    if (!CLEAN_COMMIT.test(this.#commit)) return times;
    const samples = await this.#store.samples(), remark = othersRemark(this.othersLoad(suite, workload));
    for (const row of this.#rowsOf(suite, workload)) {
      const { cell, contender, metric, status, reason, commit, attempt, rel_err, tolerance, checked_rows } =
        row;
      if (metric !== "time" || status !== "ok" || (reason !== "" && reason !== remark)) continue;
      if (commit !== this.#commit || rel_err === undefined) continue;
      const own = samples.filter((each) =>
        each.cell === cell && each.metric === metric && each.attempt === attempt
      );
      if (own.length === 0) continue;
      const rounds = own.toSorted((a, b) => a.round - b.round);
      times.set(contender, {
        ms: rounds.map(({ value }) => value),
        preparations: rounds.map(({ preparation }) => preparation),
        check: { ok: true, relErr: rel_err, tolerance: tolerance!, checkedRows: checked_rows! },
        timer: row.timer as TimerKind,
      });
    }
    return times;
  }

  /** Load of other programs during the attempt that counts; undefined where the system did not tell. */
  othersLoad(suite: string, workload: string): OthersLoad | undefined {
    return this.#countingEntry(suite, workload)?.othersLoad;
  }

  /** Journal's entry of the attempt that counts; undefined where there is none. */
  #countingEntry(suite: string, workload: string): JournalEntry | undefined {
    const journal = this.#store.journal.filter((entry) =>
      entry.suite === suite && entry.workload === workload
    );
    return countingEntries({ rows: this.#attemptsAt(suite, workload), journal }).at(0);
  }

  #cells(): ReadonlySet<string> {
    return new Set(this.#store.rows.map(({ cell }) => cell));
  }
}
