/**
 * What a rank does about the halo vertices of its mini-batches. Policies of systems differ here and nowhere else.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import type { EmbeddingCacheOptions, LifeSpanUnit } from "../embedding_cache/historical_embedding_cache.ts";
import type { MapOrder } from "../embedding_push/push_map.ts";
import type { LocalBatch, LocalBlock } from "../local_batch/local_batch.ts";
import type { LayerTraffic } from "./rank_iteration.ts";
import type { RankData } from "./rank_data.ts";
import type { RankTransport } from "./rank_transport.ts";

/**
 * - `aep`: historical embeddings from a cache that asynchronous pushes fill, misses dropped (distgnn-mb).
 * - `drop`: no cache; all halo vertices are dropped.
 * - `exact`: features of halo vertices are fetched, hidden embeddings of halo vertices dropped: what the cache next to the input
 *   would give if it always hit.
 * - `distdgl`: neighbours are sampled across ranks, features of other ranks' vertices fetched before anything is computed (DistDGL):
 *   nothing is dropped, nothing old, so it trains as one rank with larger batches does.
 */
export type HaloPolicyName = "aep" | "drop" | "exact" | "distdgl";

/** How {@linkcode HaloPolicyName} `aep` pushes and keeps. The defaults are the paper's. */
export interface PushSettings {
  /**
   * Iterations from a push to its use (`d`); 1 when absent. With 0 a push is waited for at once: before the search, where the
   * printed order of a delayed push is after it.
   */
  readonly delay?: number;
  /** Vertices pushed to a rank at most, in a layer of an iteration (`nc`). */
  readonly pushLimit?: number;
  /** How the Map goes; `rank` as printed. */
  readonly mapOrder?: MapOrder;
  /** The caches: capacity (`cs`), life span (`ls`) and its unit. */
  readonly cache?: Omit<EmbeddingCacheOptions, "width">;
}

/** A place in the training, the same on all ranks. */
export interface ExchangePlace {
  /** From 1, through all epochs. */
  readonly iteration: number;
  /** Place in the epoch, from 0. */
  readonly position: number;
  /** Iterations of an epoch. */
  readonly rounds: number;
}

/** A layer's input as far as the rank has it. */
export interface SolidInput {
  /** As sampled. */
  readonly block: LocalBlock;
  /** One row a solid source, from the layer below; absent in the first layer, whose input are features. */
  readonly solidRows?: Float32Array | undefined;
}

/** A layer's input as it is computed with. */
export interface ReceivedLayer {
  /** The block without what was dropped. */
  readonly block: LocalBlock;
  /** One row a source. */
  readonly rows: Float32Array;
  /** Entries that were dropped. */
  readonly droppedEdges: number;
  /** What was exchanged. */
  readonly traffic: LayerTraffic;
}

/** What a policy is made from. */
export interface HaloPolicyParts {
  /** To the other ranks. */
  readonly transport: RankTransport;
  /** What the rank has. */
  readonly data: RankData;
  /** Columns of each layer's input, the one next to the input first. */
  readonly widths: readonly number[];
  /** Decides samples of pushes. */
  readonly seed: number;
  /** How `aep` pushes. */
  readonly push: PushSettings;
}

/** A policy at work on a rank. */
export interface HaloPolicy {
  /** What is sampled from. */
  readonly graph: CsrMatrix;
  /** Ids in that graph of the rank's training vertices. */
  seeds(training: Uint32Array): Uint32Array;
  /** A sampled batch as it is computed: solid sources first, of each block those that the block below computes. */
  batch(sampled: SampledBatch): LocalBatch;
  /** Destinations of a block that another rank owns. */
  remoteDestinations(block: LocalBlock): number;
  /** Completes a layer's input. */
  receive(layer: number, input: SolidInput, place: ExchangePlace): Promise<ReceivedLayer>;
  /** Takes part in a layer's exchanges without a mini-batch. */
  idle(layer: number, place: ExchangePlace): Promise<LayerTraffic>;
  /** An iteration or an epoch has ended. */
  tick(ended: LifeSpanUnit): void;
  /** Waits for what is under way, so that nothing is left when training ends within an epoch. */
  finish(): Promise<void>;
}
