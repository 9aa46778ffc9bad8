/**
 * Mini-batch training, epoch by epoch, but for the epoch itself.
 *
 * @module
 */
import type { Split } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import type { BatchModel } from "../mini_batch/batch_program.ts";
import type { MiniBatchData } from "../mini_batch/mini_batch_data.ts";
import type { ModelParameters } from "../mini_batch/model_parameters.ts";
import { ParameterScorer } from "../mini_batch/parameter_scorer.ts";
import type { MiniBatchState } from "../mini_batch/trainer.ts";
import { type EpochOutcome, type EpochTraining, type SetTallies, tallySets } from "./epoch_training.ts";

/** Graph with its data and sets. */
export interface MiniBatchTask {
  /** Graph of the sampler. */
  readonly graph: CsrMatrix;
  /** Features, truth and training vertices. */
  readonly data: MiniBatchData;
  /** Sets that are scored. */
  readonly split: Split;
}

/** Trainer on sampled mini-batches, whose iterations may lie on the host or the device. */
export interface SampledTrainer {
  /** Parameters on the device. */
  readonly parameters: Pick<ModelParameters, "read">;
  /** State between two epochs. */
  state(): Promise<MiniBatchState>;
  /** Goes on behind a state. */
  restore(state: MiniBatchState): void;
  /** Frees the training's memory on the device. */
  close(): void;
}

/** Device and model of the training, for the pass that scores it. */
export type ScoredModel = Pick<BatchModel, "layers" | "aggregation"> & { readonly device: Device };

/** Training on sampled mini-batches; scored with all neighbours. */
export abstract class SampledEpochs<T extends SampledTrainer> implements EpochTraining<MiniBatchState> {
  /** Trainer of the epochs. */
  protected readonly trainer: T;
  readonly #task: MiniBatchTask;
  readonly #model: ScoredModel;
  #scorer: ParameterScorer | undefined;

  /** Takes over a trainer, which is closed with the training. */
  constructor(task: MiniBatchTask, model: ScoredModel, trainer: T) {
    this.#task = task;
    this.#model = model;
    this.trainer = trainer;
  }

  /** Trains on all mini-batches once. */
  abstract train(pause?: () => Promise<void>): Promise<EpochOutcome>;

  /** Scores all vertices. The pass is prepared by the first call. */
  async score(): Promise<SetTallies> {
    const { graph, data, split } = this.#task, { device, layers, aggregation } = this.#model;
    this.#scorer ??= await ParameterScorer.open(device, { layers, aggregation, graph, data });
    return tallySets(await this.#scorer.scores(await this.trainer.parameters.read()), split);
  }

  /** State of the trainer. */
  state(): Promise<MiniBatchState> {
    return this.trainer.state();
  }

  /** Goes on behind a state. */
  restore(state: MiniBatchState): void {
    this.trainer.restore(state);
  }

  /** Frees all memory but the sampler's. */
  close(): void {
    this.#scorer?.close();
    this.trainer.close();
  }
}
