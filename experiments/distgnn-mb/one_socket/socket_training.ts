/**
 * Mini-batch training on one socket with some of its optimisations, checked before its first and after its
 * last timed iteration.
 *
 * @module
 */
import type { BatchOfSeeds, SampledBatch } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import {
  type BatchSampler,
  type IterationRecord,
  type MiniBatchData,
  MiniBatchTrainer,
} from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import type { ModelId } from "../rank_models.ts";
import { socketModel } from "./socket_models.ts";

/** Optimisations that are switched on. */
export interface Optimisations {
  /** Whether bias, ReLU and dropout are computed while a product is stored. */
  readonly fused: boolean;
  /** Threads that sample. */
  readonly sampling: "one thread" | "all threads";
  /** Threads that compute; all when absent. */
  readonly computing?: "one thread";
  /** Kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
}

/** Setting of a training. */
export interface SocketTrainingOptions {
  /** Model that is trained. */
  readonly model: ModelId;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Seeds of a mini-batch. */
  readonly batch: number;
  /** Decides parameters, shuffles and dropout masks. */
  readonly seed: number;
  /** Optimisations that are switched on. */
  readonly optimisations: Optimisations;
  /** Sampler that is timed; it stays open when the training closes. */
  readonly sampler: BatchSampler;
  /** Sampler on the host that draws the same neighbours. */
  readonly reference: BatchSampler;
}

/** A training whose samples and steps are checked. */
export class SocketTraining {
  readonly #trainer: MiniBatchTrainer;
  readonly #options: SocketTrainingOptions;
  #sampled: { readonly batch: BatchOfSeeds; readonly sampled: SampledBatch } | undefined;
  #check: ((executor: DeviceExecutor) => Promise<unknown>) | undefined;
  #samples: CheckReport | undefined;
  #steps: CheckReport | undefined;

  /** Allocates the parameters on the device. */
  constructor(device: Device, data: MiniBatchData, options: SocketTrainingOptions) {
    const { model, hidden, batch, seed, sampler, optimisations: { fused, kernels } } = options;
    this.#options = options;
    this.#trainer = new MiniBatchTrainer(device, data, {
      ...socketModel(model, { classes: data.classes, hidden, fused }),
      optimizer: adam(),
      batchSize: batch,
      seed,
      ...(kernels && { kernels }),
      sampler: {
        sample: async (batch) => {
          const timed = await sampler.sample(batch);
          this.#sampled = { batch, sampled: timed.sampled };
          return timed;
        },
        close: () => {},
      },
      onPrepared: async (executor) => void await this.#check?.(executor),
    });
  }

  /** Iterations of an epoch. */
  get epochLength(): number {
    return this.#trainer.epochLength;
  }

  /** Check of the samples; after {@linkcode SocketTraining.first}. */
  get samples(): CheckReport {
    return this.#samples!;
  }

  /** Check of every step; after {@linkcode SocketTraining.first}. */
  get steps(): CheckReport {
    return this.#steps!;
  }

  /**
   * Trains an iteration whose sample is compared with the host's, and whose steps are compared with their
   * oracles.
   *
   * @throws {WrongResultError} where one differs.
   */
  async first(): Promise<IterationRecord> {
    const { seed } = this.#options;
    const record = await this.#checked(async (executor) => {
      const steps = await checkSteps(executor, {
        seed,
        exhaustiveWork: CHECKED_WORK,
        sampledWork: CHECKED_WORK,
      });
      if (!steps.ok) throw wrongStep(steps);
      this.#steps = steps;
    });
    this.#samples = await this.#checkSample();
    return record;
  }

  /** Trains an iteration. */
  next(): Promise<IterationRecord> {
    return this.#trainer.next();
  }

  /**
   * Trains a last iteration that is checked as the first one was, its steps with fresh parameters.
   *
   * @throws {WrongResultError} where a sample or a step differs.
   */
  async last(): Promise<void> {
    await this.#checked((executor) => recheckSteps(executor, this.#options.seed + 1));
    await this.#checkSample();
  }

  /** Returns what the training holds on the device. */
  close(): void {
    this.#trainer.close();
  }

  async #checked(check: (executor: DeviceExecutor) => Promise<unknown>): Promise<IterationRecord> {
    this.#check = check;
    try {
      return await this.#trainer.next();
    } finally {
      this.#check = undefined;
    }
  }

  /** Compares the last sample with the host's: the same vertices and neighbours in the same places. */
  async #checkSample(): Promise<CheckReport> {
    const { batch, sampled } = this.#sampled!;
    const { sampled: { blocks: wanted } } = await this.#options.reference.sample(batch);
    const report = worstOf([
      exactCheck([sampled.blocks.length], [wanted.length]),
      ...sampled.blocks.flatMap(({ sources, matrix }, layer) => [
        exactCheck(sources, wanted[layer].sources),
        exactCheck(matrix.rowPtr, wanted[layer].matrix.rowPtr),
        exactCheck(matrix.colIdx, wanted[layer].matrix.colIdx),
      ]),
    ]);
    if (report.ok) return report;
    throw new WrongResultError({
      action: `sample on ${this.#options.optimisations.sampling}`,
      current: `${report.worst!.got} in place ${report.worst!.row} of a block`,
      wanted: `${report.worst!.wanted}, as the host draws`,
      next: "run the samplers' tests on this device",
    });
  }
}
