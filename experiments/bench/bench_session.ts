/**
 * Judgement of a session by the lines of its suites.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { leastSquares, pairedRounds, quantile } from "../../platform/statistics/mod.ts";
import type { Row } from "../../results/row.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import type { SessionContents } from "../../results/store/store.ts";
import { cellName, type Workload } from "../cell.ts";
import type { Suite } from "../suite.ts";
import type { BenchLine, RatioLine, SlopeLine, ValueLine } from "./line.ts";
import {
  FEWEST_FOR_INTERVAL,
  type LineRatio,
  lineRatio,
  type RatioCell,
  type Reached,
  reached,
  targetOn,
  type WantedRatio,
} from "./ratio.ts";

/** A line with what a session found. */
export interface JudgedLine {
  /** The line as its suite says it. */
  readonly line: BenchLine;
  /** Whether its target is reached; `shown` without one, `unstable` or `not run` without a number. */
  readonly outcome: Reached | "shown" | "unstable" | "not run";
  /** Found value with its interval: a ratio, a slope, a metric. */
  readonly value?: { readonly mean: number; readonly lo: number; readonly hi: number; readonly unit: string };
  /** The ratio in parts, of a ratio line. */
  readonly ratio?: LineRatio;
  /** Least ratios, where the device has a target. */
  readonly target?: WantedRatio;
  /** Geometric mean of the shares of this device's own roofline that its cells reach. */
  readonly rooflineShare?: number;
  /** Cells behind the value, and cells that the session should have. */
  readonly cells: { readonly found: number; readonly planned: number };
  /** Why cells are missing; empty where none is. */
  readonly reason: string;
}

/** Geometric mean; `undefined` of nothing. */
function geometricMean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.exp(sumOf(values, (value) => Math.log(value)) / values.length);
}

/** Rows and samples that count, by cell. */
export class BenchSession {
  readonly #contents: SessionContents;
  readonly #rows: ReadonlyMap<string, Row>;

  /** Reads the rows of a session that count. */
  constructor(contents: SessionContents) {
    this.#contents = contents;
    this.#rows = new Map(countingRows(contents.rows).map((row) => [`${row.cell} ${row.metric}`, row]));
  }

  /** Judges a line of a suite over the workloads that were planned. */
  judge(suite: Suite, line: BenchLine, workloads: readonly Workload[]): JudgedLine {
    switch (line.kind) {
      case "ratio":
        return this.#ratio(suite, line, workloads);
      case "slope":
        return this.#slope(suite, line, workloads);
      case "value":
        return this.#value(suite, line, workloads);
      default:
        return line satisfies never;
    }
  }

  #row(suite: Suite, workload: Workload, contender: string, metric: string): Row | undefined {
    return this.#rows.get(`${cellName(suite, workload, { id: contender })} ${metric}`);
  }

  /** Milliseconds of a cell's samples, by round; none where its time did not end well. */
  #samples(suite: Suite, workload: Workload, contender: string) {
    const time = this.#row(suite, workload, contender, "time");
    if (time?.status !== "ok") return [];
    return this.#contents.samples.filter(({ cell, metric, attempt }) =>
      cell === time.cell && metric === "time" && attempt === time.attempt
    );
  }

  /** Why a cell has no time. */
  #missing(suite: Suite, workload: Workload, contenders: readonly string[]): string {
    for (const contender of contenders) {
      const time = this.#row(suite, workload, contender, "time");
      if (time === undefined) return `${contender} was not run`;
      if (time.status !== "ok") return time.reason || time.status;
    }
    return "no round has both";
  }

  #without(line: BenchLine, reasons: readonly string[], planned: number): JudgedLine {
    const unstable = reasons.length > 0 && reasons.every((reason) => reason.startsWith("unstable"));
    const [reason = "this run left it out (--quick, --filter)"] = reasons;
    return { line, outcome: unstable ? "unstable" : "not run", cells: { found: 0, planned }, reason };
  }

  #ratio(suite: Suite, line: RatioLine, workloads: readonly Workload[]): JudgedLine {
    const cells: RatioCell[] = [], reasons: string[] = [], shares: number[] = [];
    let isa = "";
    for (const workload of workloads) {
      const rounds = pairedRounds(
        this.#samples(suite, workload, line.over),
        this.#samples(suite, workload, line.of),
      );
      if (rounds.length === 0) reasons.push(this.#missing(suite, workload, [line.of, line.over]));
      else cells.push({ graph: graphOf(workload), rounds });
      const time = this.#row(suite, workload, line.of, "time");
      if (time?.roofline_share !== undefined) shares.push(time.roofline_share);
      // A cell without a time may not say its instructions.
      if (rounds.length > 0 && isa === "") isa = time?.isa ?? "";
    }
    if (cells.length === 0) return this.#without(line, reasons, workloads.length);
    const { document } = this.#contents;
    const target = targetOn(line.target, document.device, isa);
    const rooflineShare = geometricMean(shares);
    const ratio = lineRatio(cells, document.seed);
    if (!ratio.isKnown) {
      reasons.push(`underpowered: most cells have fewer than ${FEWEST_FOR_INTERVAL} rounds`);
    }
    return {
      line,
      outcome: target === undefined ? "shown" : reached(ratio, target),
      value: { mean: ratio.mean, lo: ratio.ciLo, hi: ratio.ciHi, unit: "x" },
      ratio,
      ...(target && { target }),
      ...(rooflineShare !== undefined && { rooflineShare }),
      cells: { found: cells.length, planned: workloads.length },
      reason: reasons[0] ?? "",
    };
  }

  #slope(suite: Suite, line: SlopeLine, workloads: readonly Workload[]): JudgedLine {
    const points: { readonly x: number; readonly ms: readonly number[] }[] = [], reasons: string[] = [];
    for (const workload of workloads) {
      const ms = this.#samples(suite, workload, line.of).map(({ value }) => value);
      const size = workload.factors[line.along];
      if (ms.length > 0 && typeof size === "number") points.push({ x: Math.log(size), ms });
      else reasons.push(this.#missing(suite, workload, [line.of]));
    }
    const rounds = Math.min(...points.map(({ ms }) => ms.length));
    if (points.length < 2) return this.#without(line, [...reasons, "fewer than two sizes"], workloads.length);
    const slopes = Array.from(
      { length: rounds },
      (_, round) => slopeOf(points.map(({ x, ms }) => [x, ms[round]])),
    );
    return {
      line,
      outcome: "shown",
      value: {
        mean: quantile(slopes, 0.5),
        lo: quantile(slopes, 0),
        hi: quantile(slopes, 1),
        unit: "1",
      },
      cells: { found: points.length, planned: workloads.length },
      reason: reasons[0] ?? "",
    };
  }

  #value(suite: Suite, line: ValueLine, workloads: readonly Workload[]): JudgedLine {
    const rows = workloads.map((workload) => this.#row(suite, workload, line.of, line.metric));
    const found = rows.filter((row): row is Row & { median: number } =>
      row?.status === "ok" && row.median !== undefined && row.median > 0
    );
    const lacking = rows.find((row) => row?.status !== "ok");
    const reason = found.length === rows.length ? "" : lacking?.reason || `${line.of} was not run`;
    if (found.length === 0) return this.#without(line, rows.length > 0 ? [reason] : [], workloads.length);
    const values = found.map(({ median }) => median);
    return {
      line,
      outcome: "shown",
      value: {
        mean: geometricMean(values)!,
        lo: Math.min(...values),
        hi: Math.max(...values),
        unit: found[0].unit,
      },
      cells: { found: found.length, planned: workloads.length },
      reason,
    };
  }
}

/** Graph of a workload: workloads that differ in other settings share it. */
function graphOf({ id, dataset, factors }: Workload): string {
  return `${factors.graph ?? dataset ?? id}`;
}

/** Least-squares slope of the logarithm of times over `x`. */
function slopeOf(points: readonly (readonly [x: number, ms: number])[]): number {
  return leastSquares([points.map(() => 1), points.map(([x]) => x)], points.map(([, ms]) => Math.log(ms)))
    .coefficients[1];
}
