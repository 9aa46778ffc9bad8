/**
 * Policies for the halo vertices of a rank's mini-batches, the only difference between the distributed
 * systems here.
 *
 * @module
 */
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import type {
  EmbeddingCacheContent,
  EmbeddingCacheOptions,
  LifeSpanUnit,
} from "../embedding_cache/historical_embedding_cache.ts";
import type { MapOrder } from "../embedding_push/push_map.ts";
import type { LocalBatch, LocalBlock } from "../local_batch/local_batch.ts";
import type { LayerTraffic, SamplingTally } from "./rank_iteration.ts";
import type { RankData } from "./rank_data.ts";
import type { NeighborDrawOf } from "./remote_sampling.ts";
import type { RankTransport } from "./rank_transport.ts";

/**
 * Name of a policy.
 *
 * - `aep`: historical embeddings from a cache that asynchronous pushes fill, misses dropped (distgnn-mb).
 * - `drop`: no cache; all halo vertices are dropped.
 * - `exact`: features of halo vertices are fetched, hidden embeddings of halo vertices dropped: the result of
 *   a cache next to the input that always hits.
 * - `distdgl`: neighbours are sampled across ranks by request and reply, and features of other ranks'
 *   vertices are fetched before the computation (DistDGL): nothing is dropped or outdated, so it trains like
 *   one rank with larger batches.
 */
export type HaloPolicyName = "aep" | "drop" | "exact" | "distdgl";

/** Settings of {@linkcode HaloPolicyName} `aep`. The defaults are the paper's. */
export interface PushSettings {
  /**
   * Iterations from a push to its use (`d`); 1 by default. With 0 a push is waited for at once: before the
   * search, whereas the printed order waits for a delayed push after it.
   */
  readonly delay?: number;
  /** Greatest number of vertices pushed to a rank in a layer of an iteration (`nc`). */
  readonly pushLimit?: number;
  /** Loop order of the Map; `rank` as printed. */
  readonly mapOrder?: MapOrder;
  /** Settings of the caches: capacity (`cs`), life span (`ls`) and its unit. */
  readonly cache?: Omit<EmbeddingCacheOptions, "width">;
}

/** Position in the training, the same on all ranks. */
export interface ExchangePlace {
  /** Number of the iteration, from 1, through all epochs. */
  readonly iteration: number;
  /** Position in the epoch, from 0. */
  readonly position: number;
  /** Number of iterations in an epoch. */
  readonly rounds: number;
}

/** Part of a layer's input that the rank has. */
export interface SolidInput {
  /** Block as sampled. */
  readonly block: LocalBlock;
  /** Rows of the solid sources, from the layer below; absent in the first layer, whose input are features. */
  readonly solidRows?: Float32Array | undefined;
}

/** Complete input of a layer. */
export interface ReceivedLayer {
  /** Block without the dropped sources. */
  readonly block: LocalBlock;
  /** Rows of the input, one a source. */
  readonly rows: Float32Array;
  /** Number of dropped entries. */
  readonly droppedEdges: number;
  /** Exchanged vertices and bytes. */
  readonly traffic: LayerTraffic;
}

/** Parts of which a policy is made. */
export interface HaloPolicyParts {
  /** Transport to the other ranks. */
  readonly transport: RankTransport;
  /** Data of the rank. */
  readonly data: RankData;
  /** Columns of each layer's input, the one next to the input first. */
  readonly widths: readonly number[];
  /** Seed of all ranks: of samples of pushes, and of drawn neighbours. */
  readonly seed: number;
  /** Draw of neighbours on a graph. */
  readonly neighbors: NeighborDrawOf;
  /** Settings of `aep`. */
  readonly push: PushSettings;
}

/** Active policy on a rank. */
export interface HaloPolicy {
  /**
   * Samples the batch to compute: solid sources first, which the block below computes.
   *
   * @param batch Seeds by VID_p.
   * @param tally Counts of requests and replies, to be increased.
   */
  sample(batch: BatchOfSeeds, tally: SamplingTally): Promise<LocalBatch>;
  /** Takes part in the sampling of other ranks without a mini-batch. */
  idleSample(tally: SamplingTally): Promise<void>;
  /** Counts the destinations of a block that another rank owns. */
  remoteDestinations(block: LocalBlock): number;
  /** Completes a layer's input. */
  receive(layer: number, input: SolidInput, place: ExchangePlace): Promise<ReceivedLayer>;
  /** Takes part in a layer's exchanges without a mini-batch. */
  idle(layer: number, place: ExchangePlace): Promise<LayerTraffic>;
  /** Records the end of an iteration or an epoch. */
  tick(ended: LifeSpanUnit): void;
  /** Contents of the caches between two epochs, one a layer; empty where the policy keeps nothing. */
  kept(): readonly EmbeddingCacheContent[];
  /**
   * Fills the caches of a policy that has just been opened.
   *
   * @throws {UsageError} for the contents of another policy.
   */
  restore(kept: readonly EmbeddingCacheContent[]): void;
  /** Waits for pending exchanges, so that none is left when training ends within an epoch. */
  finish(): Promise<void>;
}
