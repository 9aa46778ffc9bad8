/**
 * Data-parallel mini-batch training on one rank, one iteration at a time (distgnn-mb, Algorithm 2).
 *
 * @module
 */
import { miniBatches } from "../../graph/sampling/mini_batches.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { DivergenceError } from "../../training/divergence.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { Aggregation } from "../../training/mini_batch/aggregation.ts";
import { type BatchModel, batchModel, type ModelChoices } from "../../training/mini_batch/batch_program.ts";
import { truthOf } from "../../training/mini_batch/mini_batch_data.ts";
import type { ModelParameters } from "../../training/mini_batch/model_parameters.ts";
import type {
  EmbeddingCacheContent,
  EmbeddingCacheCounts,
} from "../embedding_cache/historical_embedding_cache.ts";
import { DistributedSampling } from "./distributed_sampling.ts";
import { EmbeddingPushes } from "./embedding_pushes.ts";
import { FetchedHalo } from "./fetched_features.ts";
import type {
  ExchangePlace,
  HaloPolicy,
  HaloPolicyName,
  HaloPolicyParts,
  PushSettings,
} from "./halo_policy.ts";
import { type LayerSegment, layerSegments } from "./layer_segments.ts";
import { LocalHalo } from "./local_halo.ts";
import { runRankBatch } from "./rank_batch.ts";
import { checkRankData, type RankData } from "./rank_data.ts";
import { emptyLayer, type LayerRecord, noSampling, type RankIteration } from "./rank_iteration.ts";
import { rankSeed } from "./rank_seed.ts";
import { gatherNumbers, type RankTransport } from "./rank_transport.ts";
import type { NeighborDrawOf } from "./remote_sampling.ts";
import { Replica, type ReplicaState } from "./replica.ts";

/** Training settings, equal on all ranks. */
export interface RankTrainingOptions extends ModelChoices {
  /** Aggregation of the layers, over the neighbours that remain. */
  readonly aggregation: Aggregation;
  /**
   * Creates a draw of neighbours on the rank's part of the graph, with as many layers as aggregate. With
   * `distdgl` a rank makes one for each rank that asks it; all seeds differ.
   */
  readonly neighbors: NeighborDrawOf;
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /**
   * Seed of initial parameters, shuffles, draws, samples of pushes and dropout masks; one rank trains as
   * without ranks.
   */
  readonly seed: number;
  /** Policy for halo vertices; `aep` by default. */
  readonly policy?: HaloPolicyName;
  /** Settings of `aep`. */
  readonly push?: PushSettings;
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
}

/** State of a {@linkcode RankTrainer} between two epochs. It survives a structured clone. */
export interface RankTrainerState extends ReplicaState {
  /** Contents of the rank's caches, one a layer; empty but with `aep`. */
  readonly kept: readonly EmbeddingCacheContent[];
}

/** Parts of which a trainer is made. */
interface TrainerParts {
  readonly device: Device;
  readonly transport: RankTransport;
  readonly data: RankData;
  readonly model: BatchModel;
  readonly segments: readonly LayerSegment[];
  readonly policy: HaloPolicy;
  readonly replica: Replica;
  readonly rounds: number;
}

/**
 * Training on one rank. Every rank takes equally many iterations an epoch, the greatest number of
 * mini-batches of any rank: a rank without a mini-batch sends empty messages and takes part in the sums with
 * zeros. Gradients are summed and divided by the number of ranks that had a mini-batch; so all replicas stay
 * bitwise equal.
 */
export class RankTrainer {
  /** Mini-batches of an epoch of this rank. */
  readonly miniBatches: number;
  readonly #parts: TrainerParts;
  readonly #options: RankTrainingOptions;
  #batches: readonly BatchOfSeeds[] = [];
  #iteration = 0;

  private constructor(parts: TrainerParts, options: RankTrainingOptions) {
    this.#parts = parts;
    this.#options = options;
    this.miniBatches = Math.ceil(parts.data.part.training.length / options.batchSize);
  }

  /**
   * Checks data and options, allocates and initialises the parameters, and agrees with all other ranks on the
   * length of an epoch. Collective.
   *
   * @throws {UsageError} for options and data that do not match, or where no rank has a training vertex.
   * @throws {OutOfMemoryError} where the device has no room for the parameters.
   * @example
   * ```ts ignore
   * const parts = rankPartitions(graph, balancedPartition(graph, training, { ranks: 4, seed: 1 }), training);
   * const losses = await runInLockStep(4, async (transport) => {
   *   const trainer = await RankTrainer.open(device, transport, rankData(parts[transport.rank], data), {
   *     layers: graphSage({ classes, hidden: 256, layers: 3 }),
   *     aggregation: "mean",
   *     optimizer: adam(),
   *     batchSize: 1000,
   *     seed: 1,
   *     policy: "aep",
   *     neighbors: (graph, seed) => uniformNeighbors(graph, { fanouts: [5, 10, 15], seed }),
   *   });
   *   const { meanLoss } = await trainer.next();
   *   await trainer.finish();
   *   trainer.close();
   *   return meanLoss;
   * });
   * ```
   */
  static async open(
    device: Device,
    transport: RankTransport,
    data: RankData,
    options: RankTrainingOptions,
  ): Promise<RankTrainer> {
    checkRankData(data);
    const { rank, ranks, training } = data.part;
    if (rank !== transport.rank || ranks !== transport.size) {
      throw refused(
        `the part of rank ${rank} of ${ranks} on rank ${transport.rank} of ${transport.size}`,
        "its own",
      );
    }
    const { batchSize, kernels = {} } = options, seed = rankSeed(options.seed, rank);
    const model = batchModel(data, { ...options, seed });
    const segments = layerSegments(model);
    const own = miniBatches(training, { batchSize, seed, epoch: 0 }).length;
    const rounds = Math.max(...await gatherNumbers(transport, own));
    if (rounds === 0) throw refused("no training vertex on any rank", "at least one");
    const policy = await openPolicy(options.policy ?? "aep", {
      transport,
      data,
      seed: options.seed,
      neighbors: options.neighbors,
      push: options.push ?? {},
      widths: segments.map(({ inputWidth }) => inputWidth),
    });
    const replica = await Replica.open(device, model, { seed: options.seed, kernels });
    return new RankTrainer({ device, transport, data, model, segments, policy, replica, rounds }, options);
  }

  /** Iterations of an epoch, the same number on all ranks. */
  get epochLength(): number {
    return this.#parts.rounds;
  }

  /** Model of this rank, whose dropout masks are its own. */
  get model(): BatchModel {
    return this.#parts.model;
  }

  /** Parameters on the device. */
  get parameters(): ModelParameters {
    return this.#parts.replica.parameters;
  }

  /** Counts of each layer's cache, the one next to the input first; empty but with `aep`. */
  get cacheCounts(): readonly EmbeddingCacheCounts[] {
    const { policy } = this.#parts;
    return policy instanceof EmbeddingPushes ? policy.cacheCounts : [];
  }

  /**
   * Trains on the next mini-batch, or takes part without one. Collective.
   *
   * @throws {DivergenceError} on all ranks where the loss of any rank is NaN or infinite.
   * @throws {OutOfMemoryError} where the device has no room for the mini-batch; nothing of it stays
   * allocated.
   */
  async next(): Promise<RankIteration> {
    const { rounds, transport, policy, replica } = this.#parts;
    const epoch = Math.floor(this.#iteration / rounds), position = this.#iteration % rounds;
    if (position === 0) this.#batches = this.#shuffle(epoch);
    const place: ExchangePlace = { iteration: ++this.#iteration, position, rounds };

    // Two words behind the gradients: the number of ranks with a mini-batch, and the sum of their losses.
    const sum = new Float32Array(replica.gradientLength + 2);
    const batch = this.#batches.at(position);
    const trained = batch ? await this.#train(batch, place, sum) : await this.#takePart(place);
    if (trained.loss !== undefined) sum.set([1, trained.loss], replica.gradientLength);

    const start = transport.now();
    await transport.allReduce(sum);
    const summed = transport.now();
    const [activeRanks, losses] = sum.subarray(replica.gradientLength);
    const meanLoss = losses / activeRanks;
    if (!Number.isFinite(meanLoss)) {
      throw new DivergenceError({
        epoch: epoch + 1,
        iteration: place.iteration,
        layer: "loss",
        tensor: "loss",
      });
    }
    const gradients = sum.subarray(0, replica.gradientLength);
    for (let i = 0; i < gradients.length; i++) gradients[i] /= activeRanks;
    await replica.update(gradients, place.iteration);
    const updateMs = transport.now() - summed;
    policy.tick("iteration");
    if (position + 1 === rounds) policy.tick("epoch");
    return {
      iteration: place.iteration,
      epoch: epoch + 1,
      position,
      active: batch !== undefined,
      activeRanks,
      ...trained,
      meanLoss,
      allReduceMs: summed - start,
      allReduceBytes: sum.byteLength,
      updateMs,
    };
  }

  /**
   * State between two epochs, from which ranks of the same options go on with the same bits. Counts of the
   * caches begin anew.
   *
   * @throws {UsageError} within an epoch.
   */
  async state(): Promise<RankTrainerState> {
    const { rounds, policy, replica } = this.#parts, epochs = this.#iteration / rounds;
    if (!Number.isInteger(epochs)) {
      throw new UsageError({
        action: "save a training on ranks",
        current: `iteration ${this.#iteration} of epochs of ${rounds}`,
        wanted: "the end of an epoch",
        next: "save it after the epoch's last iteration",
      });
    }
    return { epochs, parameters: await replica.parameters.state(), kept: policy.kept() };
  }

  /**
   * Goes on behind a state; for a trainer that has not trained yet. Not collective, but all ranks must do so
   * with states of one epoch.
   *
   * @throws {UsageError} where the state is of another model or policy.
   */
  restore({ epochs, parameters, kept }: RankTrainerState): void {
    this.#parts.replica.parameters.restore(parameters);
    this.#parts.policy.restore(kept);
    this.#iteration = epochs * this.#parts.rounds;
  }

  /** Waits for pending pushes where training ends within an epoch; no iteration follows. Collective. */
  async finish(): Promise<void> {
    await this.#parts.policy.finish();
  }

  /** Frees all memory. */
  close(): void {
    this.#parts.replica.close();
  }

  #shuffle(epoch: number): readonly BatchOfSeeds[] {
    const { data: { part: { training } }, model: { seed } } = this.#parts;
    return miniBatches(training, { batchSize: this.#options.batchSize, seed, epoch });
  }

  async #takePart(place: ExchangePlace): Promise<Trained> {
    const { transport, policy, segments } = this.#parts, sampling = noSampling();
    const layers: LayerRecord[] = [], start = transport.now();
    await policy.idleSample(sampling);
    const sampleMs = transport.now() - start;
    for (const layer of segments.keys()) layers.push(emptyLayer(await policy.idle(layer, place)));
    return { seeds: 0, layers, sampleMs, sampling, gradientMs: 0 };
  }

  async #train(batch: BatchOfSeeds, place: ExchangePlace, sum: Float32Array): Promise<Trained> {
    const { device, transport, data, model, segments, policy, replica } = this.#parts;
    const start = transport.now(), sampling = noSampling();
    const { blocks } = await policy.sample(batch, sampling);
    const sampleMs = transport.now() - start;
    const environment = {
      device,
      parameters: replica.parameters,
      kernels: this.#options.kernels ?? {},
      progress: () => transport.progress(),
    };
    const outcome = await runRankBatch({ environment, now: () => transport.now(), model, segments, policy }, {
      blocks,
      truth: truthOf(data, batch.seeds),
      place,
      takeGradient: (parameter, gradient) => replica.put(parameter, gradient, sum),
    });
    return { seeds: batch.seeds.length, sampleMs, sampling, ...outcome };
  }
}

/** Record of an iteration before gradients are summed. */
type Trained = Pick<RankIteration, "seeds" | "loss" | "layers" | "sampleMs" | "sampling" | "gradientMs">;

async function openPolicy(name: HaloPolicyName, parts: HaloPolicyParts): Promise<HaloPolicy> {
  switch (name) {
    case "aep":
      return new EmbeddingPushes(parts);
    case "drop":
      return new LocalHalo(parts);
    case "exact":
      return await FetchedHalo.open(parts);
    case "distdgl":
      return await DistributedSampling.open(parts);
    default:
      throw name satisfies never;
  }
}

function refused(current: string, wanted: string): UsageError {
  return new UsageError({
    action: "train on ranks",
    current,
    wanted,
    next: "cut the graph for as many ranks as there are, and give each rank its part",
  });
}
