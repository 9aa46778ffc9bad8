/**
 * Mini-batch training whose phases are checked, outside of all times, on iterations of choice.
 *
 * @module
 */
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import {
  type IterationRecord,
  type LoadedBatch,
  type MiniBatchData,
  MiniBatchTrainer,
  type MiniBatchTrainingOptions,
} from "../../../training/mini_batch/mod.ts";
import type { Lab } from "../../lab.ts";
import { stepBounds } from "../../trials/step_bounds.ts";
import { checkLoaded } from "../loaded_check.ts";
import type { CheckedSampler } from "./policy_samplers.ts";

/** Checks of the phases of an iteration, each of its own output. */
export interface PhaseChecks {
  /** Sampled mini-batch: a sample of the graph, or equal to the host's. */
  readonly sample: CheckReport;
  /** Features on the device: those of the host, bit by bit. */
  readonly loading: CheckReport;
  /** Steps of the training: every output is the oracle's. */
  readonly steps: CheckReport;
}

/** Parts of a training that are checked, and its options. */
export interface CheckedTrainingOptions
  extends Omit<MiniBatchTrainingOptions, "sampler" | "seed" | "onLoaded" | "onPrepared"> {
  /** Name for errors: `policy of DGL`. */
  readonly label: string;
  /** Features, labels and training vertices. */
  readonly data: MiniBatchData;
  /** Sampler with its check. */
  readonly source: CheckedSampler;
}

/** Training by one policy. */
export class CheckedTraining {
  readonly #lab: Lab;
  readonly #options: CheckedTrainingOptions;
  readonly #trainer: MiniBatchTrainer;
  readonly #done: PhaseChecks[] = [];
  readonly #checked: IterationRecord[] = [];
  /** Reports of the iteration that is being checked; absent while iterations are timed. */
  #found: { -readonly [Phase in keyof PhaseChecks]?: CheckReport } | undefined;

  /** Allocates the parameters; nothing is trained yet. */
  constructor(lab: Lab, options: CheckedTrainingOptions) {
    const { data, source, label: _, ...training } = options;
    this.#lab = lab;
    this.#options = options;
    this.#trainer = new MiniBatchTrainer(lab.device, data, {
      ...training,
      sampler: source.sampler,
      seed: lab.seed,
      onLoaded: (batch) => this.#checkBatch(batch),
      onPrepared: (executor) => this.#checkSteps(executor),
    });
  }

  /** Iterations of an epoch. */
  get epochLength(): number {
    return this.#trainer.epochLength;
  }

  /** Trains on the next mini-batch without checks. */
  next(): Promise<IterationRecord> {
    return this.#trainer.next();
  }

  /**
   * Trains on the next mini-batch and checks each of its phases: steps on their own inputs at first, later on
   * fresh ones.
   *
   * @throws {WrongResultError} naming the phase that is wrong.
   */
  async check(): Promise<void> {
    this.#found = {};
    try {
      this.#checked.push(await this.#trainer.next());
      const { sample, loading, steps } = this.#found;
      this.#done.push({ sample: sample!, loading: loading!, steps: steps! });
    } finally {
      this.#found = undefined;
    }
  }

  /** Checks of all iterations that were checked, phase by phase; there is one at least. */
  get checks(): PhaseChecks {
    return {
      sample: worstOf(this.#done.map(({ sample }) => sample)),
      loading: worstOf(this.#done.map(({ loading }) => loading)),
      // A check on fresh inputs has no report of its own.
      steps: this.#done[0].steps,
    };
  }

  /** Iterations that were checked. */
  get checked(): readonly IterationRecord[] {
    return this.#checked;
  }

  /** Returns the memory on the device; the sampler stays open. */
  close(): void {
    this.#trainer.close();
  }

  async #checkBatch({ sampled, sources, features }: LoadedBatch): Promise<void> {
    if (this.#found === undefined) return;
    const { data, source } = this.#options;
    this.#found.sample = this.#right("neighbours", await source.check(sampled));
    const rows = { vertices: sources, matrix: features };
    this.#found.loading = this.#right("features", await checkLoaded(this.#lab.device, data.features, rows));
  }

  async #checkSteps(executor: DeviceExecutor): Promise<void> {
    if (this.#found === undefined) return;
    const { seed } = this.#lab, [before] = this.#done;
    if (before !== undefined) {
      await recheckSteps(executor, seed + 1);
      this.#found.steps = before.steps;
      return;
    }
    const report = await checkSteps(executor, stepBounds(this.#lab));
    if (!report.ok) throw wrongStep(report);
    this.#found.steps = report;
  }

  #right(what: string, report: CheckReport): CheckReport {
    if (report.ok) return report;
    const { row, got, wanted } = report.worst!;
    throw new WrongResultError({
      action: `time iterations of ${this.#options.label}`,
      current: `other ${what} in row ${row} of a mini-batch: ${got}`,
      wanted: `${wanted}, as on the host`,
      next: "run the tests of sampling and feature loading on this device",
    });
  }
}
