/**
 * Exchange of rows between halo vertices and their owners, for all halo vertices of a part at once.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { idsAt } from "../partition/id_table.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import { gatherNumbers, type RankTransport } from "./rank_transport.ts";

/** Floats that a rank sends to all others at once. */
const PIECE_FLOATS = 2 ** 19;

/** Rows to send to each rank, and rows to receive from each: VID_p. */
interface Routes {
  readonly from: readonly Uint32Array[];
  readonly to: readonly Uint32Array[];
}

/** Numbers of vertices of a part. */
interface PartSizes {
  readonly solid: number;
  readonly halo: number;
}

/** Routes between the halo of a part and its owners. All methods are collective. */
export class HaloExchange {
  readonly #transport: RankTransport;
  /** Solid vertices of which each rank has a copy. */
  readonly #copied: readonly Uint32Array[];
  /** Halo vertices that each rank owns. */
  readonly #owned: readonly Uint32Array[];
  /** Length of the longest route of all ranks. */
  readonly #longest: number;
  readonly #sizes: PartSizes;

  private constructor(
    transport: RankTransport,
    { from: copied, to: owned }: Routes,
    { longest, ...sizes }: PartSizes & { readonly longest: number },
  ) {
    this.#transport = transport;
    this.#sizes = sizes;
    this.#copied = copied;
    this.#owned = owned;
    this.#longest = longest;
  }

  /**
   * Learns the owners of the halo vertices from the other ranks, in time and bytes linear in the halo.
   *
   * @throws {ReproError} where the parts of the ranks are not of one cut.
   */
  static async open(transport: RankTransport, part: RankPartition): Promise<HaloExchange> {
    const { dbHalo: { rankPtr, vertices: held }, vertices, solid } = part;
    const copied = Array.from(
      { length: transport.size },
      (_, j) => held.subarray(rankPtr[j], rankPtr[j + 1]),
    );
    const lists = await transport.startExchange(copied.map((places) => idsAt(vertices, places))).wait();
    const owned = lists.map((ids) => placesOf(ids, vertices, solid));
    const found = sumOf(owned, ({ length }) => length);
    if (found !== vertices.length - solid) {
      throw otherCut(`${found} owned halo vertices`, vertices.length - solid);
    }
    const longest = Math.max(...[...copied, ...owned].map(({ length }) => length));
    return new HaloExchange(transport, { from: copied, to: owned }, {
      solid,
      halo: vertices.length - solid,
      longest: Math.max(...await gatherNumbers(transport, longest)),
    });
  }

  /** Overwrites the rows of halo vertices with those of their owners. */
  async fetch(rows: Float32Array, width: number): Promise<void> {
    const rowOf = rowsOf(rows, width);
    await this.#send(width, {
      routes: { from: this.#copied, to: this.#owned },
      rowOf,
      take: (vertex, received) => rowOf(vertex).set(received),
    });
  }

  /**
   * Copies the rows of halo vertices from their owners.
   *
   * @param solidRows Rows of the solid vertices.
   * @returns one row a halo vertex, in the order of the halo.
   */
  async halo(solidRows: Float32Array, width: number): Promise<Float32Array> {
    const { solid, halo } = this.#sizes, rows = new Float32Array(halo * width), haloOf = rowsOf(rows, width);
    await this.#send(width, {
      routes: { from: this.#copied, to: this.#owned },
      rowOf: rowsOf(solidRows, width),
      take: (vertex, received) => haloOf(vertex - solid).set(received),
    });
    return rows;
  }

  /** Adds the rows of halo vertices to those of their owners. */
  async add(rows: Float32Array, width: number): Promise<void> {
    const rowOf = rowsOf(rows, width);
    await this.#send(width, {
      routes: { from: this.#owned, to: this.#copied },
      rowOf,
      take: (vertex, received) => {
        const row = rowOf(vertex);
        for (let c = 0; c < width; c++) row[c] += received[c];
      },
    });
  }

  /** Sends rows in pieces, as many for every rank. */
  async #send(width: number, { routes: { from, to }, rowOf, take }: {
    readonly routes: Routes;
    readonly rowOf: (vertex: number) => Float32Array;
    readonly take: (vertex: number, received: Float32Array) => void;
  }): Promise<void> {
    const step = Math.max(1, Math.floor(PIECE_FLOATS / Math.max(1, width) / this.#transport.size));
    // Ranks are at most one exchange apart: when a piece has been waited for, all have taken the one before.
    const pieces = () => from.map(({ length }) => new Float32Array(Math.min(length, step) * width));
    const buffers = [pieces(), pieces()];
    for (let begin = 0, piece = 0; begin < this.#longest; begin += step, piece++) {
      const outgoing = from.map((vertices, j) => {
        const sent = vertices.subarray(begin, begin + step), packed = buffers[piece % 2][j];
        sent.forEach((vertex, i) => packed.set(rowOf(vertex), i * width));
        return new Uint32Array(packed.buffer, 0, sent.length * width);
      });
      const exchange = this.#transport.startExchange(outgoing), incoming = await exchange.wait();
      for (const [j, words] of incoming.entries()) {
        const received = new Float32Array(words.buffer, words.byteOffset, words.length);
        to[j].subarray(begin, begin + step).forEach((vertex, i) =>
          take(vertex, received.subarray(i * width, (i + 1) * width))
        );
      }
      exchange.release?.();
    }
  }
}

/** Finds the row of a vertex in a matrix. */
function rowsOf(rows: Float32Array, width: number): (vertex: number) => Float32Array {
  return (vertex) => rows.subarray(vertex * width, (vertex + 1) * width);
}

/** VID_p of halo vertices by VID_o; both lists ascend. */
function placesOf(ids: Uint32Array, vertices: Uint32Array, solid: number): Uint32Array {
  let place = solid;
  return ids.map((id) => {
    while (place < vertices.length && vertices[place] < id) place++;
    if (vertices[place] !== id) throw otherCut(`vertex ${id}, of which this rank has no copy`, "its halo");
    return place;
  });
}

function otherCut(current: string, wanted: string | number): ReproError {
  return new ReproError({
    action: "match the parts of ranks",
    current,
    wanted: `${wanted}`,
    next: "cut the graph once, and give every rank its part of that cut",
  });
}
