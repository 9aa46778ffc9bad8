/**
 * Mini-batch training that stays on an adapter from the seeds to the update: sampling, ID maps, the blocks'
 * matrices and their transposes, features, forward, backward and update. Nothing is read back within an
 * epoch.
 *
 * @module
 */
import { miniBatches } from "../../../graph/sampling/mini_batches.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { assertIndicesBelow } from "../../../kernels/operand_fit.ts";
import { fitsRoom, type LayerRoom, reportedSizes } from "../../../kernels/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DivergenceError } from "../../divergence.ts";
import type { DeviceExecutor } from "../../executors/device_executor.ts";
import { checkData, type MiniBatchData } from "../mini_batch_data.ts";
import type { ModelParameters } from "../model_parameters.ts";
import { timeEach } from "../../../hardware/measuring/time_once.ts";
import type { MiniBatchState } from "../trainer.ts";
import { sampledRoom, widened } from "./batch_room.ts";
import type { ScheduledBatch } from "./batch_table.ts";
import { inspectBatch, type InspectedBatch } from "./inspection.ts";
import {
  type KeptParts,
  keptParts,
  LOSS_WORDS,
  prepareParts,
  type ResidentParts,
  type ResidentPhase,
  type ResidentTrainingOptions,
} from "./resident_parts.ts";

/** Record of one iteration, read at the end of the last epoch that was asked for. */
export interface ResidentIteration {
  /** Number of the iteration and training step, from 1, through all epochs. */
  readonly iteration: number;
  /** Number of seeds. */
  readonly seeds: number;
  /** Number of vertices whose features were gathered: the sources of the first block. */
  readonly vertices: number;
  /** Stored entries of all sampled blocks. */
  readonly edges: number;
  /** Mean loss over the seeds with the parameters at the iteration's beginning. */
  readonly loss: number;
}

/** Part of an iteration; without a phase where it only brings inputs and results. */
type TimedPart = Pick<ResidentPhase, "run"> & Partial<Pick<ResidentPhase, "phase">>;

/** Training whose graph, features and batches lie on an adapter. */
export class ResidentTrainer {
  readonly #device: WebGpuDevice;
  readonly #data: MiniBatchData;
  readonly #options: ResidentTrainingOptions;
  readonly #kept: KeptParts;
  readonly #frees: readonly (() => void)[];
  #room: readonly LayerRoom[];
  #parts: ResidentParts;
  #epochs = 0;

  private constructor(
    device: WebGpuDevice,
    { data, options, kept, frees, room, parts }: {
      readonly data: MiniBatchData;
      readonly options: ResidentTrainingOptions;
      readonly kept: KeptParts;
      readonly frees: readonly (() => void)[];
      readonly room: readonly LayerRoom[];
      readonly parts: ResidentParts;
    },
  ) {
    this.#device = device;
    this.#data = data;
    this.#options = options;
    this.#kept = kept;
    this.#frees = frees;
    this.#room = room;
    this.#parts = parts;
  }

  /** Number of iterations in an epoch. */
  get epochLength(): number {
    return this.#parts.epochLength;
  }

  /** Vertices and edges that a batch has room for. Every launch is for as many, whatever the batch holds. */
  get bounds(): Pick<ResidentIteration, "vertices" | "edges"> {
    const bounds = this.#parts.sampler.blocks.map(({ capacity }) => capacity);
    return { vertices: bounds[0].cols, edges: sumOf(bounds, ({ entries }) => entries) };
  }

  /** Executor of the program, for checks of its steps after {@linkcode ResidentTrainer.inspect}. */
  get executor(): DeviceExecutor {
    return this.#parts.executor;
  }

  /** Parameters on the device. */
  get parameters(): ModelParameters {
    return this.#kept.parameters;
  }

  /**
   * Uploads the graph and the features, reserves memory for batches like the first ones, and prepares every
   * kernel, once for the whole training.
   *
   * @throws {UsageError} for options and data that do not match, an aggregation that the device does not
   * compute, or a kernel that has to know the blocks on the host.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   * @example
   * ```ts
   * import { adamOptimizer, loadDataset, vertexData } from "gnn-repro";
   * import type { WebGpuDevice } from "gnn-repro/hardware";
   * import { graphSage, miniBatchData, ResidentTrainer } from "gnn-repro/training";
   * async function meanLoss(device: WebGpuDevice): Promise<number> {
   *   const dataset = await loadDataset("reddit@1/512", { seed: 1 });
   *   const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
   *   const trainer = await ResidentTrainer.open(device, miniBatchData(data), {
   *     graph: dataset.graph,
   *     sampling: { fanouts: [5, 10], seed: 1 },
   *     layers: graphSage({ classes: data.classes, hidden: 16 }),
   *     aggregation: "mean",
   *     optimizer: adamOptimizer(),
   *     batchSize: 16,
   *     seed: 1,
   *   });
   *   const [, second] = await trainer.train(2);
   *   trainer.close();
   *   return second.reduce((sum, { loss }) => sum + loss, 0) / second.length;
   * }
   * ```
   */
  static async open(
    device: WebGpuDevice,
    data: MiniBatchData,
    options: ResidentTrainingOptions,
  ): Promise<ResidentTrainer> {
    checkData(data);
    const { labels } = data.truth;
    if (labels) assertIndicesBelow(data.classes, labels, "train on mini-batches");
    const frees: (() => void)[] = [];
    try {
      const room = options.room ?? await sampledRoom({ ...options, training: data.training });
      const kept = keptParts(device, data, { options, frees });
      const parts = await prepareParts(device, data, { options, kept, room });
      return new ResidentTrainer(device, { data, options, kept, frees, room, parts });
    } catch (error) {
      for (const free of frees.reverse()) free();
      throw error;
    }
  }

  /**
   * Trains for whole epochs, with one wait at the end, and returns their iterations. Where a batch needs more
   * memory than its blocks have, all of these epochs are trained again with more.
   *
   * @throws {DivergenceError} for the first loss that is NaN or infinite.
   * @throws {OutOfMemoryError} where the device has no room for a batch.
   */
  async train(epochs = 1): Promise<readonly (readonly ResidentIteration[])[]> {
    const first = this.#epochs, { epochLength } = this;
    const log = await this.#untilItFits(() => this.#run(first, epochs));
    this.#epochs += epochs;
    const { resultWords } = this.#parts;
    return Array.from(
      { length: epochs },
      (_, epoch) =>
        this.#batches(first + epoch).map(({ step, seeds: { length: seeds } }, at) => {
          const words = log.subarray((epoch * epochLength + at) * resultWords).subarray(0, resultWords);
          return this.#record(step, seeds, words);
        }),
    );
  }

  /** Trains for epochs behind `first` whole ones; returns the log, or nothing where a batch did not fit. */
  async #run(first: number, epochs: number): Promise<Uint32Array | undefined> {
    const device = this.#device, { phases, table, results, resultWords, sampler, epochLength } = this.#parts;
    const log = device.allocate("results of epochs", 4 * resultWords * epochLength * epochs);
    try {
      let byteOffset = 0;
      for (let epoch = first; epoch < first + epochs; epoch++) {
        table.write(this.#batches(epoch));
        for (let at = 0; at < epochLength; at++) {
          table.take(at);
          for (const { run } of phases) run();
          for (const { buffer, words } of results) {
            device.copy({ buffer }, { buffer: log, byteOffset }, 4 * words);
            byteOffset += 4 * words;
          }
        }
      }
      const words = new Uint32Array(await device.read(log));
      for (let at = 0; at < words.length; at += resultWords) {
        if (!fitsRoom(words.subarray(at + LOSS_WORDS), sampler.blocks)) return undefined;
      }
      return words;
    } finally {
      device.free(log);
    }
  }

  /** Result of work that trains; where a batch did not fit, it is undone and done again with more memory. */
  async #untilItFits<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
    const { backup } = this.#kept;
    for (;;) {
      backup.save();
      const result = await work();
      if (result !== undefined) return result;
      backup.restore();
      await this.#prepareWith(widened(this.#room));
    }
  }

  /** Replaces the parts by those of another room; where they do not fit the device, those of before stay. */
  async #prepareWith(room: readonly LayerRoom[]): Promise<void> {
    const prepare = (room: readonly LayerRoom[]) =>
      prepareParts(this.#device, this.#data, { options: this.#options, kept: this.#kept, room });
    this.#parts.close();
    try {
      this.#parts = await prepare(room);
      this.#room = room;
    } catch (error) {
      this.#parts = await prepare(this.#room);
      throw error;
    }
  }

  /**
   * Trains for an epoch with each phase of each iteration timed by itself: on the device's clock, with one
   * wait for the epoch, where it has one; else the host waits for each. Returns the milliseconds of the epoch
   * by phase.
   */
  async timePhases(): Promise<Readonly<Record<ResidentPhase["phase"], number>>> {
    const times = await this.#untilItFits(() => this.#runTimed());
    this.#epochs++;
    return times;
  }

  async #runTimed(): Promise<Record<ResidentPhase["phase"], number> | undefined> {
    const device = this.#device, { phases, table, sampler, epochLength } = this.#parts;
    const { bytes } = sampler.report, log = device.allocate("reports of an epoch", bytes * epochLength);
    try {
      table.write(this.#batches(this.#epochs));
      const parts = Array.from({ length: epochLength }, (_, at): TimedPart[] => [
        { run: () => table.take(at) },
        ...phases,
        {
          run: () => device.copy({ buffer: sampler.report }, { buffer: log, byteOffset: at * bytes }, bytes),
        },
      ]).flat();
      const ms = await timeEach(device, parts.map(({ run }) => run));
      const reports = await device.read(log);
      for (let at = 0; at < epochLength; at++) {
        if (!fitsRoom(new Uint32Array(reports, at * bytes, bytes / 4), sampler.blocks)) return undefined;
      }
      const times = { sample: 0, load: 0, compute: 0 };
      parts.forEach(({ phase }, i) => phase && (times[phase] += ms[i]));
      return times;
    } finally {
      device.free(log);
    }
  }

  /**
   * Reads back the last batch, and puts its numbers into the executor's bindings, so that its steps can be
   * checked. Waits many times: for checks, outside of all times.
   *
   * @throws {UsageError} before the first epoch.
   */
  inspect(): Promise<InspectedBatch> {
    return inspectBatch(this.#device, this.#parts, { data: this.#data, epochs: this.#epochs });
  }

  /** Parameters and moments, with the number of epochs. */
  async state(): Promise<MiniBatchState> {
    return { epochs: this.#epochs, parameters: await this.parameters.state() };
  }

  /**
   * Goes on behind a state of a trainer of the same options.
   *
   * @throws {UsageError} where the parameters are those of another model.
   */
  restore({ epochs, parameters }: MiniBatchState): void {
    this.#kept.parameters.restore(parameters);
    this.#epochs = epochs;
  }

  /** Frees the training's memory on the device. */
  close(): void {
    this.#parts.close();
    for (const free of this.#frees.toReversed()) free();
  }

  #batches(epoch: number): ScheduledBatch[] {
    const { batchSize, seed } = this.#options, step = epoch * this.epochLength + 1;
    return miniBatches(this.#data.training, { batchSize, seed, epoch })
      .map((batch, at) => ({ ...batch, step: step + at }));
  }

  #record(iteration: number, seeds: number, words: Uint32Array): ResidentIteration {
    const [loss] = new Float32Array(words.buffer, words.byteOffset, 1);
    const sizes = reportedSizes(words.subarray(LOSS_WORDS));
    if (!Number.isFinite(loss)) {
      const epoch = Math.ceil(iteration / this.epochLength);
      throw new DivergenceError({ epoch, iteration, layer: "loss", tensor: "loss" });
    }
    const edges = sumOf(sizes, ({ entries }) => entries);
    return { iteration, seeds, vertices: sizes[0].cols, edges, loss };
  }
}
