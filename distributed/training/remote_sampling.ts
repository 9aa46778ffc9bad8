/**
 * Sampling across ranks by request and reply, as DistDGL does it (Zheng et al., "DistDGL: distributed graph
 * neural network training for billion-scale graphs", IA3 2020): in each layer a rank asks the owners of its
 * destinations for their neighbours, and the owners draw them on their own parts.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import {
  type BatchOfSeeds,
  type DrawnLayer,
  type NeighborDraw,
  sampleBatch,
} from "../../graph/sampling/sampler.ts";
import { UsageError } from "../../platform/errors.ts";
import type { OwnedIds, PartitionBook } from "./partition_book.ts";
import type { SamplingTally } from "./rank_iteration.ts";
import { rankSeed } from "./rank_seed.ts";
import type { RankTransport } from "./rank_transport.ts";

/** Creates the draw of neighbours on a graph. */
export type NeighborDrawOf = (graph: CsrMatrix, seed: number) => NeighborDraw;

/** Parts of a sampler. */
interface RemoteSamplerParts {
  readonly transport: RankTransport;
  readonly book: PartitionBook;
  /** Graph of the rank's part. */
  readonly graph: CsrMatrix;
  readonly neighbors: NeighborDrawOf;
  /** Seed of all ranks. */
  readonly seed: number;
}

/**
 * Sampler of one rank, with ids of the partition book. A request is the number of the batch and one VID_p a
 * destination; a reply is the number of neighbours of each, then their ids. All methods are collective, and
 * all ranks sample equally often.
 */
export class RemoteSampler {
  readonly #parts: RemoteSamplerParts;
  /** Draws on this rank's part, one for each rank that asks: none depends on what the others ask. */
  readonly #draws: readonly NeighborDraw[];

  /** Creates the sampler without any message. */
  constructor(parts: RemoteSamplerParts) {
    const { transport: { rank, size }, graph, neighbors, seed } = parts;
    this.#parts = parts;
    this.#draws = Array.from({ length: size }, (_, of) => neighbors(graph, rankSeed(seed, of * size + rank)));
  }

  /**
   * Samples a batch.
   *
   * @throws {UsageError} for draws that weigh neighbours.
   */
  async sample({ seeds, batch }: BatchOfSeeds, tally: SamplingTally): Promise<SampledBatch> {
    const { book: { vertices } } = this.#parts, { layers } = this.#draws[0];
    const draw = (destinations: Uint32Array, at: { readonly batch: number; readonly layer: number }) =>
      this.#draw(destinations, at, tally);
    return await sampleBatch({ vertices, layers, draw }, { seeds, batch });
  }

  /** Answers the requests of other ranks for a batch, without one of its own. */
  async answer(tally: SamplingTally): Promise<void> {
    for (let layer = this.#draws[0].layers - 1; layer >= 0; layer--) {
      await this.#draw(new Uint32Array(), { batch: 0, layer }, tally);
    }
  }

  async #draw(
    destinations: Uint32Array,
    { batch, layer }: { readonly batch: number; readonly layer: number },
    tally: SamplingTally,
  ): Promise<DrawnLayer> {
    const { transport, book } = this.#parts, { rank } = transport, byOwner = book.byOwner(destinations);
    const requests = byOwner.map(({ places }, owner) =>
      owner === rank || places.length === 0 ? new Uint32Array() : requestOf(batch, places)
    );
    const asking = transport.startExchange(requests);
    // The rank's own destinations need no message.
    const own = this.#reply(rank, requestOf(batch, byOwner[rank].places), layer);
    const begun = transport.now(), asked = await asking.wait();
    const arrived = transport.now();
    const replies = asked.map((request, from) =>
      request.length === 0 ? new Uint32Array() : this.#reply(from, request, layer)
    );
    const answering = transport.startExchange(replies), sent = transport.now();
    const answers = await answering.wait();
    tally.waitMs += arrived - begun + transport.now() - sent;
    for (const [other, { places }] of byOwner.entries()) {
      if (other === rank) continue;
      tally.requested += places.length;
      tally.sentBytes += requests[other].byteLength + replies[other].byteLength;
      tally.receivedBytes += asked[other].byteLength + answers[other].byteLength;
    }
    return merged(byOwner, answers.with(rank, own), destinations.length);
  }

  /** Draws neighbours of the rank's own vertices for a rank: counts, then ids. */
  #reply(from: number, request: Uint32Array, layer: number): Uint32Array {
    const { book } = this.#parts, [batch] = request, places = request.subarray(1);
    const { rowPtr, neighbors, values } = this.#draws[from].draw(places, { batch, layer });
    if (values) throw weighed();
    const reply = new Uint32Array(places.length + neighbors.length);
    for (let row = 0; row < places.length; row++) reply[row] = rowPtr[row + 1] - rowPtr[row];
    for (let i = 0; i < neighbors.length; i++) reply[places.length + i] = book.id(neighbors[i]);
    return reply;
  }
}

function requestOf(batch: number, places: Uint32Array): Uint32Array {
  const request = new Uint32Array(1 + places.length);
  request[0] = batch;
  request.set(places, 1);
  return request;
}

function weighed(): UsageError {
  return new UsageError({
    action: "sample across ranks",
    current: "a draw that weighs neighbours, as random walks and draws by importance do",
    wanted: "one of a vertex's own neighbours: more of the graph its owner does not have",
    next: "draw uniformly, or choose a policy that samples on the rank's own part",
  });
}

/** Puts the replies of all owners into the order of the destinations. */
function merged(byOwner: readonly OwnedIds[], replies: readonly Uint32Array[], rows: number): DrawnLayer {
  const rowPtr = new Uint32Array(rows + 1);
  for (const [owner, { rows: own }] of byOwner.entries()) {
    for (let i = 0; i < own.length; i++) rowPtr[own[i] + 1] = replies[owner][i];
  }
  for (let row = 0; row < rows; row++) rowPtr[row + 1] += rowPtr[row];
  const neighbors = new Uint32Array(rowPtr[rows]);
  for (const [owner, { rows: own }] of byOwner.entries()) {
    let at = own.length;
    for (let i = 0; i < own.length; i++) {
      const begin = rowPtr[own[i]], end = at + replies[owner][i];
      neighbors.set(replies[owner].subarray(at, end), begin);
      at = end;
    }
  }
  return { rowPtr, neighbors };
}
