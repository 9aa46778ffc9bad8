/**
 * Iterations of all ranks without any arithmetic: sampling, caches and pushes for real, with embeddings of no
 * columns, as a cache's answers do not depend on the numbers in its rows.
 *
 * @module
 */
import type { LifeSpanUnit } from "../../../distributed/embedding_cache/mod.ts";
import { mapVertices, pushMap } from "../../../distributed/embedding_push/mod.ts";
import { haloSources, localBatch, type LocalBlock } from "../../../distributed/local_batch/mod.ts";
import type { RankPartition } from "../../../distributed/partition/mod.ts";
import { EmbeddingPushes } from "../../../distributed/training/embedding_pushes.ts";
import type { ExchangePlace, ReceivedLayer } from "../../../distributed/training/halo_policy.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { rankSeed } from "../../../distributed/training/rank_seed.ts";
import type { RankTransport } from "../../../distributed/training/rank_transport.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { FANOUTS } from "../scaled_graphs.ts";
import { type Messages, Overheard } from "./overheard.ts";
import { ShadowCache } from "./shadow_cache.ts";

/** Layers, each with a cache for its input: one a fan-out. */
export const LAYERS = [0, 1, 2] as const;

/** Place of a layer, from the input on. */
export type LayerPlace = typeof LAYERS[number];

/** Mini-batches of all ranks, sampled beforehand: settings do not change what is drawn. */
export interface SampledRanks {
  /** Most seeds of a mini-batch. */
  readonly batchSize: number;
  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  readonly rounds: number;
  /** Blocks by epoch, rank and place in the epoch; of a mini-batch the one next to the input first. */
  readonly blocks: readonly (readonly (readonly (readonly LocalBlock[])[])[])[];
}

/** Samples some epochs of all ranks. */
export async function sampleRanks(
  ranks: readonly RankPartition[],
  { batchSize, epochs, seed }: {
    readonly batchSize: number;
    readonly epochs: number;
    readonly seed: number;
  },
): Promise<SampledRanks> {
  const blocks: LocalBlock[][][][] = Array.from({ length: epochs }, () => []);
  for (const part of ranks) {
    const own = rankSeed(seed, part.rank);
    const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed: own });
    for (let epoch = 0; epoch < epochs; epoch++) {
      const batches: LocalBlock[][] = [];
      for (const batch of miniBatches(part.training, { batchSize, epoch, seed: own })) {
        batches.push([...localBatch(await sampleBatch(draw, batch), part).blocks]);
      }
      blocks[epoch].push(batches);
    }
  }
  return { batchSize, rounds: Math.max(...blocks[0].map(({ length }) => length)), blocks };
}

/** Setting of caches and pushes, in vertices. */
export interface PushSetting {
  /** Lines of a cache (`cs`). */
  readonly capacity: number;
  /** Most vertices of a push (`nc`). */
  readonly pushLimit: number;
  /** Ticks that a line lives (`ls`). */
  readonly lifeSpan: number;
  /** Event that counts as a tick of `ls`. */
  readonly lifeSpanUnit: LifeSpanUnit;
  /** Iterations from a push to its use (`d`). */
  readonly delay: number;
}

/** Counts of a layer, over all ranks and iterations. */
export interface LayerCounts {
  /** Mini-batches of all ranks. */
  batches: number;
  /** Rows that their layers aggregate from. */
  rows: number;
  /** Halo vertices that were looked up. */
  halo: number;
  /** Halo vertices that the cache had. */
  hits: number;
  /** Edges that mini-batches had. */
  edges: number;
  /** Edges dropped with misses. */
  droppedEdges: number;
  /** Vertices pushed. */
  pushed: number;
}

/**
 * Counts of a run and of its violations of the paper's rules. Violations are counts of events; exchanges are
 * counted where they are carried, not by what the policy says of itself.
 */
export interface PushRounds {
  /** Counts of each layer, the one next to the input first. */
  readonly layers: readonly LayerCounts[];
  /** The most vertices pushed to one rank in a layer of an iteration. */
  largestPush: number;
  /**
   * Degrees, summed, of the vertices in pushes that the limit cut: those of the first iteration of each
   * epoch.
   */
  pushedDegree: number;
  /** Vertices in pushes that the limit cut. */
  limitedPushed: number;
  /** Degrees, summed, of the vertices that those pushes could have been. */
  candidateDegree: number;
  /** Vertices that those pushes could have been. */
  candidates: number;
  /**
   * Words sent beside the one push that a layer may begin in an iteration: whoever asks for embeddings sends
   * these.
   */
  requested: number;
  /** Exchanges begun. */
  sends: number;
  /** Exchanges waited for. */
  waits: number;
  /** Exchanges that should have been begun: `max(0, M - d)` a layer and epoch on each rank. */
  wantedSends: number;
  /** Exchanges that were received in another iteration than `k + d`. */
  outOfStep: number;
  /** Lines in the fullest cache. */
  largestCache: number;
  /** The oldest line that was served, in ticks. */
  oldestHit: number;
  /** Early evictions. */
  evictions: number;
  /** Stores after which the cache has evicted another number of lines than the shadow. */
  otherEvictions: number;
  /** Look-ups whose answer is not that of the shadow. */
  otherAnswers: number;
  /** Stores after which the cache has another size than the shadow. */
  otherSizes: number;
  /** Edges with a neighbour that is neither solid nor a hit, and edges that are missing. */
  otherEdges: number;
}

function noRounds(): PushRounds {
  return {
    layers: LAYERS.map(() => ({
      batches: 0,
      rows: 0,
      halo: 0,
      hits: 0,
      edges: 0,
      droppedEdges: 0,
      pushed: 0,
    })),
    largestPush: 0,
    pushedDegree: 0,
    limitedPushed: 0,
    candidateDegree: 0,
    candidates: 0,
    requested: 0,
    sends: 0,
    waits: 0,
    wantedSends: 0,
    outOfStep: 0,
    largestCache: 0,
    oldestHit: 0,
    evictions: 0,
    otherEvictions: 0,
    otherAnswers: 0,
    otherSizes: 0,
    otherEdges: 0,
  };
}

const EMPTY = new Float32Array();

/**
 * Runs all ranks through the sampled epochs. Beside each cache a shadow is told the same messages; the two
 * are compared.
 */
export async function pushRounds(
  ranks: readonly RankPartition[],
  { rounds, blocks }: SampledRanks,
  { seed, ...setting }: PushSetting & { readonly seed: number },
): Promise<PushRounds> {
  const counts = noRounds();
  counts.wantedSends = ranks.length * blocks.length * LAYERS.length * Math.max(0, rounds - setting.delay);
  await runInLockStep(ranks.length, async (transport) => {
    const rank = new ObservedRank(ranks[transport.rank], { transport, seed, setting, counts });
    let iteration = 0;
    for (const epoch of blocks) {
      for (let position = 0; position < rounds; position++) {
        const place = { iteration: ++iteration, position, rounds };
        await rank.iterate(epoch[transport.rank].at(position), place);
      }
    }
    await rank.finish();
  });
  return counts;
}

interface ObservedParts {
  readonly transport: RankTransport;
  readonly seed: number;
  readonly setting: PushSetting;
  readonly counts: PushRounds;
}

class ObservedRank {
  readonly #policy: EmbeddingPushes;
  readonly #part: RankPartition;
  readonly #parts: ObservedParts;
  readonly #heard: Overheard;
  readonly #shadows: readonly ShadowCache[];
  readonly #map: ReturnType<typeof pushMap>;

  constructor(part: RankPartition, parts: ObservedParts) {
    const { setting: { delay, pushLimit, ...cache }, seed, transport } = parts;
    this.#part = part;
    this.#parts = parts;
    this.#heard = new Overheard(transport);
    this.#map = pushMap(part);
    this.#shadows = LAYERS.map(() => new ShadowCache(cache));
    const features = { rows: part.solid, width: 0, values: EMPTY };
    this.#policy = new EmbeddingPushes({
      transport: this.#heard,
      seed,
      widths: LAYERS.map(() => 0),
      push: { delay, pushLimit, cache },
      neighbors: (graph, own) => uniformNeighbors(graph, { fanouts: FANOUTS, seed: own }),
      data: { part, features, truth: { labels: new Uint32Array(part.solid) }, classes: 1 },
    });
  }

  async iterate(
    blocks: readonly LocalBlock[] | undefined,
    place: ExchangePlace,
  ): Promise<void> {
    this.#heard.iteration = place.iteration;
    for (const layer of LAYERS) {
      const block = blocks?.[layer];
      if (block === undefined) {
        await this.#policy.idle(layer, place);
        this.#hear(layer);
      } else {
        const solidRows = layer === 0 ? undefined : EMPTY;
        const received = await this.#policy.receive(layer, { block, solidRows }, place);
        this.#compare(layer, { block, received, place, sent: this.#hear(layer) });
      }
    }
    this.#tick("iteration");
    if (place.position + 1 === place.rounds) this.#tick("epoch");
  }

  /** Waits for exchanges under way. */
  finish(): Promise<void> {
    return this.#policy.finish();
  }

  #tick(ended: LifeSpanUnit): void {
    this.#policy.tick(ended);
    for (const shadow of this.#shadows) shadow.tick(ended);
  }

  /** Counts a layer's exchanges, and tells the shadow what arrived; returns the push. */
  #hear(layer: number): Messages {
    const { counts, setting: { capacity, delay } } = this.#parts, shadow = this.#shadows[layer];
    const { begun, received } = this.#heard.take(), [push = [], ...others] = begun;
    counts.sends += begun.length;
    counts.waits += received.length;
    for (const { length } of push) {
      counts.layers[layer].pushed += length;
      counts.largestPush = Math.max(counts.largestPush, length);
    }
    for (const { length } of others.flat()) counts.requested += length;
    const before = shadow.evictions;
    for (const { messages, begunIn } of received) {
      if (begunIn + delay !== this.#heard.iteration) counts.outOfStep++;
      for (const ids of messages) shadow.store(ids);
    }
    const { stored, overwritten, evicted, expired } = this.#policy.cacheCounts[layer];
    const size = capacity === 0 ? 0 : stored - overwritten - evicted - expired;
    counts.largestCache = Math.max(counts.largestCache, size);
    counts.evictions += shadow.evictions - before;
    if (size !== shadow.size) counts.otherSizes++;
    if (evicted !== shadow.evictions) counts.otherEvictions++;
    return push;
  }

  #compare(
    layer: number,
    { block, received: { block: kept, droppedEdges }, place, sent }: {
      readonly block: LocalBlock;
      readonly received: ReceivedLayer;
      readonly place: ExchangePlace;
      readonly sent: Messages;
    },
  ): void {
    const { counts } = this.#parts, own = counts.layers[layer];
    const halo = haloSources(block, this.#part), served = haloSources(kept, this.#part);
    let found = 0;
    const hit = new Uint8Array(halo.length);
    for (let i = 0; i < halo.length; i++) {
      const age = this.#shadows[layer].age(halo[i]);
      // Both lists are in the block's order.
      const wasServed = found < served.length && served[found] === halo[i];
      if (wasServed) {
        hit[i] = 1;
        found++;
      }
      if (wasServed !== (age !== undefined)) counts.otherAnswers++;
      if (wasServed && age !== undefined) counts.oldestHit = Math.max(counts.oldestHit, age);
    }
    const { matrix: { colIdx }, solid } = block;
    let usable = 0;
    for (let e = 0; e < colIdx.length; e++) if (colIdx[e] < solid || hit[colIdx[e] - solid] === 1) usable++;
    counts.otherEdges += Math.abs(usable - kept.matrix.colIdx.length) +
      Math.abs(colIdx.length - usable - droppedEdges);
    own.batches++;
    own.rows += block.sources.length;
    own.halo += halo.length;
    own.hits += served.length;
    own.edges += colIdx.length;
    own.droppedEdges += droppedEdges;
    if (place.position === 0) this.#degrees(block, sent);
  }

  /**
   * Sums the degrees of pushed vertices and of candidates, over pushes that the limit cut in an epoch's first
   * iteration.
   */
  #degrees({ sources, solid }: LocalBlock, sent: Messages): void {
    const { counts, setting: { pushLimit } } = this.#parts, { graph: { rowPtr }, vertices } = this.#part;
    const degree = (p: number) => rowPtr[p + 1] - rowPtr[p];
    const own = sources.subarray(0, solid);
    mapVertices(this.#map, own).places.forEach((places, receiver) => {
      if (places.length <= pushLimit) return;
      const pushed = new Set(sent[receiver]);
      for (const place of places) {
        const p = own[place];
        counts.candidateDegree += degree(p);
        counts.candidates++;
        if (!pushed.has(vertices[p])) continue;
        counts.pushedDegree += degree(p);
        counts.limitedPushed++;
      }
    });
  }
}
