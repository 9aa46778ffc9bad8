/**
 * One comparison: all contenders of one workload, checked, then timed together, and turned into rows.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type BesideOthers, besideOthers } from "../../../hardware/measuring/others_load.ts";
import { measureUnthrottled, type Unthrottled } from "../../../hardware/measuring/throttling.ts";
import { ReproError } from "../../../platform/errors.ts";
import { webContentKey } from "../../../platform/files/web_digest.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { pausing } from "../../../platform/pausing.ts";
import { type OthersLoad, othersRemark } from "../../../results/others_load.ts";
import { SCHEMA } from "../../../results/row.ts";
import type { NewRow, NewSample } from "../../../results/store/store.ts";
import type { Subject } from "../../../results/subject.ts";
import { type Contender, factorTexts, type Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { ExactMeasurement, JointMeasurement, TimedMeasurement } from "../../measurement.ts";
import { type CheckedTimes, type Fact, factList, metricTexts, timesInUnit } from "../../metrics.ts";
import { profileFor, type Suite } from "../../suite.ts";
import { CellRows, type RowContext } from "./cell_rows.ts";
import { statusOf } from "./cell_status.ts";
import type { ComparisonOutcome } from "./comparison_outcome.ts";
import { isReachedByOthers } from "./waiting_reason.ts";
import { type OpenedContender, TimedComparison, type TimedRun } from "./timed_comparison.ts";

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

/** A comparison with its data and trials, ready to be measured once. */
export interface OpenedComparison {
  /**
   * Identity by the subject (suite, workload, contenders, dataset; of a timed comparison also kernel texts
   * and parameters), the conditions (device, profile) and the schema.
   */
  readonly identity: ComparisonIdentity;
  /** Checks and measures; `timed` is for contenders that are timed. */
  measure(timed?: TimedRun): Promise<ComparisonOutcome>;
}

/** One comparison, from its trials to its rows. */
export class ComparisonRun {
  readonly #suite: Suite;
  readonly #workload: Workload;
  readonly #contenders: readonly Contender[];
  readonly #lab: Lab;
  readonly #context: RowContext;
  readonly #rows: CellRows;

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

  /** Builds the trials on a dataset. */
  async open(dataset: LoadedDataset): Promise<OpenedComparison> {
    this.#rows.loaded(dataset);
    const { measurement } = this.#suite;
    switch (measurement.kind) {
      case "timed": {
        const opened = await this.#openTrials(measurement, dataset);
        const means = { lab: this.#lab, context: this.#context };
        return {
          identity: await this.#identity(dataset, opened),
          measure: (timed) =>
            new TimedComparison(this.#suite, this.#rows, means).run(measurement, opened, timed),
        };
      }
      case "joint":
        return {
          identity: await this.#identity(dataset),
          measure: () => this.#measureJoint(measurement, dataset),
        };
      case "exact":
        return { identity: await this.#identity(dataset), measure: () => this.#count(measurement, dataset) };
      default:
        return measurement satisfies never;
    }
  }

  async #openTrials(measurement: TimedMeasurement, dataset: LoadedDataset): Promise<OpenedContender[]> {
    const opened: OpenedContender[] = [], pause = pausing(this.#lab.signal);
    for (const contender of this.#contenders) {
      await pause();
      this.#lab.phase(`${contender.id}, set-up`);
      try {
        const trial = await measurement.trial(this.#lab, dataset, this.#workload, contender);
        opened.push({ contender, trial });
        this.#rows.opened(contender, trial);
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        opened.push({ contender, error });
      }
    }
    return opened;
  }

  async #identity(
    dataset: LoadedDataset,
    opened: readonly OpenedContender[] = [],
  ): Promise<ComparisonIdentity> {
    const { device, profile, seed } = this.#lab;
    const question = {
      suite: this.#suite.id,
      settings: this.#suite.settings,
      workload: this.#workloadText(),
      dataset: dataset.hash,
    };
    const identities = opened.map((each) => ({
      id: each.contender.id,
      identity: "trial" in each ? each.trial.identity : "none",
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

  /** Rows of a contender that has none of the suite's metrics. */
  #failed(contender: Contender, error: unknown): NewRow[] {
    if (error instanceof Interrupted) throw error;
    return metricTexts(this.#suite.metrics).map(({ id }) =>
      this.#rows.row(contender, { metric: id, ...statusOf(error) })
    );
  }

  async #count(measurement: ExactMeasurement, dataset: LoadedDataset): Promise<ComparisonOutcome> {
    const rows: NewRow[] = [];
    const samples: NewSample[] = [];
    const pause = pausing(this.#lab.signal);
    for (const contender of this.#contenders) {
      this.#lab.phase(`${contender.id}, counting`);
      try {
        const counted = await measurement.count(this.#lab, dataset, this.#workload, contender);
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

  async #measureJoint(measurement: JointMeasurement, dataset: LoadedDataset): Promise<ComparisonOutcome> {
    const rows: NewRow[] = [];
    const samples: NewSample[] = [];
    const lab = this.#lab, contenders = this.#contenders;
    lab.phase("all contenders together");
    const { gpuLooks, memo, readProcessors } = this.#context;
    let outcome: Unthrottled<BesideOthers<Awaited<ReturnType<JointMeasurement["measure"]>>>>;
    let othersLoad: OthersLoad | undefined;
    try {
      const measure = () =>
        besideOthers(() => measurement.measure(lab, dataset, this.#workload, contenders), readProcessors);
      outcome = await memo.noting(async (forget) => {
        const unthrottled = await measureUnthrottled(measure, gpuLooks, forget);
        othersLoad = memo.disturbing(unthrottled.measured.othersLoad);
        return unthrottled;
      });
    } catch (error) {
      // A typed error refuses the comparison; a defect costs its cells, not the session.
      if (error instanceof ReproError) throw error;
      return { rows: contenders.flatMap((contender) => this.#failed(contender, error)), samples };
    }
    lab.signal?.throwIfAborted();
    const { measured: { measured: outcomeOf }, throttled } = outcome;
    let isReached = false;
    for (const contender of contenders) {
      try {
        const own = outcomeOf(contender.id);
        this.#rows.opened(contender, own);
        const times = Object.entries<CheckedTimes | undefined>(own.times)
          .flatMap(([metric, checked]) => checked === undefined ? [] : [{ metric, checked }]);
        const { preparations } = times.find(({ checked }) => checked.preparations)?.checked ?? {};
        const facts = factList(own.facts, this.#suite.metrics).map((fact) => ofRounds(fact, preparations));
        const { adapterKind } = own.ranOn ?? lab.device;
        const isOwnReached = times.some(({ checked: { timer } }) =>
          isReachedByOthers(contender, { adapterKind, timer })
        );
        isReached ||= isOwnReached;
        const remark = [throttled, isOwnReached && othersRemark(othersLoad)].filter(Boolean).join("; ");
        rows.push(
          ...times.map(({ metric, checked }) => this.#rows.times(contender, metric, checked, remark)),
          ...facts.map((fact) => this.#rows.fact(contender, fact, remark)),
        );
        const right = times.filter(({ checked }) => checked.check.ok)
          .map(({ metric, checked: { ms, preparations, calls = 1 } }) =>
            ofRounds({ ...timesInUnit(this.#suite.metrics, metric, ms), calls }, preparations)
          );
        samples.push(...[...right, ...facts].flatMap((fact) => this.#rows.repetitions(contender, fact)));
      } catch (error) {
        rows.push(...this.#failed(contender, error));
      }
    }
    return { rows, samples, ...(isReached && othersLoad && { othersLoad }) };
  }
}

/** A fact with one value a round, of the preparations of these rounds; any other as it is. */
function ofRounds(fact: Fact, preparations: Fact["preparations"]): Fact {
  const isByRound = typeof fact.value !== "number" && fact.value.length === preparations?.length;
  return isByRound ? { preparations, ...fact } : fact;
}
