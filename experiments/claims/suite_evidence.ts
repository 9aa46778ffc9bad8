/**
 * Evidence for claims: the session's current rows and samples of one suite, and the questions that rules ask
 * of them. A rule states a number that is computed from measured metrics and the range that the claim has it
 * in, or a predicate over exact values; what is sampled is no exact value. Where a rule asks for a cell that
 * was not measured, the claim counts as not run, with the cell's own reason.
 *
 * @module
 */
import {
  type ExactPart,
  type OpenPart,
  openPart,
  type PartBase,
  type TimedPart,
  type TimedQuantity,
  weakestDatasetKind,
  weakestSource,
} from "../../results/verdicts/evidence.ts";
import { timedEvidence } from "../../results/verdicts/timed.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { inMilliseconds } from "../metrics.ts";
import { type CellKey, EvidenceMissing, MeasuredRows } from "./measured_rows.ts";
import { quantityOfMedians, quantityRounds, type RoundSeries } from "./timed_series.ts";

export { type CellKey, EvidenceMissing } from "./measured_rows.ts";

/** A metric of a cell. */
export type Cited = readonly [cell: CellKey, metric: string];

/** A number that is computed from measured metrics, round by round, and the range that a claim has it in. */
export interface TimedQuestion {
  /** Metrics that the number is computed from. */
  readonly of: readonly RoundSeries[];
  /** Computes the number from one value of each metric. */
  readonly quantity: (values: readonly number[]) => number;
  /** Claimed range; an end may be infinite. */
  readonly within: readonly [least: number, most: number];
  /** Name of the number. */
  readonly text: string;
  /** Unit of the number; none when absent. */
  readonly unit?: string;
  /** Set for a number that may be 0 or less. */
  readonly signed?: boolean;
}

/** Side of a bound on which a number is claimed to lie. */
interface Bound {
  /** The claimed side. */
  readonly side: "above" | "below";
  /** Bound, in the metric's unit. */
  readonly bound: number;
}

/** Rows and samples of one suite, and the questions of its claims. */
export class SuiteEvidence extends MeasuredRows {
  readonly #seed: number;
  readonly #smallestDifference: number;
  #checksCode = false;

  /**
   * Takes what {@linkcode MeasuredRows} takes, the smallest difference that the session's A/A run can see (as
   * a ratio minus 1; 0 when absent), and the seed that fixes the draws of bootstraps.
   */
  constructor(
    suite: string,
    measured: ConstructorParameters<typeof MeasuredRows>[1] & { readonly smallestDifference?: number },
    seed: number,
  ) {
    super(suite, measured);
    this.#seed = seed;
    this.#smallestDifference = measured.smallestDifference ?? 0;
  }

  /** Whether a rule has compared times as exact values, as a check of this project's own code may. */
  get checksCode(): boolean {
    return this.#checksCode;
  }

  /**
   * Part of a claim: a number that is computed from measured metrics lies in a range, round by round. Every
   * other question about time is one of these. Times that are in part waiting for a GPU decide nothing.
   *
   * @throws {EvidenceMissing} where times are of different runs, whose rounds cannot be paired.
   */
  timed(question: TimedQuestion): TimedPart {
    return this.#timed(question, spellRange(question.within));
  }

  /** A question, and its range as evidence states it. */
  #timed(
    { of, quantity, within, text, unit = "", signed = false }: TimedQuestion,
    range: string,
  ): TimedPart {
    const rows = of.flatMap((series) => series.rows);
    this.assertSameRounds(of.flatMap((series) => series.kind === "time" ? series.rows : []));
    const seed = this.#seed, smallestDifference = this.#smallestDifference;
    const rounds = quantityRounds(of, quantity, { smallestDifference, seed });
    const part = timedEvidence(rounds, { within, seed, signed });
    const about = this.#about(`${text} = ${spellQuantity(part.found, unit)}${range}`, rows);
    const undecided = of.filter(({ kind }) => kind !== "exact").flatMap((series) => series.rows)
      .map((row) => this.waitingFor(row)).find((mark) => mark !== undefined);
    return undecided === undefined
      ? { ...part, ...about }
      : { ...part, pFor: 1, pAgainst: 1, undecided, ...about };
  }

  /**
   * Part of a claim: a predicate over measured metrics holds round by round, such as one size being the best
   * or a curve having one minimum. A round speaks for the claim where the predicate holds, whatever the A/A
   * run cannot tell apart. Noise can make a predicate true in most rounds that is false of the metrics
   * themselves, or the other way round: the medians have to answer alike, wherever in their intervals they
   * lie.
   */
  inRounds({ of, holds, text }: {
    readonly of: readonly RoundSeries[];
    readonly holds: (values: readonly number[]) => boolean;
    readonly text: string;
  }): TimedPart {
    const quantity = (values: readonly number[]) => holds(values) ? 1 : 0;
    const question = {
      of,
      quantity,
      within: [0.5, Infinity],
      text: `${text}; true`,
      signed: true,
    } as const;
    const part = this.#timed(question, ""), { found } = part;
    const seed = this.#seed, smallestDifference = this.#smallestDifference;
    const { least, most } = quantityOfMedians(of, quantity, { smallestDifference, seed });
    const seenLo = Math.min(found.seenLo, least), seenHi = Math.max(found.seenHi, most);
    return { ...part, found: { ...found, seenLo, seenHi } };
  }

  /**
   * "`fast` is faster than `slow`", on the rounds that both have.
   *
   * @param metric What was timed, `time` when absent; or a fact of which every repetition is kept.
   */
  faster(fast: CellKey, slow: CellKey, metric = "time"): TimedPart {
    return this.byFactor(fast, slow, { side: "above", factor: 1, metric });
  }

  /**
   * Part of a claim: `slow` takes more (or less) than `factor` times as long as `fast`, on the rounds that
   * both have.
   */
  byFactor(
    fast: CellKey,
    slow: CellKey,
    { side, factor, metric = "time" }: {
      readonly side: "above" | "below";
      readonly factor: number;
      readonly metric?: string;
    },
  ): TimedPart {
    const of = [this.series(fast, metric), this.series(slow, metric)];
    return this.timed({
      of,
      quantity: ([below, above]) => above / below,
      within: rangeOf({ side, bound: factor }),
      text: `${metric}(${slow.contender}) / ${metric}(${fast.contender})${onDataset(of[0])}`,
    });
  }

  /** "`high` has the higher rate", for cells that do unequal amounts of work in a sample: bandwidths. */
  higherRate(high: CellKey, low: CellKey, rate: string): TimedPart {
    return this.timed({ ...this.#rates(high, low, rate), within: [1, Infinity] });
  }

  /** "Both have the same rate" within `margin`, for cells that do unequal amounts of work in a sample. */
  equalRates(one: CellKey, other: CellKey, { rate, margin }: {
    readonly rate: string;
    readonly margin: number;
  }): TimedPart {
    return this.timed({ ...this.#rates(one, other, rate), within: [1 / margin, margin] });
  }

  #rates(one: CellKey, other: CellKey, rate: string): Omit<TimedQuestion, "within"> {
    const amount = (key: CellKey) => medianOf(this.row(key, rate)) * medianOf(this.row(key, "time"));
    const [above, below] = [amount(one), amount(other)];
    const of = [this.series(other, "time"), this.series(one, "time")];
    return {
      of,
      quantity: ([slow, fast]) => (slow / below) / (fast / above),
      text: `${rate}(${one.contender}) / ${rate}(${other.contender})${onDataset(of[1])}`,
    };
  }

  /** Part of a claim: one metric is less than another, of any cells. */
  less(small: readonly [CellKey, string], large: readonly [CellKey, string]): TimedPart {
    const of = [this.series(...large), this.series(...small)];
    const [above, below] = [large, small].map(([key, metric], i) => `${metric} of ${nameOf(key, of[i])}`);
    return this.timed({
      of,
      quantity: ([more, less]) => more / less,
      within: [1, Infinity],
      text: `${above} over ${below}`,
    });
  }

  /** Part of a claim: a metric lies on one side of a bound, such as a speed-up. */
  bounded(
    key: CellKey,
    metric: string,
    bound: { readonly side: "above" | "below"; readonly bound: number },
  ): TimedPart {
    return this.#within(key, metric, { within: rangeOf(bound) });
  }

  /** Part of a claim: a share of a time, in percent, lies on one side of a bound. */
  share(...[key, metric, bound]: Parameters<SuiteEvidence["bounded"]>): TimedPart {
    return this.#within(key, metric, { within: rangeOf(bound), kind: "share" });
  }

  /**
   * Part of a claim: a metric is about `wanted`, by two one-sided tests: its ratio to `wanted` is within
   * `margin` of 1.
   */
  near(
    key: CellKey,
    metric: string,
    { wanted, margin }: { readonly wanted: number; readonly margin: number },
  ): TimedPart {
    return this.#within(key, metric, { within: [wanted / margin, wanted * margin] });
  }

  #within(
    key: CellKey,
    metric: string,
    { within, kind }: Pick<TimedQuestion, "within"> & { readonly kind?: "share" },
  ): TimedPart {
    const series = this.series(key, metric, kind), [{ unit }] = series.rows;
    const text = `${metric} of ${nameOf(key, series)}`;
    return this.timed({ of: [series], quantity: ([value]) => value, within, text, unit });
  }

  /**
   * Part of a claim: two cells are equal within `margin`, by two one-sided tests on the rounds that both
   * have.
   */
  equal(
    [a, b]: readonly [CellKey, CellKey],
    { metric, margin }: { readonly metric: string; readonly margin: number },
  ): TimedPart {
    const of = [this.series(a, metric), this.series(b, metric)];
    return this.timed({
      of,
      quantity: ([one, other]) => one / other,
      within: [1 / margin, margin],
      text: `${metric} of ${nameOf(a, of[0])} over that of ${nameOf(b, of[1])}`,
    });
  }

  /** Properties that every part states about its rows: words, source and kind of dataset. */
  #about(text: string, rows: readonly Row[]): PartBase {
    return {
      text,
      source: weakestSource(rows.map(({ source }) => source)) || "measured",
      datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)),
    };
  }

  /**
   * Part of a claim: a predicate over exact values of these rows.
   *
   * @throws {TypeError} where a value is sampled: {@linkcode timed} asks about it.
   */
  exact(holds: boolean, text: string, rows: readonly Row[], value?: number): ExactPart {
    for (const row of rows) {
      if (isSampled(row)) throw new TypeError(`${row.metric} of ${row.cell} is sampled: state a quantity`);
    }
    return this.#predicate(holds, text, rows, value);
  }

  #predicate(holds: boolean, text: string, rows: readonly Row[], value?: number): ExactPart {
    for (const { cell, metric, median } of rows) {
      if (median !== undefined && !Number.isFinite(median)) {
        throw new EvidenceMissing(`${metric} of ${cell} is ${median}, which decides nothing`);
      }
    }
    return { kind: "exact", holds, ...this.#about(text, rows), ...(value === undefined ? {} : { value }) };
  }

  /**
   * Part of a claim that holds by construction: a predicate over these rows, times among them. It checks the
   * code and not the machine, and no other claim may use it.
   */
  byConstruction(holds: boolean, text: string, rows: readonly Row[]): ExactPart {
    this.#checksCode = true;
    return this.#predicate(holds, text, rows);
  }

  /**
   * Part of a claim: a predicate over these rows, or an open part where `holds` is `undefined` because it
   * allows both answers.
   *
   * @throws {TypeError} where a value is sampled.
   */
  decide(holds: boolean | undefined, { text, rows, value, open }: Grounds): ExactPart | OpenPart {
    const part = this.exact(holds ?? false, text, rows, value);
    return holds === undefined ? openPart(part, open) : part;
  }

  /**
   * Part of a claim about accuracies or losses, by their intervals over trainings from different seeds.
   *
   * @throws {TypeError} where a row is of a clock.
   */
  overSeeds(holds: boolean | undefined, { text, rows, value, open }: Grounds): ExactPart | OpenPart {
    for (const row of rows) {
      if (isOfClock(row)) throw new TypeError(`${row.metric} of ${row.cell} is a time: state a quantity`);
    }
    const part = this.#predicate(holds ?? false, text, rows, value);
    return holds === undefined ? openPart(part, open) : part;
  }
}

/** Grounds of a predicate's answer. */
export interface Grounds {
  /** Question, in words with numbers. */
  readonly text: string;
  /** The rows that were looked at. */
  readonly rows: readonly Row[];
  /** Number that decides the predicate. */
  readonly value?: number;
  /** Reason for an open part; used where the predicate has no answer. */
  readonly open: string;
}

/** Whether a row is of a clock. */
function isOfClock({ timer, unit, source }: Row): boolean {
  return Boolean(timer) || (source === "measured" && inMilliseconds(1, unit) !== undefined);
}

/** Whether a row has a value that another run would not repeat. */
function isSampled(row: Row): boolean {
  return isOfClock(row) || row.ci_lo !== undefined;
}

const rangeOf = ({ side, bound }: Bound): readonly [number, number] =>
  side === "above" ? [bound, Infinity] : [-Infinity, bound];

const onDataset = ({ rows: [{ dataset }] }: RoundSeries) => dataset === "" ? "" : ` on ${dataset}`;

const nameOf = ({ workload, contender }: CellKey, { rows: [{ dataset }] }: RoundSeries) =>
  `${contender} on ${workload}${dataset && ` (${dataset})`}`;

/** `, claimed above 1.5`, as `readEvidence` has it. */
function spellRange([least, most]: readonly [number, number]): string {
  const [from, to] = [least, most].map((bound) => String(Number(bound.toPrecision(4))));
  if (!Number.isFinite(most)) return `, claimed above ${from}`;
  return `, claimed ${Number.isFinite(least) ? `${from} to` : "below"} ${to}`;
}

/** `1.234 [1.1, 1.3] ms, 15 rounds`. */
function spellQuantity({ median, ciLo, ciHi, n }: TimedQuantity, unit: string): string {
  if (n === 0) return "not known: its metrics share no rounds";
  if (Number.isNaN(median)) return "not known: not every round has one";
  const [value, low, high] = [median, ciLo, ciHi].map((each) => each.toPrecision(4));
  return `${`${value} [${low}, ${high}] ${formatUnit(unit)}`.trimEnd()}, ${n} rounds`;
}
