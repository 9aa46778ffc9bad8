/**
 * Fetching of features from the ranks that own them, and the policy that fetches those of halo vertices,
 * which are leaves.
 *
 * @module
 */
import type { ExchangePlace, HaloPolicyParts, ReceivedLayer, SolidInput } from "./halo_policy.ts";
import { gatherSolidRows, LocalHalo } from "./local_halo.ts";
import { PartitionBook } from "./partition_book.ts";
import type { RankData } from "./rank_data.ts";
import { type LayerTraffic, noTraffic, type TrafficTally } from "./rank_iteration.ts";
import type { RankTransport } from "./rank_transport.ts";

/** Policy `exact`. */
export class FetchedHalo extends LocalHalo {
  readonly #book: PartitionBook;

  private constructor(parts: HaloPolicyParts, book: PartitionBook) {
    super(parts);
    this.#book = book;
  }

  /** Opens the policy and learns the owner of each halo vertex from the other ranks. Collective. */
  static async open(parts: HaloPolicyParts): Promise<FetchedHalo> {
    return new FetchedHalo(parts, await PartitionBook.open(parts.transport, parts.data.part));
  }

  /** Fetches the features of halo vertices for the first layer; drops the halo vertices of higher layers. */
  override async receive(layer: number, input: SolidInput, place: ExchangePlace): Promise<ReceivedLayer> {
    if (layer > 0) return await super.receive(layer, input, place);
    const { block } = input, { sources, solid } = block;
    const { transport, data, widths: [width] } = this.parts, traffic = noTraffic();
    const rows = new Float32Array(sources.length * width);
    rows.set(this.solidRows(input, traffic));
    const ids = sources.subarray(solid).map((p) => this.#book.id(p));
    await fetchFeatures(transport, data, {
      ids,
      book: this.#book,
      into: rows.subarray(solid * width),
      traffic,
    });
    return { block, rows, droppedEdges: 0, traffic };
  }

  /** Answers requests of other ranks. */
  override async idle(layer: number, _place: ExchangePlace): Promise<LayerTraffic> {
    return layer > 0 ? noTraffic() : await answerOnly(this.parts.transport, this.parts.data, this.#book);
  }
}

/** Features to fetch. */
interface WantedFeatures {
  /** Vertices, by the ids of the book. */
  readonly ids: Uint32Array;
  readonly book: PartitionBook;
  /** Destination, one row an id. */
  readonly into: Float32Array;
  readonly traffic: TrafficTally;
}

/**
 * Gathers features of the rank's own vertices, requests the others from their owners, and answers the
 * requests of other ranks. Collective.
 */
export async function fetchFeatures(
  transport: RankTransport,
  data: RankData,
  { ids, book, into, traffic }: WantedFeatures,
): Promise<void> {
  const { rank } = transport, { features: { width } } = data, byOwner = book.byOwner(ids);
  let last = transport.now();
  const lap = () => -last + (last = transport.now());
  const asking = byOwner.map(({ places }, owner) => owner === rank ? new Uint32Array() : places);
  const requests = transport.startExchange(asking);
  traffic.packMs += lap();
  const { rows: own, places } = byOwner[rank];
  scatterRows(gatherSolidRows(data, places), { rows: own, into, width });
  traffic.gatherMs += lap();
  const asked = await requests.wait();
  traffic.waitMs += lap();
  const answers = asked.map((places) => new Uint32Array(gatherSolidRows(data, places).buffer));
  const replies = transport.startExchange(answers);
  traffic.packMs += lap();
  const answered = await replies.wait();
  traffic.waitMs += lap();
  for (const [owner, words] of answered.entries()) {
    if (owner === rank) continue;
    const held = new Float32Array(words.buffer, words.byteOffset, words.length);
    scatterRows(held, { rows: byOwner[owner].rows, into, width });
  }
  traffic.loadMs += lap();
  const bytes = (messages: readonly Uint32Array[]) =>
    messages.reduce((sum, { byteLength }, j) => j === rank ? sum : sum + byteLength, 0);
  traffic.requested += ids.length - own.length;
  traffic.sentBytes += bytes(asking) + bytes(answers);
  traffic.receivedBytes += bytes(asked) + bytes(answered);
}

/** Answers requests of other ranks for features, without one of the rank's own. Collective. */
export async function answerOnly(
  transport: RankTransport,
  data: RankData,
  book: PartitionBook,
): Promise<LayerTraffic> {
  const traffic = noTraffic(), nothing = { ids: new Uint32Array(), into: new Float32Array() };
  await fetchFeatures(transport, data, { ...nothing, book, traffic });
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
