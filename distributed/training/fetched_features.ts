/**
 * Policies that fetch features from other ranks and wait for them: with halo vertices as leaves, and with
 * neighbours sampled across ranks as DistDGL does.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import { ReproError, UsageError } from "../../platform/errors.ts";
import type { LocalBatch, LocalBlock } from "../local_batch/local_batch.ts";
import { idsAt } from "../partition/id_table.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import type { ExchangePlace, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import { gatherRows, LocalHalo } from "./local_halo.ts";
import type { RankData, WholeGraph } from "./rank_data.ts";
import { type LayerTraffic, noTraffic, type TrafficTally } from "./rank_iteration.ts";
import type { RankTransport } from "./rank_transport.ts";

/** Features to fetch: their vertices, the owners, and the destination rows. */
interface WantedFeatures {
  /** Original ids (VID_o) of the vertices. */
  readonly ids: Uint32Array;
  readonly owners: Uint32Array;
  readonly rows: Uint32Array;
}

const NOTHING: WantedFeatures = {
  ids: new Uint32Array(),
  owners: new Uint32Array(),
  rows: new Uint32Array(),
};

/** Policy `exact`. */
export class FetchedHalo extends LocalHalo {
  /** Owner rank of each halo vertex, by VID_p less the number of solid vertices. */
  readonly #owners: Uint32Array;

  private constructor(parts: HaloPolicyParts, owners: Uint32Array) {
    super(parts);
    this.#owners = owners;
  }

  /** Opens the policy and learns the owner of each halo vertex from the other ranks. Collective. */
  static async open(parts: HaloPolicyParts): Promise<FetchedHalo> {
    const { transport, data: { part } } = parts, { dbHalo, vertices, solid } = part;
    const known = Array.from(
      { length: transport.size },
      (_, j) => idsAt(vertices, dbHalo.vertices.subarray(dbHalo.rankPtr[j], dbHalo.rankPtr[j + 1])),
    );
    const halo = vertices.subarray(solid), owners = new Uint32Array(halo.length);
    for (const [owner, ids] of (await transport.startExchange(known).wait()).entries()) {
      for (const id of ids) owners[placeOf(halo, id)] = owner;
    }
    return new FetchedHalo(parts, owners);
  }

  /** Fetches features of halo vertices; drops halo vertices of higher layers. */
  override async receive(layer: number, input: SolidInput, place: ExchangePlace): Promise<ReceivedLayer> {
    if (layer > 0) return await super.receive(layer, input, place);
    const { block } = input, { sources, solid } = block;
    const { transport, data, widths } = this.parts, traffic = noTraffic();
    const rows = new Float32Array(sources.length * widths[0]);
    rows.set(this.solidRows(input, traffic));
    const halo = sources.subarray(solid);
    await fetchFeatures(transport, data, {
      wanted: {
        ids: idsAt(data.part.vertices, halo),
        owners: halo.map((p) => this.#owners[p - data.part.solid]),
        rows: halo.map((_, i) => solid + i),
      },
      into: rows,
      traffic,
    });
    return { block, rows, droppedEdges: 0, traffic };
  }

  /** Answers requests of other ranks. */
  override async idle(layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return layer > 0 ? noTraffic() : await answerOnly(this.parts.transport, this.parts.data);
  }
}

/**
 * Policy `distdgl`. Ids of its batches are VID_o, and every source counts as solid: all of its neighbours may
 * be sampled.
 */
export class DistributedSampling extends LocalHalo {
  readonly #whole: WholeGraph;

  /**
   * Creates the policy without allocating memory.
   *
   * @throws {UsageError} for data without the whole graph.
   */
  constructor(parts: HaloPolicyParts) {
    super(parts);
    const { data: { whole } } = parts;
    if (!whole) {
      throw new UsageError({
        action: "sample across ranks",
        current: "a rank's own part of the graph alone",
        wanted: "the whole graph and its partition",
        next: "pass them to `rankData`",
      });
    }
    this.#whole = whole;
  }

  /** Whole graph. */
  override get graph(): CsrMatrix {
    return this.#whole.graph;
  }

  /** VID_o of the training vertices. */
  override seeds(training: Uint32Array): Uint32Array {
    return idsAt(this.parts.data.part.vertices, training);
  }

  /** Converts a sampled batch without change, since no vertex is halo. */
  override batch(sampled: SampledBatch): LocalBatch {
    return { ...sampled, blocks: sampled.blocks.map((block) => ({ ...block, solid: block.sources.length })) };
  }

  /** Counts the destinations that other ranks own. */
  override remoteDestinations({ matrix: { rows }, sources }: LocalBlock): number {
    const { transport: { rank } } = this.parts, { parts } = this.#whole;
    let count = 0;
    for (let r = 0; r < rows; r++) if (parts[sources[r]] !== rank) count++;
    return count;
  }

  /** Fetches features that other ranks own. */
  override async receive(_layer: number, { block, solidRows }: SolidInput): Promise<ReceivedLayer> {
    const traffic = noTraffic(), rows = solidRows ?? await this.#features(block, traffic);
    return { block, rows, droppedEdges: 0, traffic };
  }

  /** Answers requests of other ranks. */
  override async idle(layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return layer > 0 ? noTraffic() : await answerOnly(this.parts.transport, this.parts.data);
  }

  async #features({ sources }: LocalBlock, traffic: TrafficTally): Promise<Float32Array> {
    const { transport, data, widths: [width] } = this.parts, { rank } = transport;
    const start = transport.now();
    const owners = idsAt(this.#whole.parts, sources), places = sources.map((_, row) => row);
    const own = places.filter((row) => owners[row] === rank);
    const far = places.filter((row) => owners[row] !== rank);
    const into = new Float32Array(sources.length * width);
    const held = gatherRows(data, solidPlaces(data.part, idsAt(sources, own)));
    scatterRows(held, { rows: own, into, width });
    traffic.gatherMs += transport.now() - start;
    const wanted = { ids: idsAt(sources, far), owners: idsAt(owners, far), rows: far };
    await fetchFeatures(transport, data, { wanted, into, traffic });
    return into;
  }
}

/**
 * Requests features from their owners, answers the requests of other ranks, and copies the received features
 * to their rows. Collective.
 */
async function fetchFeatures(
  transport: RankTransport,
  data: RankData,
  { wanted: { ids, owners, rows }, into, traffic }: {
    readonly wanted: WantedFeatures;
    readonly into: Float32Array;
    readonly traffic: TrafficTally;
  },
): Promise<void> {
  const { size, rank } = transport, { features: { width } } = data;
  let last = transport.now();
  const lap = () => -last + (last = transport.now());
  const ofOwner = placesByOwner(owners, size);
  const places = ofOwner.map((own) => idsAt(rows, own)), asking = ofOwner.map((own) => idsAt(ids, own));
  const requests = transport.startExchange(asking);
  traffic.packMs += lap();
  const asked = await requests.wait();
  traffic.waitMs += lap();
  const answers = asked.map((ids) => new Uint32Array(gatherRows(data, solidPlaces(data.part, ids)).buffer));
  const replies = transport.startExchange(answers);
  traffic.packMs += lap();
  const answered = await replies.wait();
  traffic.waitMs += lap();
  for (const [j, words] of answered.entries()) {
    const held = new Float32Array(words.buffer, words.byteOffset, words.length);
    scatterRows(held, { rows: places[j], into, width });
  }
  traffic.loadMs += lap();
  const bytes = (messages: readonly Uint32Array[]) =>
    messages.reduce((sum, { byteLength }, j) => j === rank ? sum : sum + byteLength, 0);
  traffic.requested += ids.length;
  traffic.sentBytes += bytes(asking) + bytes(answers);
  traffic.receivedBytes += bytes(asked) + bytes(answered);
}

/** Places of each owner in the list, ascending, by a counting sort. */
function placesByOwner(owners: Uint32Array, ranks: number): Uint32Array[] {
  const ptr = new Uint32Array(ranks + 1);
  for (let i = 0; i < owners.length; i++) ptr[owners[i] + 1]++;
  for (let j = 0; j < ranks; j++) ptr[j + 1] += ptr[j];
  const next = ptr.slice(), places = new Uint32Array(owners.length);
  for (let i = 0; i < owners.length; i++) places[next[owners[i]]++] = i;
  return Array.from({ length: ranks }, (_, j) => places.subarray(ptr[j], ptr[j + 1]));
}

async function answerOnly(transport: RankTransport, data: RankData): Promise<LayerTraffic> {
  const traffic = noTraffic();
  await fetchFeatures(transport, data, { wanted: NOTHING, into: new Float32Array(), traffic });
  return traffic;
}

function scatterRows(
  held: Float32Array,
  { rows, into, width }: { readonly rows: Uint32Array; readonly into: Float32Array; readonly width: number },
): void {
  for (let i = 0; i < rows.length; i++) {
    into.set(held.subarray(i * width, (i + 1) * width), rows[i] * width);
  }
}

/** Converts VID_o of solid vertices to VID_p. */
function solidPlaces({ vertices, solid }: RankPartition, ids: Uint32Array): Uint32Array {
  const own = vertices.subarray(0, solid);
  return ids.map((id) => placeOf(own, id));
}

/** Finds the place of an id among ascending ids. */
function placeOf(ascending: Uint32Array, id: number): number {
  let low = 0, high = ascending.length;
  while (low < high) {
    const middle = low + high >>> 1;
    if (ascending[middle] < id) low = middle + 1;
    else high = middle;
  }
  if (ascending[low] === id) return low;
  throw new ReproError({
    action: "find a vertex on a rank",
    current: `vertex ${id}, which is not there`,
    wanted: "one that the rank owns or has a halo copy of",
    next: "cut the graph once, and give every rank its part of that cut",
  });
}
