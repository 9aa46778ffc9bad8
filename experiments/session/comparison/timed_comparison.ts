/**
 * Comparison of timed contenders: each is checked, those that are right are timed together, and all become
 * rows.
 *
 * @module
 */
import { besideOthers } from "../../../hardware/measuring/others_load.ts";
import { isTimed } from "../../../hardware/emulated.ts";
import type { TimedContender } from "../../../hardware/measuring/timed_contender.ts";
import { measure, type Measured } from "../../../hardware/measuring/measure.ts";
import type { MeasuringOptions } from "../../../hardware/measuring/options.ts";
import type { TimedSample } from "../../../hardware/measuring/samples.ts";
import { measureUnthrottled } from "../../../hardware/measuring/throttling.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { pausing } from "../../../platform/pausing.ts";
import { median, summarizeRatios } from "../../../platform/statistics/mod.ts";
import { type OthersLoad, othersRemark } from "../../../results/others_load.ts";
import { SENTINEL } from "../../../results/sentinel.ts";
import type { NewRow, NewSample } from "../../../results/store/store.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { TimedMeasurement, Trial } from "../../measurement.ts";
import { timesInUnit } from "../../metrics.ts";
import { extentOf } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import type { CellRows, CheckedContender, RowContext } from "./cell_rows.ts";
import { statusOf } from "./cell_status.ts";
import { checkTrial } from "./checked_trial.ts";
import type { ComparisonOutcome } from "./comparison_outcome.ts";
import { wrongResultText } from "./outcome_text.ts";
import { instability, selfRatioColumns } from "./self_comparison.ts";
import { isReachedByOthers, type TimedRemarks, waitingReason } from "./waiting_reason.ts";

/** A contender with its trial, or with the error that its set-up ended in. */
export type OpenedContender =
  & { readonly contender: Contender }
  & ({ readonly trial: Trial } | { readonly error: unknown });

/** Sentinel, and who hears of rounds. */
export interface TimedRun {
  /** Takes part in every round, so that drift is seen; absent where the session has none. */
  readonly sentinel?: TimedContender | undefined;
  /** Called after each round, for progress. */
  readonly onRound?: MeasuringOptions["onRound"];
}

/**
 * Budgets that a comparison for context has: it has few rounds, but often many contenders and large graphs,
 * and runs only when named.
 */
const CONTEXT_BUDGET = 4;

/** A measurement with its samples by contender. */
interface Timed {
  readonly measured: Measured;
  readonly byContender: ReadonlyMap<string, readonly TimedSample[]>;
  readonly samples: readonly NewSample[];
  readonly remarks: TimedRemarks;
  /** Load of other programs meanwhile; absent where it reaches no times, or nothing tells it. */
  readonly othersLoad?: OthersLoad;
}

/** One comparison of timed contenders; runs once. */
export class TimedComparison {
  readonly #suite: Suite;
  readonly #cells: CellRows;
  readonly #lab: Lab;
  readonly #context: RowContext;
  readonly #rows: NewRow[] = [];
  readonly #repetitions: NewSample[] = [];

  /** Compares contenders of `suite`, whose rows `cells` makes. */
  constructor(suite: Suite, cells: CellRows, { lab, context }: { lab: Lab; context: RowContext }) {
    this.#suite = suite;
    this.#cells = cells;
    this.#lab = lab;
    this.#context = context;
  }

  /** Checks all contenders that were opened, and times those that are right. */
  async run(
    measurement: TimedMeasurement,
    opened: readonly OpenedContender[],
    run: TimedRun = {},
  ): Promise<ComparisonOutcome> {
    const checked = await this.#checkAll(opened);
    const repetitions = this.#repetitions;
    if (checked.length === 0) return { rows: this.#rows, samples: repetitions };
    const timed = await this.#time(measurement, checked, run);
    const rows = [...this.#rows, ...checked.flatMap((entry) => this.#rowsOf(entry, timed))];
    const samples = [...timed.samples, ...repetitions], beside = timed.byContender.get(SENTINEL);
    const own = beside && this.#cells.sentinel(beside), { othersLoad } = timed;
    return {
      rows: [...rows, ...own ? [own.row] : []],
      samples: [...samples, ...own?.samples ?? []],
      checkSeconds: timed.measured.checkMs / 1000,
      ...(othersLoad && { othersLoad }),
    };
  }

  /** Checks the contenders, and returns those that are to be timed; the others have their rows. */
  async #checkAll(opened: readonly OpenedContender[]): Promise<CheckedContender[]> {
    const checked: CheckedContender[] = [];
    const pause = pausing(this.#lab.signal);
    for (const each of opened) {
      const { contender } = each;
      this.#lab.phase(`${contender.id}, check`);
      try {
        if ("error" in each) throw each.error;
        const entry = await this.#check(contender, each.trial);
        if (entry !== undefined) checked.push(entry);
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        this.#rows.push(this.#cells.row(contender, { metric: "time", ...statusOf(error) }));
      }
      await pause();
    }
    return checked;
  }

  async #check(contender: Contender, trial: Trial): Promise<CheckedContender | undefined> {
    const { metrics } = this.#suite;
    const { check, prepareMs, facts, parts, partTimer } = await checkTrial(this.#lab, trial, metrics);
    this.#rows.push(...facts.map((fact) => this.#cells.fact(contender, fact)));
    this.#repetitions.push(...facts.flatMap((fact) => this.#cells.repetitions(contender, fact)));
    for (const [metric, ms] of Object.entries<readonly number[] | undefined>(parts)) {
      if (ms === undefined) continue;
      const timer = trial.ranOn?.timer ?? partTimer;
      this.#rows.push(this.#cells.times(contender, metric, { ms, check, timer }));
      this.#repetitions.push(...this.#cells.repetitions(contender, timesInUnit(metrics, metric, ms)));
    }
    const untimed = !check.ok
      ? { status: "wrong", reason: wrongResultText(check) } as const
      : !isTimed(this.#lab)
      ? { status: "skipped", reason: "software adapter; --allow-software times it" } as const
      : undefined;
    if (untimed === undefined) return { contender, trial, check, prepareMs };
    this.#rows.push(this.#cells.row(contender, { metric: "time", ...untimed, check }));
    return undefined;
  }

  async #time(
    measurement: TimedMeasurement,
    checked: readonly CheckedContender[],
    { sentinel, onRound }: TimedRun,
  ): Promise<Timed> {
    const { device } = this.#lab, { gpuLooks, readProcessors } = this.#context;
    const options = this.#options(measurement, onRound);
    const contenders = [
      ...checked.map(timedContender),
      ...sentinel === undefined ? [] : [{ ...sentinel, id: SENTINEL }],
    ];
    const { measured: { measured, othersLoad }, throttled } = await measureUnthrottled(
      () => besideOthers(() => measure(device, contenders, options), readProcessors),
      gpuLooks,
    );
    const byContender = Map.groupBy(measured.samples, ({ contender }) => contender);
    const { underpowered, rounds } = measured;
    const remark = [
      ...underpowered ? [`underpowered: ${rounds} of ${options.minRounds} rounds in the budget`] : [],
      ...throttled === undefined ? [] : [throttled],
    ].join("; ");
    const clocks = new Map(
      checked.map(({ contender: { id }, trial: { ranOn, clock = device.timer } }) =>
        [id, ranOn?.timer ?? clock] as const
      ),
    );
    const reached = checked.filter(({ contender, trial: { ranOn = device } }) =>
      isReachedByOthers(contender, { ...ranOn, timer: clocks.get(contender.id)! })
    );
    const others = new Map(reached.map(({ contender: { id } }) => [id, othersRemark(othersLoad)] as const));
    const waiting = new Map(checked.map(({ contender: { id }, trial: { clock = device.timer } }) => {
      const own = byContender.get(id) ?? [];
      const times = { ms: own.map(({ ms }) => ms), waits: own.map(({ waits }) => waits), timer: clock };
      return [id, waitingReason(device, times)];
    }));
    return {
      measured,
      byContender,
      samples: checked.flatMap(({ contender }) =>
        (byContender.get(contender.id) ?? []).map((sample) => this.#cells.sample(contender, sample))
      ),
      remarks: { remark, waiting, others, clocks },
      ...(othersLoad && reached.length > 0 && { othersLoad }),
    };
  }

  #options(
    { decides, patience = decides ? 1 : CONTEXT_BUDGET }: TimedMeasurement,
    onRound: TimedRun["onRound"],
  ): MeasuringOptions {
    const { profile, seed, signal } = this.#lab;
    return {
      ...extentOf(profile, { decides }),
      seed,
      budgetMs: patience * profile.comparisonMs,
      ...(signal && { signal }),
      ...(onRound && { onRound }),
      onPhase: (contender, phase) => this.#lab.phase(`${contender}, ${phase}`),
    };
  }

  /** Rows of a contender that was timed: its times, or why there are none; and its first executions. */
  #rowsOf(entry: CheckedContender, { measured, byContender, samples, remarks }: Timed): NewRow[] {
    const { contender, check, trial } = entry, cells = this.#cells;
    if (measured.failures.has(contender.id)) {
      const failure = statusOf(measured.failures.get(contender.id));
      return [cells.row(contender, { metric: "time", ...failure, check })];
    }
    const pairs = measured.selfPairs.get(contender.id);
    const itself = pairs && summarizeRatios(pairs, { seed: this.#lab.seed });
    const band = this.#context.calibration?.smallestDifference ?? 0;
    const own = (byContender.get(contender.id) ?? []).map(({ ms }) => ms);
    const unstable = itself && instability(itself, band, { ms: median(own), unrest: trial.unrest?.() });
    // First executions after each preparation, which no sample has.
    const cold = measured.cold.get(contender.id)!, timer = trial.ranOn?.timer ?? "wall";
    const ms = cold.map((first) => first.ms), waits = cold.map((first) => first.waits);
    return [
      ...itself === undefined ? [] : [cells.row(contender, selfRatioColumns(itself))],
      ...unstable === undefined
        ? cells.timed(entry, samples, remarks)
        : [cells.row(contender, { metric: "time", status: "skipped", reason: unstable, check })],
      cells.times(contender, "cold", { ms, waits, check, timer }),
    ];
  }
}

/** A checked contender as the measuring loop takes it. */
function timedContender({ contender, trial }: CheckedContender): TimedContender {
  return {
    id: contender.id,
    bytes: trial.bytes,
    ...(trial.shared && { shared: trial.shared }),
    ...(contender.runtime !== undefined && { selfCompared: true }),
    ...(trial.clock && { clock: trial.clock }),
    prepare: () => trial.prepare(),
  };
}
