/**
 * Evidence for claims: the session's current rows and samples of one suite, and the statistical comparisons
 * between them. A rule asks for an order or for exact values and never sees a device. Where a rule asks for a
 * cell that was not measured, the claim counts as not run, with the cell's own reason.
 *
 * @module
 */
import {
  type PairedRound,
  pairedRounds,
  pairRounds,
  summarizeRatios,
} from "../../platform/statistics/mod.ts";
import {
  equalEvidence,
  type EqualPart,
  type ExactPart,
  type OpenPart,
  openPart,
  type OrderPart,
  type PartBase,
  type RatioEvidence,
  weakestDatasetKind,
  weakestSource,
} from "../../results/verdicts/evidence.ts";
import { medianOf, type Row, type Sample } from "../../results/row.ts";
import { inMilliseconds } from "../metrics.ts";

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

/** Error of a rule that asks for a cell or metric that was not measured. */
export class EvidenceMissing extends Error {
  /** Tells it from defects. */
  override readonly name = "EvidenceMissing";
}

/** Rows and samples of one suite, and of others that a rule reads beside it. */
export class SuiteEvidence {
  readonly #suite: string;
  readonly #rows = new Map<string, Row>();
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;
  readonly #seed: number;
  readonly #callMs: number | undefined;
  /** Measured times that rules have read, by cell and metric. */
  readonly #readTimes = new Map<string, { readonly of: string; readonly ms: number }>();
  #readPolicy = false;

  /**
   * Takes a session's current rows and samples (the last attempt of each), the ids of further suites whose
   * rows are read, and the milliseconds that its device takes for a call that computes nothing, where they
   * were measured.
   */
  constructor(
    suite: string,
    measured: {
      rows: readonly Row[];
      samples: readonly Sample[];
      reads?: readonly string[];
      callMs?: number;
    },
    seed: number,
  ) {
    this.#suite = suite;
    this.#seed = seed;
    this.#callMs = measured.callMs;
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
    // Nanoseconds are those of one edge or vertex, a share of a call.
    const ms = row.source === "measured" && row.median !== undefined && row.unit !== "ns"
      ? inMilliseconds(row.median, row.unit)
      : undefined;
    if (ms !== undefined) {
      this.#readTimes.set(`${row.cell}\n${metric}`, { of: `${contender} on ${row.dataset}`, ms });
    }
    return row;
  }

  /** Looks at rows for words alone: they count neither as a policy that was read nor as a time. */
  aside<Result>(look: () => Result): Result {
    const readPolicy = this.#readPolicy, read = new Set(this.#readTimes.keys());
    try {
      return look();
    } finally {
      this.#readPolicy = readPolicy;
      for (const key of this.#readTimes.keys()) if (!read.has(key)) this.#readTimes.delete(key);
    }
  }

  /** Device of the suite's rows. */
  measuredOn(): {
    readonly backend: string;
    readonly adapterKind: Row["adapter_kind"];
    readonly threads: number;
  } {
    const [row] = this.#rows.values();
    if (row === undefined) throw new EvidenceMissing(`${this.#suite} has no rows`);
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
   * "`fast` is faster than `slow`", on the rounds that both have.
   *
   * @param metric What was timed, `time` when absent; or a fact of which every repetition is kept.
   */
  faster(fast: CellKey, slow: CellKey, metric = "time"): OrderPart {
    return this.#order(this.row(fast, metric), this.row(slow, metric), {
      amounts: [1, 1],
      words: `${metric}(${slow.contender}) / ${metric}(${fast.contender})`,
    });
  }

  /**
   * Part of a claim: `slow` takes more (or less) than `factor` times as long as `fast`, on the rounds that
   * both have.
   */
  byFactor(
    fast: CellKey,
    slow: CellKey,
    { side, factor }: { readonly side: OrderPart["claimed"]; readonly factor: number },
  ): OrderPart {
    const part = this.#order(this.row(fast, "time"), this.row(slow, "time"), {
      amounts: [1, factor],
      words: `time(${slow.contender}) / time(${fast.contender}) over ${factor}`,
    });
    return { ...part, claimed: side };
  }

  /** "`high` has the higher rate", for cells that do unequal amounts of work in a sample: bandwidths. */
  higherRate(high: CellKey, low: CellKey, rate: string): OrderPart {
    const amount = (key: CellKey) => medianOf(this.row(key, rate)) * medianOf(this.row(key, "time"));
    return this.#order(this.row(high, "time"), this.row(low, "time"), {
      amounts: [amount(high), amount(low)],
      words: `${rate}(${high.contender}) / ${rate}(${low.contender})`,
    });
  }

  /**
   * Part of a claim: a metric lies on this side of `bound`, round by round. For metrics that are themselves
   * ratios of paired rounds, such as a speed-up or a share.
   */
  bounded(
    key: CellKey,
    metric: string,
    { side, bound }: { readonly side: OrderPart["claimed"]; readonly bound: number },
  ): OrderPart {
    const row = this.row(key, metric);
    const ratio = summarizeRatios(this.#overBound(row, bound), { seed: this.#seed });
    const { median, ciLo, ciHi, n } = ratio;
    const [value, low, high] = [median, ciLo, ciHi].map((each) => (bound * each).toPrecision(4));
    const words = `${metric} of ${nameOf(key, row)} = ${value} [${low}, ${high}], ${n} rounds`;
    return { kind: "order", claimed: side, ratio, ...this.#about(words, [row]) };
  }

  /**
   * Part of a claim: a metric is about `wanted`, by two one-sided tests: its ratio to `wanted` is within
   * `margin` of 1.
   */
  near(
    key: CellKey,
    metric: string,
    { wanted, margin }: { readonly wanted: number; readonly margin: number },
  ): EqualPart {
    const row = this.row(key, metric);
    const equal = equalEvidence(this.#overBound(row, wanted), { margin, seed: this.#seed });
    const words = `${metric} of ${nameOf(key, row)} over ${wanted} = ${spellRatio(equal.ratio)}`;
    return { ...equal, ...this.#about(words, [row]) };
  }

  /**
   * Part of a claim: two cells are equal within `margin`, by two one-sided tests on the rounds that both
   * have.
   */
  equal(
    [a, b]: readonly [CellKey, CellKey],
    { metric, margin }: { readonly metric: string; readonly margin: number },
  ): EqualPart {
    const rows = [this.row(a, metric), this.row(b, metric)] as const;
    assertSameRounds(...rows);
    const [above, below] = rows.map((row) => this.#samplesOf(row));
    const equal = equalEvidence(pairedRounds(above, below), { margin, seed: this.#seed });
    const words = `${metric} of ${nameOf(a, rows[0])} over that of ${nameOf(b, rows[1])} = ${
      spellRatio(equal.ratio)
    }`;
    return { ...equal, ...this.#about(words, rows) };
  }

  #samplesOf({ cell, metric }: Row): readonly Sample[] {
    return this.#samples.get(`${cell}\n${metric}`) ?? [];
  }

  #overBound(row: Row, bound: number): PairedRound[] {
    return this.#samplesOf(row).map(({ preparation, value }) => ({
      preparation,
      numerator: value,
      denominator: bound,
    }));
  }

  /** Properties that every part states about its rows: words, source and kind of dataset. */
  #about(words: string, rows: readonly Row[]): PartBase {
    return {
      words,
      source: weakestSource(rows.map(({ source }) => source)) || "measured",
      datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)),
    };
  }

  /** Time for one unit of work of the slow cell over that of the fast one, claimed to be above 1. */
  #order(
    fast: Row,
    slow: Row,
    { amounts, words }: { amounts: readonly [number, number]; words: string },
  ): OrderPart {
    assertSameRounds(fast, slow);
    const unit = (row: Row, amount: number) =>
      this.#samplesOf(row).map((sample) => ({ ...sample, value: sample.value / amount }));
    const ratio = pairRounds(unit(slow, amounts[1]), unit(fast, amounts[0]), this.#seed);
    const on = fast.dataset === "" ? "" : ` on ${fast.dataset}`;
    const about = this.#about(`${words}${on} = ${spellRatio(ratio)}`, [fast, slow]);
    return { kind: "order", claimed: "above", ratio, ...about };
  }

  /** Part of a claim: a predicate over exact values of these rows. */
  exact(holds: boolean, words: string, rows: readonly Row[], value?: number): ExactPart {
    return { kind: "exact", holds, ...this.#about(words, rows), ...(value === undefined ? {} : { value }) };
  }

  /**
   * Part of a claim: a predicate over these rows, or an open part where `holds` is `undefined` because the
   * rows' intervals allow both answers.
   */
  decide(holds: boolean | undefined, { words, rows, value, open }: Grounds): ExactPart | OpenPart {
    const part = this.exact(holds ?? false, words, rows, value);
    return holds === undefined ? openPart(part, open) : part;
  }
}

/** Grounds of a predicate's answer. */
export interface Grounds {
  /** Question, in words with numbers. */
  readonly words: string;
  /** The rows that were looked at. */
  readonly rows: readonly Row[];
  /** Number that decides the predicate. */
  readonly value?: number;
  /** Reason for an open part; used where the predicate has no answer. */
  readonly open: string;
}

/** Refuses rows of different runs, whose rounds cannot be paired. */
function assertSameRounds(a: Row, b: Row): void {
  if (a.attempt === b.attempt) return;
  throw new EvidenceMissing(`${a.contender} and ${b.contender} were not measured in the same rounds`);
}

const nameOf = ({ workload, contender }: CellKey, { dataset }: Row) =>
  `${contender} on ${workload}${dataset && ` (${dataset})`}`;

function spellRatio({ median, ciLo, ciHi, n }: RatioEvidence): string {
  return `${median.toFixed(3)} [${ciLo.toFixed(3)}, ${ciHi.toFixed(3)}], ${n} rounds`;
}
