/**
 * One comparison: all contenders of one workload, checked, then timed together, and turned into rows.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import { type Contestant, measure, type TimedSample } from "../hardware/measuring.ts";
import type { CheckReport } from "../kernels/check.ts";
import { contentKey } from "../platform/digest.ts";
import { MissingError, OutOfMemoryError, ReproError } from "../platform/errors.ts";
import { Interrupted } from "../platform/interrupt.ts";
import { clusterBootstrapInterval, median, medianAbsoluteDeviation } from "../platform/statistics/mod.ts";
import { SCHEMA, type Status } from "../results/row.ts";
import type { CalibrationText } from "../results/session_document.ts";
import type { NewRow, NewSample } from "../results/store.ts";
import { pairRounds } from "./suite_evidence.ts";
import {
  cellName,
  type ContenderSpec,
  type Fact,
  type Lab,
  type Suite,
  type Trial,
  type Workload,
} from "./suite.ts";

/** What every row of a session shares. */
export interface RowContext {
  /** Git commit of the harness, with `+` when the tree was dirty. */
  readonly commit: string;
  /** The device's roofline; null where nothing is timed. */
  readonly calibration: CalibrationText | null;
  /** Times on an adapter that emulates a GPU are kept only where this is set. */
  readonly allowSoftware: boolean;
  /** Stops after the round in progress; the comparison then leaves no rows. */
  readonly signal: AbortSignal;
}

/** Rows and samples of a finished comparison, and what the sentinel kernel took meanwhile. */
export interface ComparisonOutcome {
  /** Of every contender, whatever became of it. */
  readonly rows: readonly NewRow[];
  /** Every timed sample, the sentinel's left out. */
  readonly samples: readonly NewSample[];
  /** Median milliseconds of the sentinel; absent where nothing was timed. */
  readonly sentinelMs?: number;
}

/** A contender whose trial stands, or the error that kept it from standing. */
type Entrant =
  & { readonly contender: ContenderSpec }
  & ({ readonly trial: Trial } | { readonly error: unknown });

/** Share of the budget that a check may take is not limited; this is the sentinel's name among the contestants. */
const SENTINEL = "sentinel";

/** The status that an error gives a cell, and why: what was found and what to do, without the sentence around them. */
export function statusOf(error: unknown): { readonly status: Status; readonly reason: string } {
  const reason = error instanceof ReproError
    ? `${error.parts.current}; ${error.parts.next}`
    : error instanceof Error
    ? error.message
    : String(error);
  if (error instanceof OutOfMemoryError) return { status: "oom", reason };
  if (error instanceof MissingError) return { status: "skipped", reason };
  return { status: "failed", reason: error instanceof ReproError ? reason : `defect: ${reason}` };
}

/** One comparison, from its trials to its rows. */
export class ComparisonRun {
  readonly #suite: Suite;
  readonly #workload: Workload;
  readonly #contenders: readonly ContenderSpec[];
  readonly #lab: Lab;
  readonly #context: RowContext;
  #entrants: Entrant[] = [];
  #dataset: LoadedDataset | undefined;

  /** Builds nothing before `open`; `contenders` are those that passed the filter, and the baseline. */
  constructor(
    suite: Suite,
    workload: Workload,
    contenders: readonly ContenderSpec[],
    { lab, context }: { lab: Lab; context: RowContext },
  ) {
    this.#suite = suite;
    this.#workload = workload;
    this.#contenders = contenders;
    this.#lab = lab;
    this.#context = context;
  }

  /**
   * Builds the trials and returns the comparison's content key: what it measures (suite, workload, kernel texts,
   * parameters, dataset), on what (device, profile) and under which schema. A finished comparison of the same key need
   * not run again.
   */
  async open(dataset: LoadedDataset): Promise<string> {
    this.#dataset = dataset;
    const { measurement } = this.#suite;
    if (measurement.kind === "timed") {
      for (const contender of this.#contenders) {
        try {
          const trial = await measurement.trial(this.#lab, dataset, this.#workload, contender);
          this.#entrants.push({ contender, trial });
        } catch (error) {
          if (error instanceof Interrupted) throw error;
          this.#entrants.push({ contender, error });
        }
      }
    }
    const { device, profile, seed } = this.#lab;
    return contentKey({
      schema: SCHEMA,
      suite: this.#suite.id,
      settings: this.#suite.settings,
      workload: { ...this.#workload },
      contenders: this.#entrants.map((entrant) => ({
        id: entrant.contender.id,
        identity: "trial" in entrant ? entrant.trial.identity : "none",
      })),
      dataset: dataset.hash,
      device: { backend: device.backend, name: device.name, threads: device.threads },
      profile: profile.id,
      seed,
    });
  }

  /** Rows that say why nothing of this comparison could run. */
  refuse(error: unknown): ComparisonOutcome {
    const metric = this.#suite.measurement.kind === "timed"
      ? ["time"]
      : this.#suite.metrics.map(({ id }) => id);
    const rows = this.#contenders.flatMap((contender) =>
      metric.map((id) => this.#row(contender, { metric: id, ...statusOf(error) }))
    );
    return { rows, samples: [] };
  }

  /** Checks and measures. The sentinel takes part in every round, so that drift is seen. */
  async run(
    sentinel: Contestant | undefined,
    onRound: (round: number, planned: number) => void,
  ): Promise<ComparisonOutcome> {
    const { measurement } = this.#suite;
    if (measurement.kind === "counted") {
      const rows: NewRow[] = [];
      for (const contender of this.#contenders) {
        try {
          const facts = await measurement.count(this.#lab, this.#dataset!, this.#workload, contender);
          rows.push(...facts.map((fact) => this.#factRow(contender, fact)));
        } catch (error) {
          if (error instanceof Interrupted) throw error;
          rows.push(
            ...this.#suite.metrics.map(({ id }) => this.#row(contender, { metric: id, ...statusOf(error) })),
          );
        }
      }
      return { rows, samples: [] };
    }
    return await this.#runTimed(measurement.decides, sentinel, onRound);
  }

  async #runTimed(
    decides: boolean,
    sentinel: Contestant | undefined,
    onRound: (round: number, planned: number) => void,
  ): Promise<ComparisonOutcome> {
    const { device, profile, seed } = this.#lab;
    const rows: NewRow[] = [];
    const checked: { contender: ContenderSpec; trial: Trial; check: CheckReport; prepareMs: number }[] = [];
    for (const entrant of this.#entrants) {
      const { contender } = entrant;
      try {
        if ("error" in entrant) throw entrant.error;
        const { check, prepareMs } = await this.#check(entrant.trial);
        rows.push(...entrant.trial.facts.map((fact) => this.#factRow(contender, fact)));
        if (!check.ok) {
          const { row, col, got, wanted } = check.worst!;
          const place = col === undefined ? `a projection of row ${row}` : `row ${row}, column ${col}`;
          const reason = `${place}: ${got}, the oracle has ${wanted}`;
          rows.push(this.#row(contender, { metric: "time", status: "wrong", reason, check }));
        } else if (device.adapterKind === "software" && !this.#context.allowSoftware) {
          rows.push(
            this.#row(contender, { metric: "time", status: "skipped", reason: "software adapter", check }),
          );
        } else {
          checked.push({ contender, trial: entrant.trial, check, prepareMs });
        }
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        rows.push(this.#row(contender, { metric: "time", ...statusOf(error) }));
      }
      this.#context.signal.throwIfAborted();
    }
    if (checked.length === 0) return { rows, samples: [] };

    const contestants: Contestant[] = checked.map(({ contender, trial }) => ({
      id: contender.id,
      bytes: trial.bytes,
      prepare: () => trial.prepare(),
    }));
    const rounds = decides ? profile.rounds : profile.contextRounds;
    const measured = await measure(
      device,
      sentinel ? [...contestants, { ...sentinel, id: SENTINEL }] : contestants,
      {
        seed,
        minRounds: rounds,
        maxRounds: decides ? profile.maxRounds : rounds,
        preparations: decides ? profile.preparations : 1,
        budgetMs: profile.comparisonMs,
        narrow: profile.narrow,
        signal: this.#context.signal,
        onRound,
      },
    );
    this.#context.signal.throwIfAborted();

    const byContestant = Map.groupBy(measured.samples, (sample) => sample.contestant);
    const samples = checked.flatMap(({ contender }) =>
      (byContestant.get(contender.id) ?? []).map((sample) => this.#sample(contender, sample))
    );
    const remark = measured.underpowered
      ? `underpowered: ${measured.rounds} of ${rounds} rounds in the budget`
      : "";
    for (const entry of checked) rows.push(...this.#timedRows(entry, samples, remark));
    const sentinelMs = byContestant.get(SENTINEL)?.map(({ ms }) => ms);
    return { rows, samples, ...(sentinelMs && { sentinelMs: median(sentinelMs) }) };
  }

  async #check(trial: Trial): Promise<{ check: CheckReport; prepareMs: number }> {
    const prepared = await trial.prepare();
    try {
      return { check: await prepared.check(), prepareMs: prepared.prepareMs };
    } finally {
      prepared.destroy();
    }
  }

  #timedRows(
    { contender, trial, check, prepareMs }: {
      contender: ContenderSpec;
      trial: Trial;
      check: CheckReport;
      prepareMs: number;
    },
    samples: readonly NewSample[],
    reason: string,
  ): NewRow[] {
    const { seed, device } = this.#lab;
    const own = samples.filter(({ cell }) => cell === cellName(this.#suite, this.#workload, contender));
    const values = own.map(({ value }) => value);
    const groups = [...Map.groupBy(own, ({ preparation }) => preparation).values()].map((g) =>
      g.map(({ value }) => value)
    );
    const ci = clusterBootstrapInterval(groups, median, { seed });
    const ms = median(values);
    const bounds = rooflineBounds(trial, this.#context.calibration);
    const time = { n: values.length, timer: device.timer, reason };
    const rows = [
      this.#row(contender, {
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
    ];
    // A trial without arithmetic moves bytes and nothing else.
    const { multiplyAdds, compulsoryBytes } = trial.work;
    const [metric, unit, amount] = multiplyAdds > 0
      ? ["gflops", "GFLOP/s", 2 * multiplyAdds / 1e6]
      : ["bandwidth", "GB/s", compulsoryBytes / 1e6];
    rows.push(
      this.#row(contender, {
        ...time,
        metric,
        unit,
        median: amount / ms,
        ci_lo: amount / ci.hi,
        ci_hi: amount / ci.lo,
      }),
    );
    if (bounds) {
      rows.push(
        this.#row(contender, {
          metric: "roofline_bound_compulsory",
          unit: "ms",
          median: bounds.compulsory,
          n: 1,
        }),
      );
      rows.push(
        this.#row(contender, { metric: "roofline_bound_no_reuse", unit: "ms", median: bounds.noReuse, n: 1 }),
      );
    }
    rows.push(
      this.#row(contender, { metric: "prepare", unit: "ms", median: prepareMs, n: 1, timer: "wall" }),
    );
    if (trial.preprocessMs !== undefined) {
      rows.push(
        this.#row(contender, {
          metric: "preprocess",
          unit: "ms",
          median: trial.preprocessMs,
          n: 1,
          timer: "wall",
        }),
      );
    }
    // A ratio of times says something only where both sides do the same work.
    if (contender.id !== this.#suite.baseline && multiplyAdds > 0) {
      const baseline = samples.filter(({ cell }) =>
        cell === cellName(this.#suite, this.#workload, this.#baseline)
      );
      const ratio = pairRounds(baseline, own, seed);
      rows.push(this.#row(contender, {
        ...time,
        metric: "speedup",
        unit: "x",
        vs: this.#suite.baseline,
        n: ratio.n,
        ...(ratio.n === 0
          ? { status: "skipped" as const, reason: `the baseline ${this.#suite.baseline} was not timed` }
          : { median: ratio.median, mad: ratio.mad, ci_lo: ratio.ciLo, ci_hi: ratio.ciHi }),
      }));
      if (trial.preprocessMs !== undefined && ratio.n > 0) {
        const saved = ms * (ratio.median - 1);
        rows.push(this.#row(contender, {
          metric: "pays_off_after",
          unit: "products",
          vs: this.#suite.baseline,
          n: 1,
          ...(saved > 0
            ? { median: trial.preprocessMs / saved }
            : { reason: "never: not faster than the baseline" }),
        }));
      }
    }
    return rows;
  }

  get #baseline(): ContenderSpec {
    return this.#suite.contenders.find(({ id }) => id === this.#suite.baseline)!;
  }

  #sample(contender: ContenderSpec, { preparation, round, calls, ms }: TimedSample): NewSample {
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

  #factRow(contender: ContenderSpec, { metric, unit, value, source }: Fact): NewRow {
    return this.#row(contender, { metric, unit, median: value, n: 1, ...(source && { source }) });
  }

  #row(contender: ContenderSpec, own: Partial<NewRow> & { metric: string; check?: CheckReport }): NewRow {
    const { check, ...columns } = own;
    const { device, profile, seed } = this.#lab;
    const entrant = this.#entrants.find((each) => each.contender === contender);
    const found = entrant !== undefined && "trial" in entrant ? entrant.trial.factors : {};
    const factors = { ...this.#workload.factors, ...contender.factors, ...found };
    return {
      profile: profile.id,
      suite: this.#suite.id,
      paper: this.#suite.paper,
      artifact: this.#suite.artifact,
      cell: cellName(this.#suite, this.#workload, contender),
      contender: contender.id,
      vs: "",
      dataset: this.#dataset?.id ?? this.#workload.dataset ?? "",
      dataset_kind: this.#workload.dataset === undefined ? "" : this.#dataset?.kind ?? "",
      dataset_hash: this.#dataset?.hash ?? "",
      model: this.#workload.model ?? "",
      backend: device.backend,
      adapter_kind: device.adapterKind,
      threads: device.threads,
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
      ...columns,
    };
  }
}

/** Milliseconds that this device's own bandwidth and arithmetic allow, with every byte moved once and with no reuse. */
function rooflineBounds(
  { work }: Trial,
  calibration: CalibrationText | null,
): { readonly compulsory: number; readonly noReuse: number } | undefined {
  if (calibration === null || work.multiplyAdds === 0) return undefined;
  const arithmetic = 2 * work.multiplyAdds / calibration.gflops / 1e6;
  const bound = (bytes: number) => Math.max(arithmetic, bytes / calibration.bandwidthGBs / 1e6);
  return { compulsory: bound(work.compulsoryBytes), noReuse: bound(work.bytesWithoutReuse) };
}
