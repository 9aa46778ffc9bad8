/**
 * Mini-batch training that stays on a GPU, epoch by epoch.
 *
 * @module
 */
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { ParameterScorer } from "../mini_batch/parameter_scorer.ts";
import { ResidentTrainer, type ResidentTrainingOptions } from "../mini_batch/resident/mod.ts";
import type { MiniBatchState } from "../mini_batch/trainer.ts";
import { type EpochOutcome, type EpochTraining, type SetTallies, tallySets } from "./epoch_training.ts";
import type { MiniBatchTask } from "./mini_batch_epochs.ts";

/** Model and method of the training; the graph is the task's. */
export type ResidentModel = Omit<ResidentTrainingOptions, "graph">;

/**
 * Training on sampled mini-batches, of which the host waits for whole epochs only; scored with all
 * neighbours. Its states are those of `MiniBatchEpochs`.
 */
export class ResidentEpochs implements EpochTraining<MiniBatchState> {
  readonly #device: WebGpuDevice;
  readonly #task: MiniBatchTask;
  readonly #model: ResidentModel;
  readonly #trainer: ResidentTrainer;
  #scorer: ParameterScorer | undefined;

  private constructor(
    device: WebGpuDevice,
    task: MiniBatchTask,
    model: ResidentModel,
    trainer: ResidentTrainer,
  ) {
    this.#device = device;
    this.#task = task;
    this.#model = model;
    this.#trainer = trainer;
  }

  /**
   * Uploads graph and features, prepares the kernels, and draws the parameters.
   *
   * @throws the errors of {@linkcode ResidentTrainer.open}.
   */
  static async open(
    device: WebGpuDevice,
    task: MiniBatchTask,
    model: ResidentModel,
  ): Promise<ResidentEpochs> {
    const { graph, data } = task;
    const trainer = await ResidentTrainer.open(device, data, { ...model, graph });
    return new ResidentEpochs(device, task, model, trainer);
  }

  /** Trains on all mini-batches once; the process does other things before, not in between. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    await pause?.();
    const start = performance.now(), before = this.#device.waits;
    const [iterations] = await this.#trainer.train();
    const epoch = performance.now() - start;
    const sum = (of: (iteration: typeof iterations[number]) => number) =>
      iterations.reduce((total, iteration) => total + of(iteration), 0);
    return {
      loss: sum(({ loss, seeds }) => loss * seeds),
      seeds: sum(({ seeds }) => seeds),
      iterations: iterations.length,
      phases: { epoch },
      counts: {
        edges: sum(({ edges }) => edges),
        "loaded vertices": sum(({ vertices }) => vertices),
        waits: this.#device.waits - before,
      },
    };
  }

  /** Scores all vertices. The pass is prepared by the first call. */
  async score(): Promise<SetTallies> {
    const { graph, data, split } = this.#task, { layers, aggregation } = this.#model;
    this.#scorer ??= await ParameterScorer.open(this.#device, { layers, aggregation, graph, data });
    return tallySets(await this.#scorer.scores(await this.#trainer.parameters.read()), split);
  }

  /** State of the trainer. */
  state(): Promise<MiniBatchState> {
    return this.#trainer.state();
  }

  /** Goes on behind a state. */
  restore(state: MiniBatchState): void {
    this.#trainer.restore(state);
  }

  /** Frees all memory. */
  close(): void {
    this.#scorer?.close();
    this.#trainer.close();
  }
}
