/**
 * Mini-batch training, one iteration at a time (fastgl, Section 2.1): sample, load features, compute.
 *
 * @module
 */
import { type SampledBatch, sampledEdges } from "../../graph/sampling/block.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { DivergenceError } from "../divergence.ts";
import { DeviceExecutor } from "../executors/device_executor.ts";
import type { KernelChoices } from "../executors/kernel_choice.ts";
import { type PhaseTime, summarizeStepTimes } from "../executors/phase_times.ts";
import type { FeatureLoading } from "../feature_loading/feature_loader.ts";
import { openFeatureLoader } from "../feature_loading/mod.ts";
import { batchKernels } from "./batch_kernels.ts";
import { type BatchModel, batchModel, type ModelChoices, smallestProgram } from "./batch_program.ts";
import { BatchQueue, type QueuedBatch } from "./batch_queue.ts";
import type { BatchSampler } from "./batch_sampler.ts";
import { batchTask, type BatchTopology, batchTopology } from "./batch_topology.ts";
import type { IterationRecord } from "./iteration.ts";
import { LoaderByNeed, type OpenLoader } from "./loader_by_need.ts";
import { checkData, type MiniBatchData, truthOf } from "./mini_batch_data.ts";
import { ModelParameters } from "./model_parameters.ts";
import { timeEach, timeOnce } from "../../hardware/measuring/time_once.ts";

/** Settings of mini-batch training. Policies of systems are values of these options. */
export interface MiniBatchTrainingOptions extends ModelChoices {
  /**
   * Sampler of the batches, with as many blocks as there are layers that aggregate. It stays open when
   * training ends.
   */
  readonly sampler: BatchSampler;
  /** Seeds of a batch; the last one of an epoch may have fewer. */
  readonly batchSize: number;
  /** Seed of initial parameters, shuffles and dropout masks; the sampler has its own seed. */
  readonly seed: number;
  /** Feature rows that are not copied from the host; all rows are copied by default. */
  readonly loading?: FeatureLoading;
  /** Opens another feature loader, in place of `loading`. */
  readonly openLoader?: OpenLoader;
  /**
   * Number of mini-batches that are sampled ahead and reordered (Greedy Reorder); 1, without reordering, by
   * default.
   */
  readonly window?: number | "epoch";
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
  /**
   * Whether the host prepares the topology of the next batch while the device computes; true by default. Only
   * batches of the same window are known in advance. A GPU computes meanwhile; on `wasm` calls block, so that
   * prefetching makes no difference.
   */
  readonly prefetch?: boolean;
  /** Whether the loss of every iteration is read back; that of an epoch's last one by default. */
  readonly readLosses?: boolean;
  /**
   * Whether each operation is timed by itself; false by default, since it keeps a GPU from running them back
   * to back.
   */
  readonly timePhases?: boolean;
  /**
   * Callback after a batch's features are on the device, outside of all times, for checks of the features.
   */
  readonly onLoaded?: (batch: LoadedBatch) => void | Promise<void>;
  /**
   * Callback after a batch's kernels are prepared, outside of all times, for checks of every step before any
   * is timed.
   */
  readonly onPrepared?: (
    executor: DeviceExecutor,
    at: { readonly iteration: number },
  ) => void | Promise<void>;
}

/** Batch with loaded features, before its training. */
export interface LoadedBatch {
  /** Sampled mini-batch. */
  readonly sampled: SampledBatch;
  /** Vertices that the features belong to: sources of the first block. */
  readonly sources: Uint32Array;
  /** Features, one row a source. */
  readonly features: DeviceMatrix;
}

/** State of a {@linkcode MiniBatchTrainer} between two epochs. It survives a structured clone. */
export interface MiniBatchState {
  /** Number of whole epochs. */
  readonly epochs: number;
  /** Parameters and moments, by label. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/** Training whose iterations are run one by one, so that several can take turns on a device. */
export class MiniBatchTrainer {
  /** Parameters on the device. */
  readonly parameters: ModelParameters;
  readonly #device: Device;
  readonly #data: MiniBatchData;
  readonly #options: MiniBatchTrainingOptions;
  readonly #model: BatchModel;
  readonly #queue: BatchQueue;
  readonly #loader: LoaderByNeed;
  #prefetched: { readonly of: QueuedBatch; readonly topology: TimedTopology } | undefined;
  /** Batch that a call has taken and not trained on: one that failed is trained on by the next call. */
  #begun: QueuedBatch | undefined;
  #iteration = 0;

  /**
   * Checks data and options, and allocates and initialises the parameters. Equal options and deterministic
   * samplers give equal bits on every iteration.
   *
   * @throws {UsageError} for an empty training set, or options and data that do not match.
   * @throws {OutOfMemoryError} where the device has no room for the parameters.
   * @example
   * ```ts
   * import { adamOptimizer, gcn, loadDataset, openWasmDevice, vertexData } from "gnn-repro";
   * import { uniformNeighbors } from "gnn-repro/graph";
   * import { hostSampler, miniBatchData, MiniBatchTrainer } from "gnn-repro/training";
   * const dataset = await loadDataset("reddit@1/512", { seed: 1 });
   * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
   * const device = openWasmDevice({ threads: 2 });
   * const trainer = new MiniBatchTrainer(device, miniBatchData(data), {
   *   layers: gcn({ classes: data.classes, hidden: 16 }),
   *   aggregation: "gcn",
   *   optimizer: adamOptimizer(),
   *   sampler: hostSampler(uniformNeighbors(dataset.graph, { fanouts: [5, 10], seed: 1 })),
   *   batchSize: 8,
   *   seed: 1,
   *   loading: { match: true },
   *   window: 2,
   * });
   * await trainer.next();
   * const { loading } = await trainer.next();
   * if (loading.reused === 0) throw new Error("batches of so small a graph have vertices in common");
   * trainer.close();
   * device.close();
   * ```
   */
  constructor(device: Device, data: MiniBatchData, options: MiniBatchTrainingOptions) {
    checkData(data);
    const { features, training } = data, { seed, batchSize, sampler, window = 1 } = options;
    const { loading = { match: false } } = options;
    this.#device = device;
    this.#data = data;
    this.#options = options;
    this.#model = batchModel(data, options);
    this.#queue = new BatchQueue({ vertices: features.rows, training, batchSize, seed, window, sampler });
    const { openLoader = (maxRows) => openFeatureLoader(device, features, { loading, maxRows }) } = options;
    this.#loader = new LoaderByNeed(openLoader, features.rows);
    this.parameters = new ModelParameters(device, smallestProgram(this.#model), { seed });
  }

  /** Number of iterations in an epoch. */
  get epochLength(): number {
    return this.#queue.epochLength;
  }

  /**
   * Trains on the next batch, which after the end of an epoch belongs to the next one.
   *
   * @throws {DivergenceError} where the loss was read and is NaN or infinite: of every iteration with
   * `readLosses`, else at the end of its epoch. A parameter that is not finite leaves no later loss finite.
   * @throws {OutOfMemoryError} where the device has no room for the batch; nothing of it stays allocated, and
   * the next call begins with it again.
   */
  async next(): Promise<IterationRecord> {
    const device = this.#device;
    device.resetPeak();
    const waitsBefore = device.waits;
    const queued = this.#begun = this.#begun ?? await this.#queue.next();
    const { epoch, position, sampled, reorderMs } = queued;
    const [{ sources }] = sampled.blocks;
    const ahead = this.#queue.waiting.map(({ sampled }) => sampled.blocks[0].sources.length);
    const { matrix, counts } = await this.#loader.load(sources, Math.max(0, ...ahead));
    const prefetched = this.#prefetched?.of === queued ? this.#prefetched.topology : undefined;
    const { topology, topologyMs } = prefetched ?? this.#makeTopology(queued);
    await this.#options.onLoaded?.({ sampled, sources, features: matrix });

    const iteration = this.#iteration + 1;
    const start = performance.now();
    const executor = await this.#prepare(queued, { topology, features: matrix });
    try {
      executor.setStep(iteration);
      await device.finish();
      const prepareMs = performance.now() - start;
      if (this.#options.onPrepared) {
        await this.#options.onPrepared(executor, { iteration });
        executor.setStep(iteration);
        await device.finish();
      }
      const [computed] = await Promise.all([this.#compute(executor), this.#prefetchTopology()]);
      this.#iteration = iteration;
      this.#begun = undefined;
      const loss = await this.#readLoss(executor, {
        epoch,
        iteration,
        last: position + 1 === this.epochLength,
      });
      return {
        iteration,
        epoch,
        position,
        batch: sampled.batch,
        seeds: sampled.seeds.length,
        vertices: sources.length,
        edges: sampledEdges(sampled),
        ...(loss === undefined ? {} : { loss }),
        times: {
          ...queued.times,
          reorderMs,
          topologyMs,
          prefetched: prefetched !== undefined,
          prepareMs,
          aggregationPrepareMs: aggregationPrepareMs(executor),
          ...computed,
        },
        loading: counts,
        waits: device.waits - waitsBefore,
        peakBytes: device.ledger.peak,
      };
    } finally {
      executor.close();
    }
  }

  /**
   * State between two epochs, from which a trainer of the same options goes on with the same bits.
   *
   * @throws {UsageError} within an epoch.
   */
  async state(): Promise<MiniBatchState> {
    const epochs = this.#iteration / this.epochLength;
    if (Number.isInteger(epochs)) return { epochs, parameters: await this.parameters.state() };
    throw new UsageError({
      action: "save a training",
      current: `iteration ${this.#iteration} of epochs of ${this.epochLength}`,
      wanted: "the end of an epoch",
      next: "save it after the epoch's last iteration",
    });
  }

  /**
   * Goes on behind a state of a trainer of the same options.
   *
   * @throws {UsageError} where the parameters are those of another model.
   */
  restore({ epochs, parameters }: MiniBatchState): void {
    this.parameters.restore(parameters);
    this.#iteration = epochs * this.epochLength;
    this.#queue.skipTo(epochs);
    this.#begun = undefined;
  }

  /** Frees the training's memory on the device; the sampler stays open. */
  close(): void {
    this.#loader.close();
    this.parameters.close();
  }

  #makeTopology({ sampled }: QueuedBatch): TimedTopology {
    const start = performance.now();
    const topology = batchTopology(sampled, this.#model);
    return { topology, topologyMs: performance.now() - start };
  }

  // deno-lint-ignore require-await -- it must fail as the promise that it is awaited as
  async #prefetchTopology(): Promise<void> {
    const [of] = this.#queue.waiting;
    const wanted = of !== undefined && (this.#options.prefetch ?? true);
    this.#prefetched = wanted ? { of, topology: this.#makeTopology(of) } : undefined;
  }

  async #prepare({ sampled }: QueuedBatch, { topology, features }: {
    readonly topology: BatchTopology;
    readonly features: DeviceMatrix;
  }): Promise<DeviceExecutor> {
    const task = batchTask(this.#model, topology, truthOf(this.#data, sampled.seeds));
    const kernels = batchKernels(this.#options.kernels);
    const lent = this.parameters.lend(task.program).set(task.features, features);
    return await DeviceExecutor.open(this.#device, task.program, task.bindings, { kernels, lent });
  }

  async #compute(executor: DeviceExecutor): Promise<Computed> {
    if (!this.#options.timePhases) {
      return { computeMs: await timeOnce(this.#device, () => executor.launch()) };
    }
    const { trainPlans } = executor;
    const times = await timeEach(this.#device, trainPlans.map(({ plan }) => () => plan.run()));
    const steps = trainPlans.map(({ step }, i) => ({ step, ms: times[i] }));
    const { ms, parts } = summarizeStepTimes(steps);
    return { computeMs: ms, phases: parts };
  }

  async #readLoss(executor: DeviceExecutor, { epoch, iteration, last }: {
    readonly epoch: number;
    readonly iteration: number;
    readonly last: boolean;
  }): Promise<number | undefined> {
    if (!this.#options.readLosses && !last) return undefined;
    const { loss: tensor } = executor.program;
    const [loss] = await executor.read(tensor);
    if (Number.isFinite(loss)) return loss;
    throw new DivergenceError({ epoch, iteration, layer: "loss", tensor: tensor.label });
  }
}

/** Milliseconds of preparing the kernels that aggregate. */
function aggregationPrepareMs({ trainPlans }: DeviceExecutor): number {
  return trainPlans.reduce(
    (sum, { step, prepareMs }) => step.phase === "aggregation" ? sum + prepareMs : sum,
    0,
  );
}

interface TimedTopology {
  readonly topology: BatchTopology;
  readonly topologyMs: number;
}

interface Computed {
  readonly computeMs: number;
  readonly phases?: readonly PhaseTime[];
}
