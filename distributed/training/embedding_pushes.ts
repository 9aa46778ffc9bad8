/**
 * Asynchronous embedding push with historical embedding caches: Algorithm 2 of distgnn-mb, lines 7 to 24.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import {
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
import { LocalHalo } from "./local_halo.ts";
import { type LayerTraffic, noTraffic, type TrafficTally } from "./rank_iteration.ts";
import type { PendingExchange } from "./rank_transport.ts";

interface PushUnderWay {
  readonly exchange: PendingExchange;
  /** In which it was begun. */
  readonly iteration: number;
}

/** The policy `aep`. */
export class EmbeddingPushes extends LocalHalo {
  readonly #caches: readonly HistoricalEmbeddingCache[];
  readonly #underWay: readonly PushUnderWay[][];
  readonly #map: PushMap;
  readonly #delay: number;

  /**
   * Makes a cache for each layer.
   *
   * @throws {UsageError} for a delay that is no whole number, or settings of a cache that cannot be.
   */
  constructor(parts: HaloPolicyParts) {
    super(parts);
    const { widths, data: { part }, push: { delay = 1, cache } } = parts;
    if (!(Number.isInteger(delay) && delay >= 0)) {
      throw new UsageError({
        action: "push embeddings",
        current: `a delay of ${delay} iterations`,
        wanted: "a whole number from 0",
        next: "leave it out for 1, as in the paper",
      });
    }
    this.#delay = delay;
    this.#caches = widths.map((width) => new HistoricalEmbeddingCache({ ...cache, width }));
    this.#underWay = widths.map(() => []);
    this.#map = pushMap(part);
  }

  /** What the cache of each layer has done. */
  get cacheCounts(): readonly EmbeddingCacheCounts[] {
    return this.#caches.map(({ counts }) => counts);
  }

  /** Lines 6 to 24. */
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

  /** Sends nothing, stores what arrives. */
  override async idle(layer: number, place: ExchangePlace): Promise<LayerTraffic> {
    const { size } = this.parts.transport, traffic = noTraffic();
    const push = () =>
      this.#start(layer, Array.from({ length: size }, () => new Uint32Array()), { place, traffic });
    if (this.#delay === 0) push();
    await this.#store(layer, place, traffic);
    if (this.#delay > 0 && this.#mayPush(place)) push();
    return traffic;
  }

  /** Lines of all layers grow older. */
  override tick(ended: LifeSpanUnit): void {
    for (const cache of this.#caches) cache.tick(ended);
  }

  /** Waits for what is under way and forgets it. */
  override async finish(): Promise<void> {
    for (const layer of this.#underWay) {
      for (const { exchange } of layer.splice(0)) await exchange.wait();
    }
  }

  /** Line 14: what is pushed later would arrive when the epoch is over. */
  #mayPush({ position, rounds }: ExchangePlace): boolean {
    return position < rounds - this.#delay;
  }

  /** Lines 15 to 22. */
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
      ...{ seed, iteration, layer },
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

  /** Line 24. */
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

  /** Lines 7 to 9. */
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
    traffic.receivedFrom = iteration;
  }

  /** Lines 10 to 12. Where nothing has been stored yet all are missed; in a later epoch lines of the last one may be alive. */
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

/** A rank sends nothing to itself: neither Map nor requests name it. */
function bytesOf(messages: readonly Uint32Array[]): number {
  return messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
