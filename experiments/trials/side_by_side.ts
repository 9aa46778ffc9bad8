/**
 * Trials of one graph measured side by side within a joint suite: each is checked, all are timed in
 * interleaved rounds, and every value that is derived from two of them is derived round by round.
 *
 * @module
 */
import type { TimerKind } from "../../hardware/device.ts";
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import { fitTogether, measure, type Measured } from "../../hardware/measuring/measure.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import { wrongAtFirst } from "../../kernels/checks/plan_check.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Breakdown, CheckedTimes, Facts } from "../metrics.ts";
import { extentOf } from "../profiles.ts";
import { isReproError, Outcomes } from "./outcomes.ts";

/** Rounds of one contender. */
interface SideRounds {
  /** Milliseconds of an execution, one a round. */
  readonly ms: readonly number[];
  /** Waits for the device in each of them; 0 by the device's clock. */
  readonly waits: readonly number[];
  /** Preparation that each of them ran on, from 0. */
  readonly preparations: readonly number[];
  /** Executions that each of them is the mean of. */
  readonly calls: readonly number[];
}

/** Measurements of one contender. */
export interface SideResult extends SideRounds {
  /** Check of an execution before it was timed. */
  readonly check: CheckReport;
  /** Clock of all times. */
  readonly timer: TimerKind;
  /** Milliseconds that the preparation of its kernels took. */
  readonly prepareMs: number;
  /** Times of the parts of an execution, by metric. */
  readonly parts: Readonly<Record<string, CheckedTimes>>;
  /** Counts of trial and plan, by metric. */
  readonly facts: Facts;
}

/**
 * The contenders of one graph. A contender that fails to start or gives a wrong result keeps no other from
 * running.
 */
export class SideBySide {
  readonly #outcomes: Outcomes<SideResult>;

  /** Made by {@linkcode measureSideBySide}. */
  constructor(outcomes: Outcomes<SideResult>) {
    this.#outcomes = outcomes;
  }

  /**
   * Measurements of a contender.
   *
   * @throws what kept it from being measured.
   */
  of(id: string): SideResult {
    return this.#outcomes.of(id);
  }

  /** Whether a contender was measured. */
  has(id: string): boolean {
    return this.#outcomes.has(id);
  }

  /**
   * Times of a contender's executions, round by round.
   *
   * @throws what kept it from being measured.
   */
  times(id: string): CheckedTimes {
    const { ms, waits, preparations, calls, check, timer } = this.of(id);
    return { ms, waits, preparations, calls, check, timer };
  }

  /** Time that the preparation of a contender's kernels took. */
  preparation(id: string): CheckedTimes {
    const { prepareMs, check } = this.of(id);
    return { ms: [prepareMs], check, timer: "wall", waits: 0 };
  }

  /** Time of one contender over another's, round by round. */
  ratio(above: string, below: string): number[] {
    const { ms } = this.of(below);
    return this.of(above).ms.map((each, round) => each / ms[round]);
  }

  /** Milliseconds of one contender less those of another, round by round. */
  difference(more: string, less: string): number[] {
    const { ms } = this.of(less);
    return this.of(more).ms.map((each, round) => each - ms[round]);
  }
}

/**
 * Checks and times. Rounds are the profile's least, so that the time that a suite takes can be told
 * beforehand.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 * @throws {Interrupted} where the lab's signal ends the measurement; memory is freed first.
 */
export async function measureSideBySide(
  lab: Lab,
  trials: ReadonlyMap<string, () => Trial | Promise<Trial>>,
  {
    decides = true,
    rounds = lab.profile[decides ? "rounds" : "contextRounds"],
    preparations = lab.profile.preparations,
    patience = 1,
  }: {
    /**
     * Whether claims rest on the comparison: it then has the rounds that a claim needs, else those of
     * context.
     */
    readonly decides?: boolean;
    /** Number of rounds in place of the profile's. */
    readonly rounds?: number;
    /** Number of preparations, each with a new placement in memory; the profile's number when absent. */
    readonly preparations?: number;
    /** Budget as a multiple of the profile's; 1 when absent. */
    readonly patience?: number;
  } = {},
): Promise<SideBySide> {
  const { device, profile, seed } = lab;
  refuseEmulated(lab, "time products");
  const outcomes = new Outcomes<SideResult>(isReproError);
  const opened = await openTrials(trials, outcomes);
  const { contenders, checks } = await checkTrials(lab, opened, outcomes);
  const measured = await measure(device, contenders, {
    ...extentOf(profile, { decides }),
    seed,
    minRounds: rounds,
    maxRounds: rounds,
    preparations: decides ? preparations : 1,
    budgetMs: patience * profile.comparisonMs,
    ...(lab.signal && { signal: lab.signal }),
    onPhase: (id, phase) => lab.phase(`${id}, ${phase}`),
  });
  for (const [id, check] of checks) {
    const error = measured.failures.get(id);
    if (error) outcomes.fail(id, error);
    else outcomes.set(id, { ...check, ...roundsOf(measured, id) });
  }
  return new SideBySide(outcomes);
}

/** Starts every trial that can be started. */
async function openTrials(
  trials: ReadonlyMap<string, () => Trial | Promise<Trial>>,
  outcomes: Outcomes<SideResult>,
): Promise<Map<string, Trial>> {
  const opened = new Map<string, Trial>();
  for (const [id, open] of trials) {
    await outcomes.attempt(id, async () => {
      opened.set(id, await open());
    });
  }
  return opened;
}

/** Checks every trial; those that are right are contenders. */
async function checkTrials(
  lab: Lab,
  trials: ReadonlyMap<string, Trial>,
  outcomes: Outcomes<SideResult>,
): Promise<{
  readonly contenders: readonly TimedContender[];
  readonly checks: ReadonlyMap<string, CheckedSide["result"]>;
}> {
  const all = Array.from(trials, ([id, trial]) => timedContender(id, trial));
  // Plans that were checked are the first to be timed, where there is room for all of them.
  const keeps = fitTogether(lab.device, all);
  const checks = new Map<string, CheckedSide["result"]>();
  const contenders: TimedContender[] = [];
  try {
    for (const contender of all) {
      const { id } = contender;
      lab.signal?.throwIfAborted();
      lab.phase(`${id}, check`);
      await outcomes.attempt(id, async () => {
        const { result, ready } = await checked(lab, { id, trial: trials.get(id)!, keeps });
        checks.set(id, result);
        contenders.push({ ...contender, ...(ready && { ready }) });
      });
    }
  } catch (error) {
    for (const { ready } of contenders) ready?.destroy();
    throw error;
  }
  return { contenders, checks };
}

/** Rounds of one contender among those of all. */
function roundsOf({ samples }: Measured, id: string): SideRounds {
  const own = samples.filter(({ contender }) => contender === id);
  return {
    ms: own.map(({ ms }) => ms),
    waits: own.map(({ waits }) => waits),
    preparations: own.map(({ preparation }) => preparation),
    calls: own.map(({ calls }) => calls),
  };
}

const timedContender = (id: string, trial: Trial): TimedContender => ({
  id,
  bytes: trial.bytes,
  prepare: () => trial.prepare(),
  ...(trial.clock && { clock: trial.clock }),
  ...(trial.shared && { shared: trial.shared }),
});

/** Trial that was executed and is right. */
interface CheckedSide {
  readonly result: Omit<SideResult, keyof SideRounds>;
  /** Plan that was checked, where it is kept to be timed. */
  readonly ready?: PreparedTrial;
}

/** Prepares a trial and checks it. */
async function checked(
  lab: Lab,
  { id, trial, keeps }: { readonly id: string; readonly trial: Trial; readonly keeps: boolean },
): Promise<CheckedSide> {
  const timer = trial.ranOn?.timer ?? trial.clock ?? lab.device.timer;
  const prepared = await trial.prepare(keeps ? undefined : "once");
  let kept = false;
  try {
    const check = await prepared.check();
    if (!check.ok) throw wrongAtFirst(id, check);
    const breakdown: Breakdown = await prepared.breakdown?.() ?? { times: {} };
    const { times, facts, timer: partTimer = trial.ranOn?.timer ?? lab.device.timer } = breakdown;
    const parts: Record<string, CheckedTimes> = {};
    for (const [metric, ms] of Object.entries<readonly number[] | undefined>(times)) {
      if (ms !== undefined) parts[metric] = { ms, check, timer: partTimer };
    }
    const { prepareMs } = prepared, own = { ...prepared.facts, ...trial.facts, ...facts };
    kept = keeps;
    return {
      result: { prepareMs, check, timer, parts, facts: own },
      ...(keeps && { ready: prepared }),
    };
  } finally {
    if (!kept) prepared.destroy();
  }
}
