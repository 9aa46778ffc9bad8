/**
 * Mini-batch training that stays on a GPU, epoch by epoch.
 *
 * @module
 */
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { ResidentTrainer, type ResidentTrainingOptions } from "../mini_batch/resident/mod.ts";
import type { EpochOutcome } from "./epoch_training.ts";
import { type MiniBatchTask, SampledEpochs } from "./sampled_epochs.ts";

/** Model and method of the training; the graph is the task's. */
export type ResidentModel = Omit<ResidentTrainingOptions, "graph">;

/** Training on mini-batches of which the host waits for whole epochs only. */
export class ResidentEpochs extends SampledEpochs<ResidentTrainer> {
  readonly #device: WebGpuDevice;

  private constructor(
    device: WebGpuDevice,
    task: MiniBatchTask,
    model: ResidentModel,
    trainer: ResidentTrainer,
  ) {
    super(task, { device, ...model }, trainer);
    this.#device = device;
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
    const [iterations] = await this.trainer.train();
    const epoch = performance.now() - start;
    const sum = (of: (iteration: typeof iterations[number]) => number) => sumOf(iterations, of);
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
}
