/**
 * Asynchronous embedding push with historical embedding caches: Algorithm 2 of distgnn-mb, lines 7 to 24.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import {
  type EmbeddingCacheContent,
  type EmbeddingCacheCounts,
  HistoricalEmbeddingCache,
  type LifeSpanUnit,
} from "../embedding_cache/historical_embedding_cache.ts";
import { choosePush } from "../embedding_push/embedding_push.ts";
import { type PushMap, pushMap } from "../embedding_push/push_map.ts";
import { pushMessages, readPush } from "../embedding_push/push_message.ts";
import { haloSources, type LocalBlock } from "../local_batch/local_batch.ts";
import { withoutMisses } from "../local_batch/missed_sources.ts";
import type { ExchangePlace, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import { checkCaches, LocalHalo } from "./local_halo.ts";
import { type LayerTraffic, noTraffic, type TrafficTally } from "./rank_iteration.ts";
import type { PendingExchange } from "./rank_transport.ts";
import { plural } from "../../platform/text/plural.ts";

interface PushUnderWay {
  readonly exchange: PendingExchange;
  /** Iteration in which the push was begun. */
  readonly iteration: number;
}

/** Policy `aep`. */
export class EmbeddingPushes extends LocalHalo {
  readonly #caches: readonly HistoricalEmbeddingCache[];
  readonly #underWay: readonly PushUnderWay[][];
  readonly #map: PushMap;
  readonly #delay: number;

  /**
   * Creates a cache for each layer.
   *
   * @throws {UsageError} for a negative or fractional delay, or invalid settings of a cache.
   */
  constructor(parts: HaloPolicyParts) {
    super(parts);
    const { widths, data: { part }, push: { delay = 1, cache } } = parts;
    if (!(Number.isInteger(delay) && delay >= 0)) {
      throw new UsageError({
        action: "push embeddings",
        current: `a delay of ${plural(delay, "iteration")}`,
        wanted: "a whole number from 0",
        next: "leave it out for 1, as in the paper",
      });
    }
    this.#delay = delay;
    this.#caches = widths.map((width) => new HistoricalEmbeddingCache({ ...cache, width }));
    this.#underWay = widths.map(() => []);
    this.#map = pushMap(part);
  }

  /** Counts of each layer's cache. */
  get cacheCounts(): readonly EmbeddingCacheCounts[] {
    return this.#caches.map(({ counts }) => counts);
  }

  /** Receives and pushes a layer's embeddings: lines 6 to 24. */
  override async receive(layer: number, input: SolidInput, place: ExchangePlace): Promise<ReceivedLayer> {
    const { block } = input, traffic = noTraffic();
    const solidRows = this.solidRows(input, traffic);
    const push = () =>
      this.#start(layer, this.#messages(layer, { block, solidRows, place, traffic }), { place, traffic });
    if (this.#delay === 0) push();
    await this.#store(layer, place, traffic);
    const received = this.#load(layer, { block, solidRows, traffic });
    if (this.#delay > 0 && this.#mayPush(place)) push();
    return { ...received, traffic };
  }

  /** Sends nothing and stores the embeddings that arrive. */
  override async idle(layer: number, place: ExchangePlace): Promise<LayerTraffic> {
    const { size } = this.parts.transport, traffic = noTraffic();
    const push = () =>
      this.#start(layer, Array.from({ length: size }, () => new Uint32Array()), { place, traffic });
    if (this.#delay === 0) push();
    await this.#store(layer, place, traffic);
    if (this.#delay > 0 && this.#mayPush(place)) push();
    return traffic;
  }

  /** Ages the cache lines of all layers. */
  override tick(ended: LifeSpanUnit): void {
    for (const cache of this.#caches) cache.tick(ended);
  }

  /** Contents of the caches. No push is pending between two epochs: the last ones are not begun. */
  override kept(): readonly EmbeddingCacheContent[] {
    return this.#caches.map((cache) => cache.content());
  }

  /**
   * Fills the caches of all layers.
   *
   * @throws {UsageError} where there is no content for each, or one that its cache has no room for.
   */
  override restore(kept: readonly EmbeddingCacheContent[]): void {
    checkCaches(kept, this.#caches.length);
    for (const [layer, cache] of this.#caches.entries()) cache.restore(kept[layer]);
  }

  /** Waits for pending pushes and discards them. */
  override async finish(): Promise<void> {
    for (const layer of this.#underWay) {
      for (const { exchange } of layer.splice(0)) await exchange.wait();
    }
  }

  /** Condition of line 14: a push started later would arrive after the end of the epoch. */
  #mayPush({ position, rounds }: ExchangePlace): boolean {
    return position < rounds - this.#delay;
  }

  /** Builds the messages of a push: lines 15 to 22. */
  #messages(
    layer: number,
    { block, solidRows, place: { iteration }, traffic }: {
      readonly block: LocalBlock;
      readonly solidRows: Float32Array;
      readonly place: ExchangePlace;
      readonly traffic: TrafficTally;
    },
  ): Uint32Array[] {
    const { transport, seed, widths, data: { part }, push: { pushLimit, mapOrder } } = this.parts;
    const start = transport.now();
    const push = choosePush(block, { part, map: this.#map }, {
      seed,
      iteration,
      layer,
      ...(pushLimit !== undefined && { limit: pushLimit }),
      ...(mapOrder && { mapOrder }),
    });
    const chosen = transport.now();
    const messages = pushMessages(push, solidRows, widths[layer]);
    traffic.mapMs += chosen - start;
    traffic.packMs += transport.now() - chosen;
    traffic.mapped = push.mapped;
    traffic.lookUps = push.lookUps;
    for (const { length } of push.rows) {
      traffic.pushed += length;
      traffic.largestPush = Math.max(traffic.largestPush, length);
    }
    return messages;
  }

  /** Starts the exchange of a push: line 24. */
  #start(
    layer: number,
    messages: readonly Uint32Array[],
    { place: { iteration }, traffic }: { readonly place: ExchangePlace; readonly traffic: TrafficTally },
  ): void {
    const { transport } = this.parts, start = transport.now();
    this.#underWay[layer].push({ exchange: transport.startExchange(messages), iteration });
    traffic.packMs += transport.now() - start;
    traffic.started = true;
    traffic.sentBytes += bytesOf(messages);
  }

  /** Waits for a push and stores it in the cache: lines 7 to 9. */
  async #store(layer: number, { position }: ExchangePlace, traffic: TrafficTally): Promise<void> {
    if (position < this.#delay) return;
    const { transport, widths } = this.parts, { exchange, iteration } = this.#underWay[layer].shift()!;
    const start = transport.now();
    const messages = await exchange.wait();
    const arrived = transport.now();
    for (const message of messages) {
      const { ids, embeddings } = readPush(message, widths[layer]);
      this.#caches[layer].store(ids, embeddings);
    }
    traffic.waitMs += arrived - start;
    traffic.storeMs += transport.now() - arrived;
    traffic.receivedBytes += bytesOf(messages);
    exchange.release?.();
    traffic.receivedFrom = iteration;
  }

  /**
   * Searches the cache and loads the hits: lines 10 to 12. Before the first store all are missed; in a later
   * epoch, lines of the previous one may be alive.
   */
  #load(
    layer: number,
    { block, solidRows, traffic }: {
      readonly block: LocalBlock;
      readonly solidRows: Float32Array;
      readonly traffic: TrafficTally;
    },
  ): Omit<ReceivedLayer, "traffic"> {
    const { transport, widths, data: { part } } = this.parts, cache = this.#caches[layer];
    const start = transport.now();
    const lines = cache.search(haloSources(block, part));
    const { block: kept, hits, droppedEdges } = withoutMisses(block, lines);
    const rows = new Float32Array(kept.sources.length * widths[layer]);
    rows.set(solidRows);
    cache.load(hits, rows, kept.solid);
    traffic.loadMs += transport.now() - start;
    return { block: kept, rows, droppedEdges };
  }
}

/** Bytes of a rank's messages. None is for the rank itself: neither Map nor requests name it. */
function bytesOf(messages: readonly Uint32Array[]): number {
  return sumOf(messages, ({ byteLength }) => byteLength);
}
