/**
 * Policy that drops all halo vertices, and base of the other policies: mini-batches of a rank's own part with
 * halo vertices as leaves.
 *
 * @module
 */
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import { UsageError } from "../../platform/errors.ts";
import { plural } from "../../platform/text/plural.ts";
import { hostSampler } from "../../training/mini_batch/host_sampler.ts";
import type { BatchSampler } from "../../training/mini_batch/batch_sampler.ts";
import { type LocalBatch, localBatch, type LocalBlock } from "../local_batch/local_batch.ts";
import { withoutMisses } from "../local_batch/missed_sources.ts";
import type { EmbeddingCacheContent, LifeSpanUnit } from "../embedding_cache/historical_embedding_cache.ts";
import type { ExchangePlace, HaloPolicy, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import type { RankData } from "./rank_data.ts";
import { type LayerTraffic, noTraffic, type SamplingTally, type TrafficTally } from "./rank_iteration.ts";
import { rankSeed } from "./rank_seed.ts";

/** Policy `drop`. Other policies override the received input. */
export class LocalHalo implements HaloPolicy {
  /** Parts that the policy was made of. */
  protected readonly parts: HaloPolicyParts;
  #sampler: BatchSampler | undefined;

  /** Creates the policy without allocating memory. */
  constructor(parts: HaloPolicyParts) {
    this.parts = parts;
  }

  /** Samples on the rank's part, and removes the rows of halo vertices. */
  async sample(batch: BatchOfSeeds, _tally: SamplingTally): Promise<LocalBatch> {
    const { transport, neighbors, seed, data: { part } } = this.parts;
    this.#sampler ??= hostSampler(neighbors(part.graph, rankSeed(seed, transport.rank)));
    const { sampled } = await this.#sampler.sample(batch, () => transport.progress());
    return localBatch(sampled, part);
  }

  /** Does nothing, since no rank samples on another's part. */
  idleSample(_tally: SamplingTally): Promise<void> {
    return Promise.resolve();
  }

  /** Returns 0: halo vertices are leaves. */
  remoteDestinations(_block: LocalBlock): number {
    return 0;
  }

  /** Drops all halo vertices. */
  receive(_layer: number, input: SolidInput, _place: ExchangePlace): Promise<ReceivedLayer> {
    const { transport } = this.parts, traffic = noTraffic();
    const rows = this.solidRows(input, traffic);
    const start = transport.now();
    const { block, droppedEdges } = withoutMisses(input.block);
    traffic.loadMs += transport.now() - start;
    return Promise.resolve({ block, rows, droppedEdges, traffic });
  }

  /** Exchanges nothing. */
  idle(_layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return Promise.resolve(noTraffic());
  }

  /** Does nothing, since no embedding is cached. */
  tick(_ended: LifeSpanUnit): void {}

  /** Returns nothing, since no embedding is cached. */
  kept(): readonly EmbeddingCacheContent[] {
    return [];
  }

  /**
   * Checks that no embedding was cached.
   *
   * @throws {UsageError} where the contents are those of another policy.
   */
  restore(kept: readonly EmbeddingCacheContent[]): void {
    checkCaches(kept, 0);
  }

  /** Does nothing, since no exchange is pending. */
  finish(): Promise<void> {
    return Promise.resolve();
  }

  /** Rows from the layer below, or the rank's own features. */
  protected solidRows(
    { block: { sources, solid }, solidRows }: SolidInput,
    traffic: TrafficTally,
  ): Float32Array {
    if (solidRows) return solidRows;
    const { transport, data } = this.parts, start = transport.now();
    const rows = gatherSolidRows(data, sources.subarray(0, solid));
    traffic.gatherMs += transport.now() - start;
    return rows;
  }
}

/**
 * Checks the contents of a policy's caches.
 *
 * @throws {UsageError} where they are of another number of caches.
 */
export function checkCaches(kept: readonly EmbeddingCacheContent[], caches: number): void {
  if (kept.length === caches) return;
  throw new UsageError({
    action: "go on with a training on ranks",
    current: `the contents of ${plural(kept.length, "cache")}`,
    wanted: `${caches}: one a layer with aep, none with other policies`,
    next: "restore the state of a training with the same policy and layers",
  });
}

/** Gathers the feature rows of some of a rank's solid vertices. */
export function gatherSolidRows(
  { features: { width, values } }: RankData,
  vertices: Uint32Array,
): Float32Array {
  const rows = new Float32Array(vertices.length * width);
  for (let i = 0; i < vertices.length; i++) {
    const from = vertices[i] * width;
    rows.set(values.subarray(from, from + width), i * width);
  }
  return rows;
}
