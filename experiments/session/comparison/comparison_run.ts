/**
 * One comparison: all contenders of one workload, checked, then timed together, and turned into rows.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { ReproError } from "../../../platform/errors.ts";
import type { Contestant } from "../../../hardware/measuring/contestant.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import type { MeasuringOptions } from "../../../hardware/measuring/options.ts";
import { measureUnthrottled } from "../../../hardware/measuring/throttling.ts";
import { webContentKey } from "../../../platform/files/web_digest.ts";
import { median, summarizeRatios } from "../../../platform/statistics/mod.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { pausing } from "../../../platform/pausing.ts";
import { SCHEMA } from "../../../results/row.ts";
import { SENTINEL } from "../../../results/sentinel.ts";
import type { NewRow, NewSample } from "../../../results/store/store.ts";
import type { Subject } from "../../../results/subject.ts";
import { type Contender, factorTexts, type Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { ExactMeasurement, JointMeasurement, TimedMeasurement, Trial } from "../../measurement.ts";
import { type CheckedTimes, type Fact, factList, metricTexts, timesInUnit } from "../../metrics.ts";
import { profileFor, type Suite } from "../../suite.ts";
import { instability, selfRatioColumns } from "./self_comparison.ts";
import { waitingReason } from "./waiting_reason.ts";
import { CellRows, type CheckedContender, type RowContext, statusOf } from "./cell_rows.ts";
import { checkTrial } from "./checked_trial.ts";
import { wrongWords } from "./outcome_words.ts";

/** Rows and samples of a finished comparison. */
export interface ComparisonOutcome {
  /** Rows of every contender, failed or not, and of the sentinel where something was timed. */
  readonly rows: readonly NewRow[];
  /** Every timed sample. */
  readonly samples: readonly NewSample[];
  /** Seconds of the checks after timing; absent where the runner timed nothing. */
  readonly checkSeconds?: number;
}

/** Digests by which a comparison is recognised. */
export interface ComparisonIdentity {
  /**
   * Content key: subject, device, profile, seed and schema. A finished comparison of the same key need not
   * run again.
   */
  readonly key: string;
  /** Part of the key that any device shares. */
  readonly subject: Subject;
}

/** A contender with its trial, or with the error that its set-up ended in. */
type Entrant =
  & { readonly contender: Contender }
  & ({ readonly trial: Trial } | { readonly error: unknown });

/**
 * Budgets that a comparison for context has: it has few rounds, but often many contenders and large graphs,
 * and runs only when named.
 */
const CONTEXT_BUDGET = 4;

/** One comparison, from its trials to its rows. */
export class ComparisonRun {
  readonly #suite: Suite;
  readonly #workload: Workload;
  readonly #contenders: readonly Contender[];
  readonly #lab: Lab;
  readonly #context: RowContext;
  readonly #rows: CellRows;
  #entrants: Entrant[] = [];
  #dataset: LoadedDataset | undefined;

  /** Builds nothing before `open`; `contenders` are those that passed the filter, and the baseline. */
  constructor(
    suite: Suite,
    workload: Workload,
    contenders: readonly Contender[],
    { lab, context }: { lab: Lab; context: RowContext },
  ) {
    this.#suite = suite;
    this.#workload = workload;
    this.#contenders = contenders;
    this.#lab = { ...lab, profile: profileFor(suite, lab.profile) };
    this.#context = context;
    this.#rows = new CellRows(suite, workload, { lab: this.#lab, context });
  }

  /**
   * Builds the trials and returns the comparison's identity: its subject (suite, workload, contenders,
   * dataset; of a timed comparison also kernel texts and parameters), the conditions (device, profile) and
   * the schema.
   */
  async open(dataset: LoadedDataset): Promise<ComparisonIdentity> {
    this.#dataset = dataset;
    this.#rows.loaded(dataset);
    const { measurement } = this.#suite;
    if (measurement.kind === "timed") {
      const pause = pausing(this.#context.signal);
      for (const contender of this.#contenders) {
        await pause();
        this.#lab.phase(`${contender.id}, set-up`);
        try {
          const trial = await measurement.trial(this.#lab, dataset, this.#workload, contender);
          this.#entrants.push({ contender, trial });
          this.#rows.opened(contender, trial);
        } catch (error) {
          if (error instanceof Interrupted) throw error;
          this.#entrants.push({ contender, error });
        }
      }
    }
    return await this.#identity(dataset);
  }

  async #identity(dataset: LoadedDataset): Promise<ComparisonIdentity> {
    const { device, profile, seed } = this.#lab;
    const question = {
      suite: this.#suite.id,
      settings: this.#suite.settings,
      workload: this.#workloadText(),
      dataset: dataset.hash,
    };
    const identities = this.#entrants.map((entrant) => ({
      id: entrant.contender.id,
      identity: "trial" in entrant ? entrant.trial.identity : "none",
    }));
    const key = await webContentKey({
      schema: SCHEMA,
      ...question,
      contenders: this.#suite.measurement.kind === "timed"
        ? identities
        : this.#contenders.map(({ id }) => id),
      device: {
        backend: device.backend,
        name: device.name,
        threads: device.threads,
        tuning: device.tuning?.digest,
      },
      profile: profile.id,
      seed,
    });
    const kernels = identities.filter(({ identity }) => identity !== "none")
      .map(async ({ id, identity }) => [id, await webContentKey(identity)] as const);
    return {
      key,
      subject: {
        question: await webContentKey(question),
        kernels: Object.fromEntries(await Promise.all(kernels)),
      },
    };
  }

  /** The workload in content keys: the fields that rows name it by, without any others of the suite. */
  #workloadText(): Readonly<Record<string, unknown>> {
    const { id, dataset, ids, model } = this.#workload;
    return {
      id,
      ...(dataset !== undefined && { dataset }),
      ...(ids !== undefined && { ids }),
      ...(model !== undefined && { model }),
      factors: factorTexts(this.#workload),
    };
  }

  /** Rows that say why nothing of this comparison could run. */
  refuse(error: unknown): ComparisonOutcome {
    const metric = this.#suite.measurement.kind === "timed"
      ? ["time"]
      : metricTexts(this.#suite.metrics).map(({ id }) => id);
    const rows = this.#contenders.flatMap((contender) =>
      metric.map((id) => this.#rows.row(contender, { metric: id, ...statusOf(error) }))
    );
    return { rows, samples: [] };
  }

  /** Checks and measures. The sentinel takes part in every round, so that drift is seen. */
  async run(
    sentinel: Contestant | undefined,
    onRound: (round: number, planned: number) => void,
  ): Promise<ComparisonOutcome> {
    const { measurement } = this.#suite;
    if (measurement.kind === "timed") return await this.#runTimed(measurement, sentinel, onRound);
    return measurement.kind === "joint"
      ? await this.#runJoint(measurement)
      : await this.#runExact(measurement);
  }

  /** Rows of a contender that has none of the suite's metrics. */
  #failed(contender: Contender, error: unknown): NewRow[] {
    if (error instanceof Interrupted) throw error;
    return metricTexts(this.#suite.metrics).map(({ id }) =>
      this.#rows.row(contender, { metric: id, ...statusOf(error) })
    );
  }

  async #runExact(measurement: ExactMeasurement): Promise<ComparisonOutcome> {
    const rows: NewRow[] = [];
    const samples: NewSample[] = [];
    const pause = pausing(this.#context.signal);
    for (const contender of this.#contenders) {
      this.#lab.phase(`${contender.id}, counting`);
      try {
        const counted = await measurement.count(this.#lab, this.#dataset!, this.#workload, contender);
        const facts = factList(counted, this.#suite.metrics);
        rows.push(...facts.map((fact) => this.#rows.fact(contender, fact)));
        samples.push(...facts.flatMap((fact) => this.#rows.repetitions(contender, fact)));
      } catch (error) {
        rows.push(...this.#failed(contender, error));
      }
      await pause();
    }
    return { rows, samples };
  }

  async #runJoint(measurement: JointMeasurement): Promise<ComparisonOutcome> {
    const rows: NewRow[] = [];
    const samples: NewSample[] = [];
    const lab = this.#lab, contenders = this.#contenders;
    lab.phase("all contenders together");
    let outcomeOf: Awaited<ReturnType<JointMeasurement["measure"]>>;
    try {
      outcomeOf = await measurement.measure(lab, this.#dataset!, this.#workload, contenders);
    } catch (error) {
      // A typed error refuses the comparison; a defect costs its cells, not the session.
      if (error instanceof ReproError) throw error;
      return { rows: contenders.flatMap((contender) => this.#failed(contender, error)), samples };
    }
    this.#context.signal.throwIfAborted();
    for (const contender of contenders) {
      try {
        const outcome = outcomeOf(contender.id);
        this.#rows.opened(contender, outcome);
        const times = Object.entries<CheckedTimes | undefined>(outcome.times)
          .flatMap(([metric, checked]) => checked === undefined ? [] : [{ metric, checked }]);
        const { preparations } = times.find(({ checked }) => checked.preparations)?.checked ?? {};
        const facts = factList(outcome.facts, this.#suite.metrics).map((fact) =>
          ofRounds(fact, preparations)
        );
        rows.push(...times.map(({ metric, checked }) => this.#rows.times(contender, metric, checked)));
        rows.push(...facts.map((fact) => this.#rows.fact(contender, fact)));
        const right = times.filter(({ checked }) => checked.check.ok)
          .map(({ metric, checked: { ms, preparations } }) =>
            ofRounds(timesInUnit(this.#suite.metrics, metric, ms), preparations)
          );
        samples.push(...[...right, ...facts].flatMap((fact) => this.#rows.repetitions(contender, fact)));
      } catch (error) {
        rows.push(...this.#failed(contender, error));
      }
    }
    return { rows, samples };
  }

  async #runTimed(
    { decides, patience = decides ? 1 : CONTEXT_BUDGET }: TimedMeasurement,
    sentinel: Contestant | undefined,
    onRound: (round: number, planned: number) => void,
  ): Promise<ComparisonOutcome> {
    const { device, profile, seed } = this.#lab;
    const rows: NewRow[] = [];
    const repetitions: NewSample[] = [];
    const checked: CheckedContender[] = [];
    const pause = pausing(this.#context.signal);
    for (const entrant of this.#entrants) {
      const { contender } = entrant;
      this.#lab.phase(`${contender.id}, check`);
      try {
        if ("error" in entrant) throw entrant.error;
        const { check, prepareMs, facts, parts, partTimer } = await checkTrial(
          this.#lab.device,
          entrant.trial,
          {
            metrics: this.#suite.metrics,
            allowSoftware: this.#context.allowSoftware,
          },
        );
        rows.push(...facts.map((fact) => this.#rows.fact(contender, fact)));
        for (const [metric, ms] of Object.entries<readonly number[] | undefined>(parts)) {
          if (ms === undefined) continue;
          const timer = entrant.trial.ranOn?.timer ?? partTimer;
          rows.push(this.#rows.times(contender, metric, { ms, check, timer }));
          repetitions.push(
            ...this.#rows.repetitions(contender, timesInUnit(this.#suite.metrics, metric, ms)),
          );
        }
        repetitions.push(...facts.flatMap((fact) => this.#rows.repetitions(contender, fact)));
        if (!check.ok) {
          const reason = wrongWords(check);
          rows.push(this.#rows.row(contender, { metric: "time", status: "wrong", reason, check }));
        } else if (device.adapterKind === "software" && !this.#context.allowSoftware) {
          rows.push(
            this.#rows.row(contender, {
              metric: "time",
              status: "skipped",
              reason: "software adapter; --allow-software times it",
              check,
            }),
          );
        } else {
          checked.push({ contender, trial: entrant.trial, check, prepareMs });
        }
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        rows.push(this.#rows.row(contender, { metric: "time", ...statusOf(error) }));
      }
      await pause();
    }
    if (checked.length === 0) return { rows, samples: repetitions };

    const contestants: Contestant[] = checked.map(({ contender, trial }) => ({
      id: contender.id,
      bytes: trial.bytes,
      ...(trial.shared && { shared: trial.shared }),
      ...(contender.runtime !== undefined && { selfCompared: true }),
      ...(trial.clock && { clock: trial.clock }),
      prepare: () => trial.prepare(),
    }));
    const rounds = decides ? profile.rounds : profile.contextRounds;
    const all = sentinel ? [...contestants, { ...sentinel, id: SENTINEL }] : contestants;
    const options: MeasuringOptions = {
      seed,
      minRounds: rounds,
      maxRounds: decides ? profile.maxRounds : rounds,
      preparations: decides ? profile.preparations : 1,
      budgetMs: patience * profile.comparisonMs,
      narrowingMs: profile.narrowingMs,
      narrow: profile.narrow,
      ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
      signal: this.#context.signal,
      onRound,
      onPhase: (contender, phase) => this.#lab.phase(`${contender}, ${phase}`),
    };
    const { measured, throttled } = await measureUnthrottled(
      () => measure(device, all, options),
      this.#context.gpuState,
    );
    this.#context.signal.throwIfAborted();

    const byContestant = Map.groupBy(measured.samples, (sample) => sample.contestant);
    const samples = checked.flatMap(({ contender }) =>
      (byContestant.get(contender.id) ?? []).map((sample) => this.#rows.sample(contender, sample))
    );
    const remark = [
      ...measured.underpowered ? [`underpowered: ${measured.rounds} of ${rounds} rounds in the budget`] : [],
      ...throttled === undefined ? [] : [throttled],
    ].join("; ");
    const waiting = new Map(checked.map(({ contender: { id }, trial: { clock = device.timer } }) => {
      const own = byContestant.get(id) ?? [];
      const times = { ms: own.map(({ ms }) => ms), waits: own.map(({ waits }) => waits), timer: clock };
      return [id, waitingReason(device, times)];
    }));
    for (const entry of checked) {
      const { contender, check } = entry;
      if (measured.failures.has(contender.id)) {
        const failure = statusOf(measured.failures.get(contender.id));
        rows.push(this.#rows.row(contender, { metric: "time", ...failure, check }));
        continue;
      }
      const pairs = measured.selfPairs.get(contender.id);
      const itself = pairs && summarizeRatios(pairs, { seed });
      if (itself) rows.push(this.#rows.row(contender, selfRatioColumns(itself)));
      const band = this.#context.calibration?.smallestDifference ?? 0;
      const own = (byContestant.get(contender.id) ?? []).map(({ ms }) => ms);
      const unstable = itself &&
        instability(itself, band, { ms: median(own), unrest: entry.trial.unrest?.() });
      rows.push(
        ...unstable === undefined
          ? this.#rows.timed(entry, samples, { remark, waiting })
          : [this.#rows.row(contender, { metric: "time", status: "skipped", reason: unstable, check })],
      );
      // First executions after each preparation, which no sample has.
      const cold = measured.cold.get(contender.id)!, timer = entry.trial.ranOn?.timer ?? "wall";
      const ms = cold.map((first) => first.ms), waits = cold.map((first) => first.waits);
      rows.push(this.#rows.times(contender, "cold", { ms, waits, check, timer }));
    }
    const checkSeconds = measured.checkMs / 1000;
    const beside = byContestant.get(SENTINEL);
    if (beside === undefined) return { rows, samples: [...samples, ...repetitions], checkSeconds };
    const own = this.#rows.sentinel(beside);
    return {
      rows: [...rows, own.row],
      samples: [...samples, ...repetitions, ...own.samples],
      checkSeconds,
    };
  }
}

/** A fact with one value a round, of the preparations of these rounds; any other as it is. */
function ofRounds(fact: Fact, preparations: Fact["preparations"]): Fact {
  const isByRound = typeof fact.value !== "number" && fact.value.length === preparations?.length;
  return isByRound ? { preparations, ...fact } : fact;
}
