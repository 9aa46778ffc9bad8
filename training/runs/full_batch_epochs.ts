/**
 * Full-batch training epoch by epoch: one step over the whole graph each.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { DivergenceError } from "../divergence.ts";
import { DeviceExecutor } from "../executors/device_executor.ts";
import { initialise } from "../executors/initialisation.ts";
import { summarizeStepTimes } from "../executors/phase_times.ts";
import { takeSnapshot } from "../executors/snapshot.ts";
import { timeOnce } from "../../hardware/measuring/time_once.ts";
import { vertexClassification, type VertexClassifierOptions } from "../vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../vertex_data.ts";
import { type EpochOutcome, type EpochTraining, type SetTallies, tallySets } from "./epoch_training.ts";
import { plural } from "../../platform/text/plural.ts";

/** State of a {@linkcode FullBatchEpochs}. */
export interface FullBatchState {
  /** Number of epochs. */
  readonly epochs: number;
  /** Parameters and moments, by label. */
  readonly numbers: ReadonlyMap<string, Float32Array>;
}

/** Model, optimizer and seed of a full-batch training. */
export type FullBatchModel = Pick<VertexClassifierOptions, "layers" | "optimizer" | "seed">;

/** Training on the whole graph. */
export class FullBatchEpochs implements EpochTraining<FullBatchState> {
  readonly #executor: DeviceExecutor;
  readonly #data: VertexData;
  #epochs = 0;

  private constructor(executor: DeviceExecutor, data: VertexData) {
    this.#executor = executor;
    this.#data = data;
  }

  /**
   * Prepares the kernels, and draws the initial parameters.
   *
   * @throws {UsageError} where layers and data do not match, or there is no training vertex.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async open(device: Device, data: VertexData, model: FullBatchModel): Promise<FullBatchEpochs> {
    if (data.split.train.length === 0) throw untrained("no training vertex");
    const task = vertexClassification(vertexTaskShape(data), model);
    const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
    initialise(executor, task.program, model);
    return new FullBatchEpochs(executor, data);
  }

  /** Trains one step. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    await pause?.();
    const executor = this.#executor, { loss: tensor } = executor.program, epoch = ++this.#epochs;
    executor.setStep(epoch);
    await executor.finish();
    const phases = await this.#step();
    const [loss] = await executor.read(tensor);
    if (!Number.isFinite(loss)) throw new DivergenceError({ epoch, layer: "loss", tensor: tensor.label });
    const { length: seeds } = this.#data.split.train;
    return { loss: loss * seeds, seeds, iterations: 1, phases, counts: {} };
  }

  /** Milliseconds by phase; of the whole step on a GPU, which operations timed one by one would slow down. */
  async #step(): Promise<Readonly<Record<string, number>>> {
    const { device, trainPlans } = this.#executor;
    if (device.backend === "webgpu") {
      return { compute: await timeOnce(device, () => this.#executor.launch()) };
    }
    const steps = [];
    for (const { step, plan } of trainPlans) {
      steps.push({ step, ms: await timeOnce(device, () => plan.run()) });
    }
    return Object.fromEntries(summarizeStepTimes(steps).phases);
  }

  /** Scores all vertices. */
  async score(): Promise<SetTallies> {
    const { truth, classes, split } = this.#data;
    this.#executor.evaluate();
    const scores = await this.#executor.read(this.#executor.program.scores);
    return tallySets({ scores, classes, truth }, split);
  }

  /** Parameters, moments and number of epochs. */
  async state(): Promise<FullBatchState> {
    const numbers = new Map<string, Float32Array>();
    for (const [{ label }, values] of await takeSnapshot(this.#executor, this.#executor.program)) {
      numbers.set(label, Float32Array.from(values));
    }
    return { epochs: this.#epochs, numbers };
  }

  /** Writes parameters and moments. */
  restore({ epochs, numbers }: FullBatchState): void {
    for (const tensor of this.#executor.program.tensors) {
      if (tensor.kind !== "parameter" && tensor.kind !== "moment") continue;
      const { label, rows, cols } = tensor, values = numbers.get(label);
      if (values?.length !== rows * cols) {
        throw new UsageError({
          action: `restore "${label}"`,
          current: values ? plural(values.length, "number") : "no such numbers",
          wanted: `${rows} x ${cols}`,
          next: "restore what a training of the same model has left",
        });
      }
      this.#executor.write(tensor, values);
    }
    this.#epochs = epochs;
  }

  /** Frees all memory. */
  close(): void {
    this.#executor.close();
  }
}

/** Error of a training whose mean loss is over no vertex. */
export function untrained(current: string): UsageError {
  return new UsageError({
    action: "train on a full batch",
    current,
    wanted: "at least one",
    next: "take a dataset whose split has training vertices, or draw a split",
  });
}
