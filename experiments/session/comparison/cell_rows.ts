/**
 * Conversion of a cell's measurements to its rows.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ProcessorReading } from "../../../hardware/measuring/others_load.ts";
import type { Device, TimerKind } from "../../../hardware/device.ts";
import type { GpuLooks } from "../../../hardware/measuring/gpu_looks.ts";
import { rooflineMs } from "../../../hardware/models/roofline.ts";
import type { SessionMemo } from "../session_memo.ts";
import type { TimedSample } from "../../../hardware/measuring/samples.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import {
  median,
  medianAbsoluteDeviation,
  pairRounds,
  preparedMedianInterval,
} from "../../../platform/statistics/mod.ts";
import { SENTINEL } from "../../../results/sentinel.ts";
import type { CalibrationRecord } from "../../../results/store/session_document.ts";
import type { NewRow, NewSample } from "../../../results/store/store.ts";
import { pythonBeside } from "../../peers/peers.ts";
import { cellName, type Contender, factorTexts, type Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import { type CheckedTimes, type Fact, timesInUnit } from "../../metrics.ts";
import { paperOf, type Suite } from "../../suite.ts";
import { wrongResultText } from "./outcome_text.ts";
import { remarkOn, type TimedRemarks, waitingReason } from "./waiting_reason.ts";

/** Values that all rows of a comparison share, beside those of its lab. */
export interface RowContext {
  /** Git commit of the harness, with `+` when the tree was dirty. */
  readonly commit: string;
  /** The device's roofline; null where nothing is timed. */
  readonly calibration: CalibrationRecord | null;
  /** Looks at the state of the device's GPU. */
  readonly gpuLooks: GpuLooks;
  /** Reads the processors on which other programs compute, too; undefined where nothing tells. */
  readonly readProcessors: () => ProcessorReading | undefined;
  /**
   * Results that suites share, of which those of a throttled measurement are forgotten, and those of one
   * beside other programs known.
   */
  readonly memo: Pick<SessionMemo, "noting" | "disturbing">;
}

/** A contender whose output was right, ready to be timed. */
export interface CheckedContender {
  readonly contender: Contender;
  readonly trial: Trial;
  /** The evidence that its timing rows carry. */
  readonly check: CheckReport;
  /** Milliseconds that the kernel's preparation took. */
  readonly prepareMs: number;
}

/** The sentinel as a contender of every comparison. */
const SENTINEL_CONTENDER: Contender = { id: SENTINEL, label: "sentinel kernel" };

/** The rows of one workload's cells. */
export class CellRows {
  readonly #suite: Suite;
  readonly #workload: Workload;
  readonly #lab: Lab;
  readonly #context: RowContext;
  readonly #trials = new Map<string, Pick<Trial, "factors" | "ranOn" | "isa">>();
  #dataset: LoadedDataset | undefined;

  /** Rows of `suite` on `workload`. */
  constructor(suite: Suite, workload: Workload, { lab, context }: { lab: Lab; context: RowContext }) {
    this.#suite = suite;
    this.#workload = workload;
    this.#lab = lab;
    this.#context = context;
  }

  /** Makes all later rows name the dataset as it was loaded. */
  loaded(dataset: LoadedDataset): void {
    this.#dataset = dataset;
  }

  /**
   * Makes all later rows of this contender carry the settings that its trial or measurement found out: the
   * engine that partitioned, a peer's threads, the kernel that gathered.
   */
  opened(contender: Contender, trial: Pick<Trial, "factors" | "ranOn" | "isa">): void {
    this.#trials.set(contender.id, trial);
  }

  /**
   * Rows of a timed contender: its time, the metrics that follow from it, and the cost of its preparation.
   */
  timed(entry: CheckedContender, samples: readonly NewSample[], remarks: TimedRemarks): NewRow[] {
    const { contender, trial, check } = entry, { seed, device } = this.#lab;
    const own = this.#samplesOf(contender.id, samples);
    const values = own.map(({ value }) => value);
    const ci = preparedMedianInterval(values, own.map(({ preparation }) => preparation), { seed });
    const ms = median(values);
    // The device's roofline is not that of a process beside it.
    const bounds = trial.ranOn === undefined ? rooflineBounds(trial, this.#context.calibration) : undefined;
    const timer = trial.ranOn?.timer ?? trial.clock ?? device.timer;
    const time = { n: values.length, timer, reason: remarkOn(remarks, contender.id) };
    const modelled = { unit: "ms", n: 1, source: "modelled" } as const;
    return [
      this.row(contender, {
        ...time,
        metric: "time",
        unit: "ms",
        median: ms,
        mad: medianAbsoluteDeviation(values),
        ci_lo: ci.lo,
        ci_hi: ci.hi,
        roofline_share: bounds && bounds.compulsory / ms,
        check,
      }),
      this.row(contender, { ...time, ...rateColumns(trial, ms, ci) }),
      ...bounds === undefined ? [] : [
        this.row(contender, { metric: "roofline_bound_compulsory", median: bounds.compulsory, ...modelled }),
        this.row(contender, { metric: "roofline_bound_no_reuse", median: bounds.noReuse, ...modelled }),
      ],
      ...this.#preparationRows(entry),
      // A ratio of times has a meaning only where both sides do the same work.
      ...trial.work.multiplyAdds === 0 ? [] : this.#ratioRows(entry, { samples, remarks, timer, ms }),
    ];
  }

  /** Costs of what comes before the first execution. */
  #preparationRows({ contender, trial: { preprocessMs }, check, prepareMs }: CheckedContender): NewRow[] {
    const once = { unit: "ms", n: 1, timer: "wall", check } as const;
    return [
      this.row(contender, { metric: "prepare", median: prepareMs, ...once }),
      ...preprocessMs === undefined
        ? []
        : [this.row(contender, { metric: "preprocess", median: preprocessMs, ...once })],
    ];
  }

  /** Ratios of other contenders' times to this one's, and the products after which preprocessing pays. */
  #ratioRows({ contender, trial: { preprocessMs } }: CheckedContender, { samples, remarks, timer, ms }: {
    readonly samples: readonly NewSample[];
    readonly remarks: TimedRemarks;
    readonly timer: TimerKind;
    readonly ms: number;
  }): NewRow[] {
    const { baseline, measurement } = this.#suite, rows: NewRow[] = [];
    const others = measurement.kind === "timed"
      ? Object.entries<string | undefined>(measurement.ratios ?? {})
      : [];
    const own = this.#samplesOf(contender.id, samples);
    for (const [metric, vs = baseline] of [["speedup", baseline], ...others]) {
      const ratio = pairRounds(this.#samplesOf(vs, samples), own, this.#lab.seed), { n } = ratio;
      if (contender.id === vs || (n === 0 && metric !== "speedup")) continue;
      const shared = { timer, metric, unit: "x", vs, n };
      if (n === 0) {
        const reason = `the baseline ${vs} was not timed`;
        rows.push(this.row(contender, { ...shared, status: "skipped", reason }));
        continue;
      }
      const reason = remarkOn(remarks, contender.id, vs);
      const columns = { median: ratio.median, mad: ratio.mad, ci_lo: ratio.ciLo, ci_hi: ratio.ciHi };
      rows.push(this.row(contender, { ...shared, ...columns, reason }));
      if (metric !== "speedup" || preprocessMs === undefined) continue;
      const saved = ms * (ratio.median - 1);
      const pays = saved > 0
        ? { median: preprocessMs / saved }
        : { reason: "never: not faster than the baseline" };
      rows.push(this.row(contender, { metric: "pays_off_after", unit: "products", vs, n: 1, ...pays }));
    }
    return rows;
  }

  #samplesOf(id: string, samples: readonly NewSample[]): readonly NewSample[] {
    const contender = this.#suite.contenders.find((each) => each.id === id)!;
    return samples.filter(({ cell }) => cell === cellName(this.#suite, this.#workload, contender));
  }

  /** Row and samples of the sentinel, which runs on the calibration's data. */
  sentinel(timed: readonly TimedSample[]): { readonly row: NewRow; readonly samples: readonly NewSample[] } {
    const samples = timed.map((each) => ({ ...this.sample(SENTINEL_CONTENDER, each), metric: SENTINEL }));
    const values = timed.map(({ ms }) => ms);
    const preparations = timed.map(({ preparation }) => preparation);
    const { lo, hi } = preparedMedianInterval(values, preparations, { seed: this.#lab.seed });
    const row = this.row(SENTINEL_CONTENDER, {
      metric: SENTINEL,
      unit: "ms",
      timer: this.#lab.device.timer,
      n: values.length,
      median: median(values),
      mad: medianAbsoluteDeviation(values),
      ci_lo: lo,
      ci_hi: hi,
      dataset: "",
      dataset_kind: "",
      dataset_hash: "",
      model: "",
      factors: "",
    });
    return { row, samples };
  }

  /** A timed sample under its cell. */
  sample(contender: Contender, { preparation, round, calls, ms }: TimedSample): NewSample {
    return {
      cell: cellName(this.#suite, this.#workload, contender),
      metric: "time",
      unit: "ms",
      preparation,
      round,
      calls,
      value: ms,
    };
  }

  /**
   * The row of an exact or derived value, or of repetitions. One that is infinite or not a number, as the
   * correlation of a quantity that does not vary, has no value. A remark marks repetitions.
   */
  fact(contender: Contender, fact: Fact, remark = ""): NewRow {
    const { metric, unit, value, source, ranks, preparations } = fact;
    const origin = { ...(source && { source }), ...(ranks !== undefined && { ranks }) };
    const middle = typeof value === "number" ? value : median(value);
    if (!Number.isFinite(middle)) {
      const reason = `no value: the numbers that it is computed from give ${middle}`;
      return this.row(contender, { metric, unit, status: "skipped", reason, ...origin });
    }
    if (typeof value === "number") {
      return this.row(contender, { metric, unit, median: value, n: 1, ...origin });
    }
    const { lo, hi } = preparedMedianInterval(value, preparations, { seed: this.#lab.seed });
    return this.row(contender, {
      metric,
      unit,
      ...origin,
      n: value.length,
      median: middle,
      ...(value.length > 1 && { mad: medianAbsoluteDeviation(value), ci_lo: lo, ci_hi: hi }),
      reason: remark,
    });
  }

  /** The row of measured times, with the check of the timed result. A wrong result has no times. */
  times(contender: Contender, metric: string, times: CheckedTimes, remark = ""): NewRow {
    const { ms, check, timer, ranks = 1 } = times;
    if (!check.ok) {
      return this.row(contender, { metric, status: "wrong", reason: wrongResultText(check), check });
    }
    const inUnit = timesInUnit(this.#suite.metrics, metric, ms);
    const { preparations } = times;
    const own = this.fact(contender, { ...inUnit, ...(preparations && { preparations }) });
    if (own.status !== "ok") return own;
    const { median: middle, mad, ci_lo, ci_hi } = own;
    return this.row(contender, {
      metric,
      unit: inUnit.unit,
      n: ms.length,
      median: middle,
      mad,
      ci_lo,
      ci_hi,
      timer,
      ranks,
      check,
      reason: [remark, this.#waiting(contender, times)].filter(Boolean).join("; "),
    });
  }

  /** Mark of times that are in part waiting for the session's device; empty for those taken beside it. */
  #waiting({ id, runtime }: Contender, times: Pick<CheckedTimes, "ms" | "waits" | "timer">): string {
    const isBeside = runtime !== undefined || this.#trials.get(id)?.ranOn !== undefined;
    return isBeside ? "" : waitingReason(this.#lab.device, times);
  }

  /** The samples behind {@linkcode fact}'s row: one a repetition, none where the value is exact. */
  repetitions(contender: Contender, { metric, unit, value, preparations, calls = 1 }: Fact): NewSample[] {
    if (typeof value === "number") return [];
    // As many values as there are counts, or they are of other executions.
    const counts = typeof calls !== "number" && calls.length === value.length ? calls : [];
    const cell = cellName(this.#suite, this.#workload, contender);
    return value.map((each, round) => ({
      cell,
      metric,
      unit,
      preparation: preparations?.[round] ?? 0,
      round,
      calls: typeof calls === "number" ? calls : counts[round] ?? 1,
      value: each,
    }));
  }

  /** A row with the columns that the cell decides, and `own` over them. */
  row(contender: Contender, own: Partial<NewRow> & { metric: string; check?: CheckReport }): NewRow {
    const { check, ...columns } = own;
    const { device, profile, seed } = this.#lab;
    const trial = this.#trials.get(contender.id), ran = trial?.ranOn?.device ?? device;
    const factors = { ...factorTexts(this.#workload, contender), ...trial?.factors };
    return {
      profile: profile.id,
      suite: this.#suite.id,
      paper: paperOf(this.#suite),
      artifact: this.#suite.artifact,
      cell: cellName(this.#suite, this.#workload, contender),
      contender: contender.id,
      vs: "",
      dataset: this.#dataset?.id ?? this.#workload.dataset ?? "",
      dataset_kind: this.#workload.dataset === undefined ? "" : this.#dataset?.kind ?? "",
      dataset_hash: this.#dataset?.hash ?? "",
      model: this.#workload.model ?? "",
      backend: contender.runtime === undefined ? ran.backend : backendBeside(contender.runtime, device),
      adapter_kind: trial?.ranOn?.adapterKind ?? device.adapterKind,
      threads: trial?.ranOn?.threads ?? device.threads,
      factors: Object.entries(factors).sort(([a], [b]) => a < b ? -1 : 1).map(([k, v]) => `${k}=${v}`).join(
        ";",
      ),
      unit: "",
      n: 0,
      median: undefined,
      mad: undefined,
      ci_lo: undefined,
      ci_hi: undefined,
      source: "measured",
      timer: "",
      roofline_share: undefined,
      rel_err: check?.relErr,
      tolerance: check?.tolerance,
      checked_rows: check?.checkedRows,
      seed,
      commit: this.#context.commit,
      status: "ok",
      reason: "",
      isa: contender.runtime === undefined ? trial?.isa ?? instructionsOf(ran) : "",
      webgpu: contender.runtime === undefined ? device.webgpu : "",
      ranks: 1,
      ...columns,
    };
  }
}

/** Backend of another system, in a process beside the device. */
function backendBeside(runtime: NonNullable<Contender["runtime"]>, device: Device): string {
  return runtime === "library" ? "library-cpu" : pythonBeside(device);
}

/** Instructions of a device's kernels: beside machine code, operations without any run their WebAssembly. */
function instructionsOf({ backend, isa }: Pick<Device, "backend" | "isa">): string {
  return backend === "x86" ? `${isa}+simd128` : isa;
}

/** Columns of the rate that follows from a time: a trial without arithmetic moves bytes and nothing else. */
function rateColumns(
  { work: { multiplyAdds, compulsoryBytes } }: Trial,
  ms: number,
  { lo, hi }: { readonly lo: number; readonly hi: number },
): Pick<NewRow, "metric" | "unit" | "median" | "ci_lo" | "ci_hi"> {
  const [metric, unit, amount] = multiplyAdds > 0
    ? ["gflops", "GFLOP/s", 2 * multiplyAdds / 1e6] as const
    : ["bandwidth", "GB/s", compulsoryBytes / 1e6] as const;
  // Of one round nothing is known but that it took time.
  return { metric, unit, median: amount / ms, ci_lo: amount / hi, ci_hi: amount / Math.max(0, lo) };
}

/**
 * Milliseconds that this device's own bandwidth and arithmetic allow, with every byte moved once and with no
 * reuse.
 */
function rooflineBounds(
  { work }: Trial,
  calibration: CalibrationRecord | null,
): { readonly compulsory: number; readonly noReuse: number } | undefined {
  if (calibration === null || work.multiplyAdds === 0) return undefined;
  const { multiplyAdds, compulsoryBytes, bytesWithoutReuse } = work;
  const bound = (bytes: number) => rooflineMs(calibration, { multiplyAdds, bytes });
  return { compulsory: bound(compulsoryBytes), noReuse: bound(bytesWithoutReuse) };
}
