/**
 * Policy that samples neighbours across ranks and fetches their features before the computation, as DistDGL
 * does.
 *
 * @module
 */
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import type { LocalBatch, LocalBlock } from "../local_batch/local_batch.ts";
import { answerOnly, fetchFeatures } from "./fetched_features.ts";
import type { ExchangePlace, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import { LocalHalo } from "./local_halo.ts";
import { PartitionBook } from "./partition_book.ts";
import { type LayerTraffic, noTraffic, type SamplingTally } from "./rank_iteration.ts";
import { RemoteSampler } from "./remote_sampling.ts";

/**
 * Policy `distdgl`. Ids of its batches are those of the partition book, and every source counts as solid: all
 * of its neighbours may be sampled, on the rank that owns it.
 */
export class DistributedSampling extends LocalHalo {
  readonly #book: PartitionBook;
  readonly #sampler: RemoteSampler;

  private constructor(parts: HaloPolicyParts, book: PartitionBook) {
    super(parts);
    const { transport, neighbors, seed, data: { part: { graph } } } = parts;
    this.#book = book;
    this.#sampler = new RemoteSampler({ transport, book, graph, neighbors, seed });
  }

  /** Opens the policy and learns the owner of each halo vertex from the other ranks. Collective. */
  static async open(parts: HaloPolicyParts): Promise<DistributedSampling> {
    return new DistributedSampling(parts, await PartitionBook.open(parts.transport, parts.data.part));
  }

  /** Samples across ranks. No vertex is halo. */
  override async sample({ seeds, batch }: BatchOfSeeds, tally: SamplingTally): Promise<LocalBatch> {
    const ids = seeds.map((place) => this.#book.id(place));
    const sampled = await this.#sampler.sample({ seeds: ids, batch }, tally);
    return { ...sampled, blocks: sampled.blocks.map((block) => ({ ...block, solid: block.sources.length })) };
  }

  /** Answers requests of other ranks. */
  override async idleSample(tally: SamplingTally): Promise<void> {
    await this.#sampler.answer(tally);
  }

  /** Counts the destinations that other ranks own. */
  override remoteDestinations({ matrix: { rows }, sources }: LocalBlock): number {
    const { transport: { rank } } = this.parts;
    let count = 0;
    for (let r = 0; r < rows; r++) if (this.#book.owner(sources[r]) !== rank) count++;
    return count;
  }

  /** Fetches features that other ranks own, for the first layer. */
  override async receive(_layer: number, { block, solidRows }: SolidInput): Promise<ReceivedLayer> {
    const traffic = noTraffic(), rows = solidRows ?? await this.#features(block, traffic);
    return { block, rows, droppedEdges: 0, traffic };
  }

  /** Answers requests of other ranks. */
  override async idle(layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return layer > 0 ? noTraffic() : await answerOnly(this.parts.transport, this.parts.data, this.#book);
  }

  async #features({ sources }: LocalBlock, traffic: ReturnType<typeof noTraffic>): Promise<Float32Array> {
    const { transport, data, widths: [width] } = this.parts;
    const into = new Float32Array(sources.length * width);
    await fetchFeatures(transport, data, { ids: sources, book: this.#book, into, traffic });
    return into;
  }
}
