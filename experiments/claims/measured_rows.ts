/**
 * Rows and samples that rules of claims and premises read. Where a rule asks for a cell that was not
 * measured, the claim counts as not run, with the cell's own reason.
 *
 * @module
 */
import type { Row, Sample } from "../../results/row.ts";
import { type JournalEntry, workloadOf } from "../../results/store/journal.ts";
import { waitingMarkOf } from "../../results/waiting_mark.ts";
import { inMilliseconds } from "../metrics.ts";
import { type RoundSeries, roundSeries } from "./timed_series.ts";

/** A contender on a workload. */
export interface CellKey {
  /** Suite among those that the rule reads; the one that decides the claim when absent. */
  readonly suite?: string;
  /** Workload id within the suite. */
  readonly workload: string;
  /** Contender id within the suite. */
  readonly contender: string;
}

/** Prefix of the ids of contenders that imitate another system's policy with this project's parts. */
const POLICY_PREFIX = "policy:";

/** Whether a backend of this project's own is CPU threads. */
const isOfCpu = (backend: Row["backend"]) => backend === "wasm" || backend === "x86";

/** Error of a rule that asks for a cell or metric that was not measured. */
export class EvidenceMissing extends Error {
  /** Tells it from defects. */
  override readonly name = "EvidenceMissing";
}

/** Rows and samples of one suite, and of others that a rule reads beside it. */
export class MeasuredRows {
  readonly #suite: string;
  readonly #rows = new Map<string, Row>();
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;
  readonly #callMs: number | undefined;
  readonly #runs: ReadonlyMap<string, number | undefined>;
  /** Measured times that rules have read, by cell and metric. */
  readonly #readTimes = new Map<string, { readonly of: string; readonly ms: number }>();
  #readPolicy = false;
  #readCpu: Row["backend"] | undefined;

  /**
   * Takes a session's current rows and samples (of attempts that count), its finished comparisons, the ids
   * of further suites whose rows are read, and the milliseconds that its device takes for a call that
   * computes nothing, where they were measured.
   */
  constructor(
    suite: string,
    measured: {
      readonly rows: readonly Row[];
      readonly samples: readonly Sample[];
      readonly journal?: readonly Pick<JournalEntry, "suite" | "workload" | "attempt" | "run">[];
      readonly reads?: readonly string[];
      readonly callMs?: number;
    },
  ) {
    this.#suite = suite;
    this.#callMs = measured.callMs;
    this.#runs = new Map(
      measured.journal?.map(({ suite, workload, attempt, run }) => [`${suite}:${workload}:${attempt}`, run]),
    );
    const suites = new Set([suite, ...measured.reads ?? []]);
    for (const row of measured.rows) {
      if (suites.has(row.suite)) this.#rows.set(`${row.cell}\n${row.metric}`, row);
    }
    this.#samples = Map.groupBy(measured.samples, ({ cell, metric }) => `${cell}\n${metric}`);
  }

  /** Whether a rule has read a contender of this project that imitates a named system's policy. */
  get readPolicy(): boolean {
    return this.#readPolicy;
  }

  /**
   * Backend of CPU threads whose rows a rule has read, such as those of ranks beside a GPU; `undefined` where
   * there were none. Peers are no devices of the session.
   */
  get readCpu(): Row["backend"] | undefined {
    return this.#readCpu;
  }

  /** The row of a cell's metric, of any status; `undefined` where the cell was not tried. */
  find({ suite = this.#suite, workload, contender }: CellKey, metric: string): Row | undefined {
    this.#readPolicy ||= contender.startsWith(POLICY_PREFIX);
    return this.#rows.get(`${suite}:${workload}:${contender}\n${metric}`);
  }

  /**
   * The row of a cell's metric.
   *
   * @throws {EvidenceMissing} where it was not measured, or not with success.
   */
  row(key: CellKey, metric: string): Row {
    const { workload, contender } = key;
    const row = this.find(key, metric);
    if (row === undefined) {
      throw new EvidenceMissing(`${metric} of ${contender} on ${workload} was not measured`);
    }
    if (row.status !== "ok") {
      throw new EvidenceMissing(
        `${contender} on ${workload}: ${row.status}${row.reason && ` (${row.reason})`}`,
      );
    }
    if (row.median === undefined) {
      throw new EvidenceMissing(`${metric} of ${contender} on ${workload} has no value`);
    }
    if (isOfCpu(row.backend)) this.#readCpu = row.backend;
    // Nanoseconds are those of one edge or vertex, a share of a call.
    const ms = row.source === "measured" && row.unit !== "ns"
      ? inMilliseconds(row.median, row.unit)
      : undefined;
    if (ms !== undefined) {
      this.#readTimes.set(`${row.cell}\n${metric}`, { of: `${contender} on ${row.dataset || workload}`, ms });
    }
    return row;
  }

  /** Looks at rows for words alone: they do not count as a policy, a device or a time that was read. */
  aside<Result>(look: () => Result): Result {
    const readPolicy = this.#readPolicy, readCpu = this.#readCpu, read = new Set(this.#readTimes.keys());
    try {
      return look();
    } finally {
      this.#readPolicy = readPolicy;
      this.#readCpu = readCpu;
      for (const key of this.#readTimes.keys()) if (!read.has(key)) this.#readTimes.delete(key);
    }
  }

  /**
   * Mark of a row whose time is in part waiting for a GPU. A number that is computed from times has no clock
   * of its own: it has the mark of the times of its workload, or, where that has none, of its suite. Of times
   * called `time` and others beside them, the former count.
   */
  waitingFor(row: Row): string | undefined {
    if (row.timer !== "") return waitingMarkOf(row);
    if (row.source !== "measured") return undefined;
    const times = [...this.#rows.values()].filter(({ suite, timer, metric }) =>
      suite === row.suite && timer !== "" && metric !== "cold"
    );
    const workload = workloadOf(row), near = times.filter((each) => workloadOf(each) === workload);
    const beside = near.length > 0 ? near : times, main = beside.filter(({ metric }) => metric === "time");
    return (main.length > 0 ? main : beside).map(waitingMarkOf).find((mark) => mark !== undefined);
  }

  /**
   * Refuses times whose rounds cannot be paired: of two attempts at one comparison, or of comparisons that
   * two runs of the session measured. Comparisons of one run may share a loop.
   *
   * @throws {EvidenceMissing} where there are such.
   */
  assertSameRounds(rows: readonly Row[]): void {
    const [first, ...others] = rows.map((row) => {
      const comparison = row.cell.slice(0, -row.contender.length);
      return { row, comparison, run: this.#runs.get(`${comparison}${row.attempt}`) };
    });
    const apart = others.find(({ row: { attempt }, comparison, run }) =>
      comparison === first.comparison || (run === undefined && first.run === undefined)
        ? attempt !== first.row.attempt
        : run !== first.run
    );
    if (apart === undefined) return;
    const isOne = apart.comparison === first.comparison;
    const [a, b] = [first, apart].map(({ row: { contender, suite }, comparison }) =>
      isOne ? contender : `${contender} on ${comparison.slice(suite.length + 1, -1)}`
    );
    throw new EvidenceMissing(`${a} and ${b} were not measured in the same rounds`);
  }

  /**
   * Device of the suite's rows: CPU threads where any of them ran on such, the most that one had, else a GPU.
   * Work of the host may be that of one thread, and a peer is no device of the session.
   */
  measuredOn(): {
    readonly backend: string;
    readonly adapterKind: Row["adapter_kind"];
    readonly threads: number;
  } {
    const rows = [...this.#rows.values()].filter(({ suite }) => suite === this.#suite);
    const own = rows.filter(({ backend }) => !backend.startsWith("python"));
    const onCpu = own.filter(({ backend }) => isOfCpu(backend));
    const [first, ...others] = [onCpu, own, rows].find(({ length }) => length > 0) ?? [];
    if (first === undefined) throw new EvidenceMissing(`${this.#suite} has no rows`);
    const reach = ({ adapter_kind, threads }: Row) => adapter_kind === "none" ? threads : Infinity;
    const row = others.reduce((best, each) => reach(each) > reach(best) ? each : best, first);
    return { backend: row.backend, adapterKind: row.adapter_kind, threads: row.threads };
  }

  /** Milliseconds of a call that computes nothing; absent where they were not measured. */
  get callMs(): number | undefined {
    return this.#callMs;
  }

  /**
   * Measured times that rules have read so far, each over the time of a call that computes nothing. None
   * where the latter was not measured.
   */
  callRatios(): { readonly of: string; readonly value: number }[] {
    const callMs = this.#callMs;
    if (callMs === undefined) return [];
    return [...this.#readTimes.values()].map(({ of, ms }) => ({ of, value: ms / callMs }));
  }

  /**
   * Values of a cell's metric, round by round.
   *
   * @param kind How the A/A run's difference moves them, where the unit does not say it: `share` for a part
   * of a time in percent.
   * @throws {EvidenceMissing} where it was not measured, or not with success.
   */
  series(key: CellKey, metric: string, kind?: "share"): RoundSeries {
    const row = this.row(key, metric);
    const own = roundSeries(row, this.#samples.get(`${row.cell}\n${row.metric}`) ?? []);
    return kind === undefined ? own : { ...own, kind };
  }
}
