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
import { type ExactPart, type OrderPart, weakestDatasetKind, weakestSource } from "../results/evidence.ts";

/** A contender on a workload. */
export interface CellKey {
  /** Workload id within the suite. */
  readonly workload: string;
  /** Contender id within the suite. */
  readonly contender: string;
}

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

  /** Takes a session's current rows and samples: the last attempt of each. */
  constructor(suite: string, measured: { rows: readonly Row[]; samples: readonly Sample[] }, seed: number) {
    this.#suite = suite;
    this.#seed = seed;
    for (const row of measured.rows) {
      if (row.suite === suite) this.#rows.set(`${row.cell}\n${row.metric}`, row);
    }
    this.#samples = Map.groupBy(measured.samples, ({ cell, metric }) => `${cell}\n${metric}`);
  }

  /** The row of a cell's metric, whatever became of it; `undefined` where it was not tried. */
  find({ workload, contender }: CellKey, metric: string): Row | undefined {
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

  /** "`fast` is faster than `slow`", on the rounds that both have. */
  faster(fast: CellKey, slow: CellKey): OrderPart {
    const rows = [this.row(slow, "time"), this.row(fast, "time")];
    const [numerator, denominator] = rows.map(({ cell }) => this.#samples.get(`${cell}\ntime`) ?? []);
    const ratio = pairRounds(numerator, denominator, this.#seed);
    const numbers = `${ratio.median.toFixed(3)} [${ratio.ciLo.toFixed(3)}, ${ratio.ciHi.toFixed(3)}]`;
    return {
      kind: "order",
      claimed: "above",
      ratio,
      words: `time(${slow.contender}) / time(${fast.contender}) on ${
        rows[0].dataset
      } = ${numbers}, ${ratio.n} rounds`,
      source: weakestSource(rows.map(({ source }) => source)) || "measured",
      datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)),
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
