/**
 * One run of a session: its store, its lab, and the records that it writes about itself.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { lookAtOthers, readProcessors } from "../../hardware/cpu/processor_reading.ts";
import { isTimed } from "../../hardware/emulated.ts";
import { GpuLooks } from "../../hardware/measuring/gpu_looks.ts";
import { gpuState } from "../../hardware/nvidia_smi.ts";
import { DataError, MissingError, ReproError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { BUSY_FACT } from "../../results/environment_text.ts";
import { disturbanceText } from "../../results/others_load.ts";
import type { EarlierSeconds } from "../../results/history/expected_seconds.ts";
import { REFUSED_KEY } from "../../results/store/journal.ts";
import type { SessionContents, SessionStore } from "../../results/store/store.ts";
import { closePeers, startingSeconds } from "../peers/open_peers.ts";
import type { Profile } from "../profiles.ts";
import { DEFAULT_RANKS, type Lab, type RealRanks } from "../lab.ts";
import { paperOf, type Suite } from "../suite.ts";
import { type Budget, BudgetSpent } from "./planning/budget.ts";
import type { ComparisonOutcome } from "./comparison/comparison_outcome.ts";
import { type ComparisonIdentity, ComparisonRun } from "./comparison/comparison_run.ts";
import { ComputedCache } from "./computed_cache.ts";
import { EarlierAttempts } from "./earlier_attempts.ts";
import { comparisonOutcomeText } from "./comparison/outcome_text.ts";
import { KeptResults } from "./kept_results.ts";
import {
  inStages,
  laterThan,
  planFurther,
  type PlannedComparison,
  plannedName,
  workloadsFrom,
} from "./planning/plan.ts";
import { areFinished, needsCalibration } from "./planning/session_needs.ts";
import { Progress } from "./progress/progress.ts";
import { openStore } from "./open_store.ts";
import { hostThreads, type ReproOptions } from "./repro_options.ts";
import type { RunConditions } from "./resume_conditions.ts";
import { SessionCalibration } from "./session_calibration.ts";
import { SessionDatasets } from "./session_datasets.ts";
import { SessionDevice } from "./session_device.ts";
import { sessionLab } from "./session_lab.ts";
import { SessionMemo } from "./session_memo.ts";
import { SessionRecord } from "./session_record.ts";
import { beginningLines, withSuites } from "./session_texts.ts";
import { isEmpty, type ReproSummary, summarize } from "./summary.ts";

/** Outcome of a comparison that a budget has ended. */
const DROPPED = "has taken its part of the budget, left for a run without one";

/** Suites, device and limits of a run of a session. */
export interface RunSetup {
  /** Options as the user gave them. */
  readonly options: ReproOptions;
  /** Open device, which stays its owner's. */
  readonly device: Device;
  /** Limits of size and time. */
  readonly profile: Profile;
  /** Name of the session, and of its folder. */
  readonly name: string;
  /** Suites to run, in order. */
  readonly suites: readonly Suite[];
  /** Comparisons of these suites, as far as they are known beforehand. */
  readonly planned: readonly PlannedComparison[];
  /** Seconds of earlier runs, for the forecast; none when absent. */
  readonly earlier?: EarlierSeconds;
  /** Commit of the code that runs. */
  readonly commit: string;
  /** Budget of the run; absent where it may take any time. */
  readonly budget?: Budget | undefined;
}

/** Run of a session, from its opening to its closing. */
export class SessionRun {
  readonly #setup: RunSetup;
  readonly #conditions: RunConditions;
  readonly #devices: SessionDevice;
  readonly #computed = new ComputedCache();
  readonly #gpuLooks = new GpuLooks(async () => {
    const { adapterKind, name } = this.#device;
    return adapterKind === "hardware" ? await gpuState(name) : undefined;
  });
  readonly #store: SessionStore;
  readonly #earlier: EarlierAttempts;
  readonly #kept: KeptResults;
  readonly #datasets: SessionDatasets;
  readonly #record: SessionRecord;
  readonly #progress: Progress;
  readonly #calibration: SessionCalibration;
  #memo = new SessionMemo();
  #left = 0;
  /** Whether all conditions of the run hold; else nothing is written, and a new session is no session. */
  #begun = false;

  /**
   * Creates the session in the folder of its name, or resumes it.
   *
   * @throws {UsageError} where it began under other conditions, or its folder has files of somebody else.
   * @throws {ConflictError} where another run writes to it.
   */
  static async open(setup: RunSetup): Promise<SessionRun> {
    const { options, device, profile, name, commit } = setup, { seed = 1 } = options;
    const ranks: RealRanks = { count: options.ranks ?? DEFAULT_RANKS, engine: options.engine ?? "local" };
    const conditions = { name, profile: profile.id, seed, device, ranks, hostThreads: hostThreads(options) };
    return new SessionRun(setup, conditions, await openStore(options, conditions, commit));
  }

  private constructor(setup: RunSetup, conditions: RunConditions, store: SessionStore) {
    const { options, device, profile, planned, earlier = {}, commit } = setup, { seed } = conditions;
    this.#setup = setup;
    this.#conditions = conditions;
    this.#devices = new SessionDevice(device);
    this.#store = store;
    this.#earlier = new EarlierAttempts(store, commit);
    this.#kept = new KeptResults(store.folder);
    this.#progress = new Progress(planned.map(plannedName), {
      quiet: options.quiet ?? false,
      earlier,
      waitingMs: () => this.#device.waitingMs,
    });
    this.#datasets = new SessionDatasets({
      ...options,
      seed,
      profile,
      onLoad: () => this.#progress.detail("loading"),
      onWarning: (text) => this.#progress.line(text),
    }, store.document.datasets);
    this.#record = new SessionRecord(store, this.#datasets);
    this.#calibration = new SessionCalibration(this.#record, (line) => this.#progress.line(line));
  }

  /**
   * Runs the comparisons that are not finished yet, and releases the session's lock. Verdicts and report are
   * written after the first suite, repeatedly during the run, and at the end, also of a run that is
   * interrupted.
   *
   * @param seconds Seconds of this run so far.
   */
  async run(seconds: () => number): Promise<ReproSummary> {
    try {
      await this.#measure().catch(async (error) => {
        await (this.#begun ? this.#record.finish(seconds()) : this.#store.discard());
        throw error;
      });
      return this.#summary(await this.#record.finish(seconds()), seconds());
    } finally {
      this.#progress[Symbol.dispose]();
      this.#store.close();
      this.#devices.close();
    }
  }

  async #measure(): Promise<void> {
    const { options, name, profile, suites, planned } = this.#setup, record = this.#record;
    const lab = this.#lab();
    (await beginningLines(name, planned, lab)).forEach((text) => this.#progress.line(text));
    await this.#datasets.readOwn(name, planned.map(({ workload }) => workload));
    this.#earlier.findApart(planned);
    record.document = withSuites(record.document, suites, options);
    this.#begun = true;
    await record.write();
    try {
      if (isTimed(lab) && suites.some(needsCalibration)) await this.#beginTiming(lab);
      for (const [at, suite] of suites.entries()) {
        if (at === 0 || paperOf(suite) !== paperOf(suites[at - 1])) {
          this.#datasets.keepOnly(workloadsFrom(suite, planned));
          this.#memo = new SessionMemo();
        }
        await this.#runSuite(suite);
        if (suite !== suites.at(-1) && record.isDue) await this.#publish();
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
    } finally {
      this.#calibration[Symbol.dispose]();
      await closePeers();
    }
    const known = [...planned, ...suites.flatMap((suite) => this.#further(suite))];
    this.#left = known.filter((each) => !this.#earlier.isFinished(each)).length;
    record.document = { ...record.document, finished: this.#left === 0 };
    const ids = record.document.suites.map(({ id }) => id), store = this.#store;
    const isWhole = areFinished(ids, profile, (...which) => store.finished(...which));
    // What failed is tried again by --failed, and goes on from what is kept.
    if (isWhole && !this.#earlier.hasFailures) await this.#kept.remove();
  }

  /** Runs the comparisons of a suite that fit into the budget, then those that the rows so far ask for. */
  async #runSuite(suite: Suite): Promise<void> {
    const { suites, planned } = this.#setup, own = planned.filter((each) => each.suite === suite);
    for (const stage of inStages(own, () => this.#further(suite))) {
      if (stage !== own) this.#progress.more(stage.map(plannedName));
      for (const comparison of stage) {
        this.#signal.throwIfAborted();
        if (!this.#fits(comparison)) continue;
        const later = laterThan(comparison, suites, planned);
        await this.#withinBudget(comparison, later.every((each) => this.#earlier.isFinished(each)));
        await this.#replaceLostDevice();
      }
    }
  }

  /** Calibrates the device and prepares the sentinel; a device that can do neither begins no session. */
  async #beginTiming(lab: Lab): Promise<void> {
    try {
      await this.#lookAtOthers();
      const { budget } = this.#setup;
      await this.#calibration.begin(lab, budget && ((ms) => budget.affords(ms)));
    } catch (error) {
      if (!(error instanceof Interrupted)) this.#begun = false;
      throw error;
    }
  }

  /** Says where other programs are in the way, and notes it for whoever reads the session. */
  async #lookAtOthers(): Promise<void> {
    const busy = disturbanceText(await lookAtOthers()), { document } = this.#record;
    if (busy === undefined) return;
    this.#progress.line(`note: other programs keep ${busy} busy: times are longer and less steady`);
    this.#record.document = { ...document, environment: { ...document.environment, [BUSY_FACT]: busy } };
  }

  /** Runs a comparison within its part of the budget, if there is one. */
  async #withinBudget(comparison: PlannedComparison, isLast: boolean): Promise<void> {
    const run = () => this.#compare(this.#earlier.together(comparison));
    const ended = await (this.#setup.budget?.run(plannedName(comparison), run, isLast) ?? run());
    if (ended === false) this.#progress.end(DROPPED);
  }

  /** Goes on with another device where the comparison before has lost the session's. */
  async #replaceLostDevice(): Promise<void> {
    const lost = await this.#devices.replaceLost();
    if (lost === undefined) return;
    this.#progress.line(`${lost}: the session goes on with another`);
    // What suites have remembered lies on the lost device.
    this.#memo = new SessionMemo();
    this.#store.beginRun();
    await this.#calibration.replaceSentinel(this.#lab());
  }

  /** Comparisons that the rows so far ask for. */
  #further(suite: Suite): PlannedComparison[] {
    return planFurther(suite, this.#setup.profile, this.#store.currentRows(), this.#setup.options);
  }

  /** Whether the budget has room for a comparison; finished ones take none. */
  #fits(comparison: PlannedComparison): boolean {
    return this.#earlier.isFinished(comparison) ||
      (this.#setup.budget?.fits(plannedName(comparison)) ?? true);
  }

  /** Aborts when the run, or the comparison in progress, has to end. */
  get #signal(): AbortSignal {
    const { options, budget } = this.#setup;
    return AbortSignal.any([options.signal, budget?.signal].filter((each) => each !== undefined));
  }

  get #device(): Device {
    return this.#devices.current;
  }

  /** Lab of the comparison in progress: device, memo and signal are those of the moment. */
  #lab(): Lab {
    const { options: { allowSoftware = false }, profile } = this.#setup;
    const { seed, hostThreads, ranks } = this.#conditions;
    return sessionLab({
      allowSoftware,
      profile,
      seed,
      hostThreads,
      ranks,
      device: this.#device,
      datasets: this.#datasets,
      computed: this.#computed,
      earlier: this.#earlier,
      readProcessors,
      kept: this.#kept,
      memo: this.#memo,
      say: (text) => this.#progress.detail(text),
      phase: (text) => this.#progress.phase(text),
      signal: this.#signal,
    });
  }

  /** Measures a comparison, unless it is finished, and commits its rows. */
  async #compare(comparison: PlannedComparison): Promise<void> {
    const { suite, workload, contenders } = comparison, { options, commit, budget } = this.#setup;
    const memo = this.#memo, calibration = this.#calibration.record;
    const run = new ComparisonRun(suite, workload, contenders, {
      lab: this.#lab(),
      context: { commit, calibration, gpuLooks: this.#gpuLooks, readProcessors, memo },
    });
    this.#progress.begin(plannedName(comparison));
    const redo = !this.#earlier.isFinished(comparison) || this.#earlier.isIncomplete(comparison) ||
      (options.failed === true && this.#earlier.hasFailed(suite, workload));
    if (!redo && !options.stale) {
      this.#progress.skip();
      return;
    }
    const started = performance.now(), startedPeers = startingSeconds();
    this.#device.tuning?.takeUsed();
    let identity: Partial<ComparisonIdentity> = {};
    let outcome: ComparisonOutcome;
    let damage: DataError | undefined;
    try {
      const dataset = await this.#datasets.load(workload);
      const opened = await run.open(dataset);
      identity = opened.identity;
      if (!redo && this.#earlier.isCurrent(suite, workload, opened.identity.key)) {
        this.#progress.skip();
        return;
      }
      outcome = await opened.measure({
        sentinel: this.#calibration.sentinel,
        onRound: (round, rounds) => this.#progress.detail(`round ${round} of ${rounds}`),
      });
    } catch (error) {
      if (error instanceof Interrupted || !(error instanceof ReproError)) throw error;
      if (options.strictData && error instanceof MissingError) throw error;
      outcome = run.refuse(error);
      if (this.#datasets.isWanted(workload) && error instanceof DataError) damage = error;
    }
    // The session may have ended without it.
    if (budget?.abandoned) throw new BudgetSpent();
    const seconds = (performance.now() - started) / 1000;
    budget?.ended(plannedName(comparison), seconds);
    await this.#store.commitComparison({
      suite: suite.id,
      workload: workload.id,
      key: REFUSED_KEY,
      ...identity,
      ...outcome,
      tuned: this.#device.tuning?.takeUsed() ?? [],
      seconds,
    });
    if (damage) throw damage;
    this.#progress.end(comparisonOutcomeText(outcome.rows), startingSeconds() - startedPeers);
  }

  /** Writes verdicts and report before the run has ended. */
  async #publish(): Promise<void> {
    this.#progress.phase("verdicts and report");
    const ms = await this.#record.publish();
    this.#setup.budget?.reported(ms);
  }

  /** Counts and scorecard of the session; `seconds` are this run's. */
  #summary(contents: SessionContents, seconds: number): ReproSummary {
    const own = summarize(contents, this.#store.folder, seconds);
    return {
      ...own,
      failed: own.failed || (this.#left > 0 && isEmpty(own)),
      left: this.#left,
      abandoned: this.#setup.budget?.abandoned ?? false,
    };
  }
}
