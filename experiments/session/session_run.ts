/**
 * One run of a session: its store, its lab, and the records that it writes about itself.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { coreLatencyNs } from "../../hardware/cpu/core_latency.ts";
import { disturbance, othersLoad } from "../../hardware/cpu/others_load.ts";
import { isTimed } from "../../hardware/emulated.ts";
import { captureEnvironment } from "../../hardware/environment.ts";
import { GpuLooks } from "../../hardware/measuring/gpu_looks.ts";
import { gpuState } from "../../hardware/nvidia_smi.ts";
import { DataError, MissingError, ReproError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { BUSY_FACT } from "../../results/environment_text.ts";
import type { EarlierSeconds } from "../../results/history/expected_seconds.ts";
import { refuseForeignFiles } from "../../results/report/foreign_files.ts";
import type { CalibrationText, SessionDocument } from "../../results/store/session_document.ts";
import { REFUSED_KEY } from "../../results/store/journal.ts";
import { type SessionContents, SessionStore } from "../../results/store/store.ts";
import { closePeers, startingSeconds } from "../peers/open_peers.ts";
import type { Profile } from "../profiles.ts";
import { DEFAULT_RANKS, type Lab, type RealRanks } from "../lab.ts";
import { paperOf, type Suite } from "../suite.ts";
import { type Budget, BudgetSpent } from "./planning/budget.ts";
import { calibrate, openSentinel, type Sentinel } from "./calibration.ts";
import { calibrationMeans } from "./calibration_means.ts";
import type { RowContext } from "./comparison/cell_rows.ts";
import type { ComparisonOutcome } from "./comparison/comparison_outcome.ts";
import { type ComparisonIdentity, ComparisonRun } from "./comparison/comparison_run.ts";
import { ComputedCache } from "./computed_cache.ts";
import { EarlierAttempts } from "./earlier_attempts.ts";
import { comparisonWords } from "./comparison/outcome_words.ts";
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
import { hostThreads, type ReproOptions } from "./repro_options.ts";
import { rankWords, refuseOtherConditions, type RunConditions } from "./resume_conditions.ts";
import { SessionDatasets } from "./session_datasets.ts";
import { SessionDevice } from "./session_device.ts";
import { sessionLab } from "./session_lab.ts";
import { SessionMemo } from "./session_memo.ts";
import { SessionRecord } from "./session_record.ts";
import { beginningLines, newDocument, withSuites } from "./session_texts.ts";
import { isEmpty, type ReproSummary, summarize } from "./summary.ts";

/** Outcome of a comparison that a budget has ended. */
const DROPPED = "has taken its part of the budget, left for a run without one";

/** Run of a session, from its opening to its closing. */
export class SessionRun {
  readonly #options: ReproOptions;
  readonly #devices: SessionDevice;
  readonly #profile: Profile;
  readonly #suites: readonly Suite[];
  readonly #name: string;
  readonly #seed: number;
  readonly #ranks: RealRanks;
  readonly #commit: string;
  readonly #computed = new ComputedCache();
  readonly #gpuLooks = new GpuLooks(async () => {
    const { adapterKind, name } = this.#device;
    return adapterKind === "hardware" ? await gpuState(name) : undefined;
  });
  #datasets!: SessionDatasets;
  readonly #budget: Budget | undefined;
  #left = 0;
  /** Whether all conditions of the run hold; else nothing is written, and a new session is no session. */
  #begun = false;
  #progress = new Progress([], { quiet: true });
  #store!: SessionStore;
  #earlier!: EarlierAttempts;
  #kept!: KeptResults;
  #record!: SessionRecord;
  #sentinel: Sentinel | undefined;
  #contents!: SessionContents;
  #memo = new SessionMemo();

  /** `suites` are those to run, in order, by the code of `commit`; nothing is written before `open`. */
  constructor({ options, device, profile, name, suites, commit, budget }: {
    options: ReproOptions;
    device: Device;
    profile: Profile;
    name: string;
    suites: readonly Suite[];
    commit: string;
    budget?: Budget | undefined;
  }) {
    this.#options = options;
    this.#devices = new SessionDevice(device);
    this.#profile = profile;
    this.#suites = suites;
    this.#name = name;
    this.#seed = options.seed ?? 1;
    this.#ranks = { count: options.ranks ?? DEFAULT_RANKS, engine: options.engine ?? "local" };
    this.#budget = budget;
    this.#commit = commit;
  }

  /** Creates the session in a folder, or resumes it. */
  async open(folder: string): Promise<void> {
    const device = this.#device;
    const latencyNs = device.threads > 1 ? await coreLatencyNs() : undefined;
    const create = newDocument(this.#options, {
      session: this.#name,
      profile: this.#profile.id,
      seed: this.#seed,
      device,
      environment: {
        ...captureEnvironment(device, this.#commit),
        ...(latencyNs !== undefined && { "cpu core-to-core latency": `${Math.round(latencyNs)} ns` }),
        "host threads": String(hostThreads(this.#options)),
        "ranks": rankWords(this.#ranks),
      },
    });
    const conditions: RunConditions = {
      name: this.#name,
      profile: this.#profile.id,
      seed: this.#seed,
      device,
      ranks: this.#ranks,
      hostThreads: hostThreads(this.#options),
    };
    const check = (document: SessionDocument) => refuseOtherConditions(document, conditions);
    // The last report would fail for them, after all measurements.
    await refuseForeignFiles(folder, "another session with --session, or another folder with --out");
    this.#store = await SessionStore.open(folder, { create, check });
    this.#earlier = new EarlierAttempts(this.#store, this.#commit);
    this.#kept = new KeptResults(folder);
    this.#datasets = new SessionDatasets({
      ...this.#options,
      seed: this.#seed,
      profile: this.#profile,
      onLoad: () => this.#progress.detail("loading"),
      onWarning: (text) => this.#progress.line(text),
    }, this.#store.document.datasets);
    this.#record = new SessionRecord(this.#store, this.#datasets, device);
  }

  /**
   * Runs the comparisons that are not finished yet. Verdicts and report are written after the first suite,
   * repeatedly during the run, and at the end. `earlier` has seconds of earlier runs, for the forecast.
   */
  async all(planned: readonly PlannedComparison[], earlier: EarlierSeconds = {}): Promise<void> {
    const { quiet = false } = this.#options, lab = this.#lab(), { allowSoftware } = lab;
    const waitingMs = () => this.#device.waitingMs;
    this.#progress = new Progress(planned.map(plannedName), { quiet, earlier, waitingMs });
    beginningLines(this.#name, planned.length, { device: this.#device, allowSoftware })
      .forEach((text) => this.#progress.line(text));
    await this.#datasets.readOwn(this.#name, planned.map(({ workload }) => workload));
    this.#earlier.findApart(planned);
    const record = this.#record;
    record.document = withSuites(record.document, this.#suites, this.#options);
    this.#begun = true;
    await record.write();
    const timed = isTimed(lab) && this.#suites.some(needsCalibration);
    try {
      const calibration = timed ? await this.#beginTiming(lab) : null;
      const context = this.#context(calibration);
      for (const [at, suite] of this.#suites.entries()) {
        if (at === 0 || paperOf(suite) !== paperOf(this.#suites[at - 1])) {
          this.#datasets.keepOnly(workloadsFrom(suite, planned));
          this.#memo = new SessionMemo();
        }
        const own = planned.filter((each) => each.suite === suite);
        for (const stage of inStages(own, () => this.#further(suite))) {
          if (stage !== own) this.#progress.more(stage.map(plannedName));
          for (const comparison of stage) {
            this.#signal.throwIfAborted();
            if (!this.#fits(comparison)) continue;
            const later = laterThan(comparison, this.#suites, planned);
            const isLast = later.every((each) => this.#earlier.isFinished(each));
            await this.#withinBudget(comparison, { lab, context, isLast });
            await this.#replaceLostDevice(lab);
          }
        }
        if (suite !== this.#suites.at(-1) && record.isDue) await this.#publish();
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
    } finally {
      this.#sentinel?.close();
      await closePeers();
    }
    const known = [...planned, ...this.#suites.flatMap((suite) => this.#further(suite))];
    this.#left = known.filter((each) => !this.#earlier.isFinished(each)).length;
    record.document = { ...record.document, finished: this.#left === 0 };
    const ids = record.document.suites.map(({ id }) => id), store = this.#store;
    const isWhole = areFinished(ids, this.#profile, (...which) => store.finished(...which));
    // What failed is tried again by --failed, and goes on from what is kept.
    if (isWhole && !this.#earlier.hasFailures) await this.#kept.remove();
  }

  /** Values that all rows of this run share. */
  #context(calibration: CalibrationText | null): RowContext {
    const memo = () => this.#memo;
    return {
      commit: this.#commit,
      calibration,
      gpuLooks: this.#gpuLooks,
      get memo() {
        return memo();
      },
    };
  }

  /** Calibrates the device and prepares the sentinel; a device that can do neither begins no session. */
  async #beginTiming(lab: Lab): Promise<CalibrationText> {
    try {
      await this.#lookAtOthers();
      const calibration = await this.#calibration(lab);
      await this.#openSentinel(lab);
      return calibration;
    } catch (error) {
      if (!(error instanceof Interrupted)) this.#begun = false;
      throw error;
    }
  }

  /** Says where other programs are in the way, and notes it for whoever reads the session. */
  async #lookAtOthers(): Promise<void> {
    const busy = disturbance(await othersLoad()), { document } = this.#record;
    if (busy === undefined) return;
    this.#progress.line(`note: other programs keep ${busy} busy: times are longer and less steady`);
    this.#record.document = { ...document, environment: { ...document.environment, [BUSY_FACT]: busy } };
  }

  async #openSentinel(lab: Lab): Promise<void> {
    this.#sentinel = await openSentinel(lab, calibrationMeans(lab.device));
  }

  /** Runs a comparison within its part of the budget, if there is one. */
  async #withinBudget(
    comparison: PlannedComparison,
    { isLast, ...means }: { lab: Lab; context: RowContext; isLast: boolean },
  ): Promise<void> {
    const run = () => this.#one(this.#earlier.together(comparison), means);
    const ended = await (this.#budget?.run(plannedName(comparison), run, isLast) ?? run());
    if (ended === false) this.#progress.end(DROPPED);
  }

  /** Goes on with another device where the comparison before has lost the session's. */
  async #replaceLostDevice(lab: Lab): Promise<void> {
    const lost = await this.#devices.replaceLost();
    if (lost === undefined) return;
    this.#progress.line(`${lost}: the session goes on with another`);
    // What suites have remembered lies on the lost device.
    this.#memo = new SessionMemo();
    this.#store.beginRun();
    if (this.#sentinel !== undefined) await this.#openSentinel(lab);
  }

  /** Comparisons that the rows so far ask for. */
  #further(suite: Suite): PlannedComparison[] {
    return planFurther(suite, this.#profile, this.#store.currentRows(), this.#options);
  }

  /** Whether the budget has room for a comparison; finished ones take none. */
  #fits(comparison: PlannedComparison): boolean {
    return this.#earlier.isFinished(comparison) || (this.#budget?.fits(plannedName(comparison)) ?? true);
  }

  /** Aborts when the run, or the comparison in progress, has to end. */
  get #signal(): AbortSignal {
    return AbortSignal.any([this.#options.signal, this.#budget?.signal].filter((each) => each !== undefined));
  }

  get #device(): Device {
    return this.#devices.current;
  }

  #lab(): Lab {
    return sessionLab({
      devices: this.#devices,
      datasets: this.#datasets,
      computed: this.#computed,
      earlier: this.#earlier,
      kept: this.#kept,
      memo: () => this.#memo,
      say: (text) => this.#progress.detail(text),
      phase: (text) => this.#progress.phase(text),
      signal: () => this.#signal,
      fixed: {
        allowSoftware: this.#options.allowSoftware ?? false,
        profile: this.#profile,
        seed: this.#seed,
        hostThreads: hostThreads(this.#options),
        ranks: this.#ranks,
      },
    });
  }

  async #one(
    comparison: PlannedComparison,
    { lab, context }: { lab: Lab; context: RowContext },
  ): Promise<void> {
    const { suite, workload, contenders } = comparison;
    const run = new ComparisonRun(suite, workload, contenders, { lab, context });
    this.#progress.begin(plannedName(comparison));
    const before = this.#store.finished(suite.id, workload.id);
    const redo = !this.#earlier.isFinished(comparison) || this.#earlier.isIncomplete(comparison) ||
      (this.#options.failed === true && this.#earlier.hasFailed(suite, workload));
    if (!redo && !this.#options.stale) {
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
      identity = await run.open(dataset);
      if (!redo && before?.key === identity.key && this.#earlier.hasSameCode(suite, workload)) {
        this.#progress.skip();
        return;
      }
      outcome = await run.run({
        sentinel: this.#sentinel?.contender,
        onRound: (round, rounds) => this.#progress.detail(`round ${round} of ${rounds}`),
      });
    } catch (error) {
      if (error instanceof Interrupted || !(error instanceof ReproError)) throw error;
      if (this.#options.strictData && error instanceof MissingError) throw error;
      outcome = run.refuse(error);
      if (this.#datasets.isWanted(workload) && error instanceof DataError) damage = error;
    }
    // The session may have ended without it.
    if (this.#budget?.abandoned) throw new BudgetSpent();
    const seconds = (performance.now() - started) / 1000;
    this.#budget?.ended(plannedName(comparison), seconds);
    await this.#store.commitComparison({
      suite: suite.id,
      workload: workload.id,
      key: REFUSED_KEY,
      ...identity,
      ...outcome,
      tuned: this.#devices.current.tuning?.takeUsed() ?? [],
      seconds,
    });
    if (damage) throw damage;
    this.#progress.end(comparisonWords(outcome.rows), startingSeconds() - startedPeers);
  }

  async #calibration(lab: Lab): Promise<CalibrationText> {
    const record = this.#record;
    if (record.document.calibration !== null) return record.document.calibration;
    this.#progress.line("A/A run and roofline probe");
    const calibration = await calibrate(lab, calibrationMeans(lab.device));
    record.document = { ...record.document, calibration };
    await record.write();
    const percent = (100 * calibration.smallestDifference).toFixed(1);
    this.#progress.line(`this session sees differences above ${percent} %`);
    return calibration;
  }

  /** Writes verdicts and report before the run has ended. */
  async #publish(): Promise<void> {
    this.#progress.phase("verdicts and report");
    const ms = await this.#record.publish();
    this.#budget?.reported(ms);
  }

  /** Writes the last verdicts and report, also of a run that was interrupted, and releases the lock. */
  async close(seconds: number): Promise<void> {
    try {
      if (this.#begun) this.#contents = await this.#record.finish(seconds);
      else await this.#store.discard();
    } finally {
      this.#progress[Symbol.dispose]();
      this.#store.close();
      this.#devices.close();
    }
  }

  /** Counts and scorecard of the closed session; `seconds` are this run's. */
  summary(seconds: number): ReproSummary {
    const own = summarize(this.#contents, this.#store.folder, seconds);
    return {
      ...own,
      failed: own.failed || (this.#left > 0 && isEmpty(own)),
      left: this.#left,
      abandoned: this.#budget?.abandoned ?? false,
    };
  }
}
