/**
 * What a claim may look at: the session's current rows and samples of one suite, and the comparisons that can be made of
 * them. A rule asks for order or exact values and never sees a device; where what it asks for was not measured, the
 * claim is not run, with the cell's own reason.
 *
 * @module
 */
import { type RatioSummary, summarizeRatios } from "../platform/statistics/mod.ts";
import type { Row, Sample } from "../results/row.ts";
import type { NewSample } from "../results/store.ts";
import {
  type ExactPart,
  type OpenPart,
  openPart,
  type OrderPart,
  weakestDatasetKind,
  weakestSource,
} from "../results/evidence.ts";

/** A contender on a workload. */
export interface CellKey {
  /** Workload id within the suite. */
  readonly workload: string;
  /** Contender id within the suite. */
  readonly contender: string;
}

/** How the ids of contenders begin that are another system's policy made of this project's parts. */
const POLICY_PREFIX = "policy:";

/** What a rule asked for was not measured. */
export class EvidenceMissing extends Error {
  /** Tells it from defects. */
  override readonly name = "EvidenceMissing";
}

/** Rows and samples of one suite. */
export class SuiteEvidence {
  readonly #suite: string;
  readonly #rows = new Map<string, Row>();
  readonly #samples: ReadonlyMap<string, readonly Sample[]>;
  readonly #seed: number;
  #readPolicy = false;

  /** Takes a session's current rows and samples: the last attempt of each. */
  constructor(suite: string, measured: { rows: readonly Row[]; samples: readonly Sample[] }, seed: number) {
    this.#suite = suite;
    this.#seed = seed;
    for (const row of measured.rows) {
      if (row.suite === suite) this.#rows.set(`${row.cell}\n${row.metric}`, row);
    }
    this.#samples = Map.groupBy(measured.samples, ({ cell, metric }) => `${cell}\n${metric}`);
  }

  /** Whether a rule has looked at a policy of ours that stands for a named system. */
  get readPolicy(): boolean {
    return this.#readPolicy;
  }

  /** The row of a cell's metric, whatever became of it; `undefined` where it was not tried. */
  find({ workload, contender }: CellKey, metric: string): Row | undefined {
    this.#readPolicy ||= contender.startsWith(POLICY_PREFIX);
    return this.#rows.get(`${this.#suite}:${workload}:${contender}\n${metric}`);
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
    return row;
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

  /** "`high` has the higher rate", for cells that do unequal amounts of work in a sample: bandwidths. */
  higherRate(high: CellKey, low: CellKey, rate: string): OrderPart {
    const amount = (key: CellKey) => this.row(key, rate).median! * this.row(key, "time").median!;
    return this.#order(this.row(high, "time"), this.row(low, "time"), {
      amounts: [amount(high), amount(low)],
      words: `${rate}(${high.contender}) / ${rate}(${low.contender})`,
    });
  }

  /** Time for one unit of work of the slow cell over that of the fast one, claimed to be above 1. */
  #order(
    fast: Row,
    slow: Row,
    { amounts, words }: { amounts: readonly [number, number]; words: string },
  ): OrderPart {
    const unit = (row: Row, amount: number) =>
      (this.#samples.get(`${row.cell}\n${row.metric}`) ?? []).map((sample) => ({
        ...sample,
        value: sample.value / amount,
      }));
    const ratio = pairRounds(unit(slow, amounts[1]), unit(fast, amounts[0]), this.#seed);
    const numbers = `${ratio.median.toFixed(3)} [${ratio.ciLo.toFixed(3)}, ${ratio.ciHi.toFixed(3)}]`;
    const on = fast.dataset === "" ? "" : ` on ${fast.dataset}`;
    return {
      kind: "order",
      claimed: "above",
      ratio,
      words: `${words}${on} = ${numbers}, ${ratio.n} rounds`,
      source: weakestSource([fast.source, slow.source]) || "measured",
      datasetKind: weakestDatasetKind([fast.dataset_kind, slow.dataset_kind]),
    };
  }

  /** A predicate over exact values of these rows. */
  exact(holds: boolean, words: string, rows: readonly Row[], value?: number): ExactPart {
    return {
      kind: "exact",
      holds,
      words,
      source: weakestSource(rows.map(({ source }) => source)) || "measured",
      datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)),
      ...(value === undefined ? {} : { value }),
    };
  }

  /** A predicate over these rows to which there may be no answer: `undefined` where their intervals allow both. */
  decide(holds: boolean | undefined, { words, rows, value, open }: Grounds): ExactPart | OpenPart {
    const part = this.exact(holds ?? false, words, rows, value);
    return holds === undefined ? openPart(part, open) : part;
  }
}

/** What an answer rests on. */
export interface Grounds {
  /** What was asked, in words with numbers. */
  readonly words: string;
  /** The rows that were looked at. */
  readonly rows: readonly Row[];
  /** The number that decided. */
  readonly value?: number;
  /** Why there is no answer, where there is none. */
  readonly open: string;
}

/** Ratios of two cells' samples, paired by round. Rounds that only one of them has do not count. */
export function pairRounds(
  numerator: readonly NewSample[],
  denominator: readonly NewSample[],
  seed: number,
): RatioSummary {
  const below = new Map(denominator.map((sample) => [sample.round, sample]));
  const rounds = numerator.flatMap((sample) => {
    const partner = below.get(sample.round);
    return partner === undefined
      ? []
      : [{ preparation: sample.preparation, numerator: sample.value, denominator: partner.value }];
  });
  return summarizeRatios(rounds, { seed });
}
