/**
 * Builder of the ranks' parts of a graph, one at a time: beside the part that is built it holds a few words a
 * vertex and one a halo copy, never a second copy of the graph.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { type PartArray, partArray } from "../../graph/partitions/part_array.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import { assertSquare } from "../../graph/square.ts";
import { ReproError } from "../../platform/errors.ts";
import { ABSENT } from "./id_table.ts";
import type { HaloDatabase, RankPartition } from "./rank_partition.ts";
import { plural } from "../../platform/text/plural.ts";

/** Owners of the vertices: the solid vertices of each rank. */
interface Owners {
  readonly parts: Uint32Array;
  /** Solid vertices of all ranks, rank by rank, ascending in each. */
  readonly members: Uint32Array;
  /** Offset of each rank's first vertex in `members`. */
  readonly first: Uint32Array;
  /** VID_p of each vertex on the rank that owns it. */
  readonly place: Uint32Array;
}

/** Ranks that have a halo copy of each vertex, ascending. */
interface Copies {
  readonly ptr: Uint32Array;
  readonly ranks: PartArray;
  /** Halo vertices of each rank, ascending. */
  readonly halo: readonly Uint32Array[];
}

/**
 * Builds parts of a partitioned graph. The halo of rank p is `{u : (u, v) cut, v solid in p}` (distgnn-mb,
 * Section 3.1), where row v lists u.
 *
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { RankPartitionBuilder } from "gnn-repro/distributed";
 * const path = csrFromEdges({ vertices: 2, source: Uint32Array.of(0), target: Uint32Array.of(1) });
 * const builder = new RankPartitionBuilder(path, { parts: Uint32Array.of(0, 1), count: 2 });
 * const [, training] = builder.places(Uint32Array.of(1));
 * if (builder.part(1, training).vertices.join() !== "1,0") throw new Error("0 is a halo vertex of rank 1");
 * ```
 */
export class RankPartitionBuilder {
  /** Number of ranks. */
  readonly ranks: number;
  /** The rank that owns each vertex. */
  readonly owner: Uint32Array;
  readonly #graph: CsrMatrix;
  readonly #owners: Owners;
  readonly #copies: Copies;
  /** VID_p of each vertex in the part that is built, {@linkcode ABSENT} otherwise. */
  readonly #localId: Uint32Array;

  /**
   * Finds the owners and the halo copies of all vertices, in time linear in vertices and entries but for the
   * sorting of each halo.
   *
   * @throws {ReproError} if the matrix is not square, or the partition is of another graph.
   */
  constructor(graph: CsrMatrix, { parts, count }: Pick<Partition, "parts" | "count">) {
    assertSquare(graph, "give ranks their parts of a graph");
    this.ranks = count;
    this.owner = parts;
    this.#graph = graph;
    this.#owners = findOwners(graph.rows, parts, count);
    this.#copies = findCopies(graph, this.#owners, count);
    this.#localId = new Uint32Array(graph.rows).fill(ABSENT);
  }

  /**
   * VID_p of some vertices on the ranks that own them, ascending: one list a rank.
   *
   * @param chosen Distinct VID_o.
   * @throws {ReproError} for a vertex that the graph does not have, or that occurs twice.
   */
  places(chosen: Uint32Array): Uint32Array[] {
    const { parts, place } = this.#owners;
    const marked = new Uint8Array(parts.length), size = new Uint32Array(this.ranks);
    for (let i = 0; i < chosen.length; i++) {
      const v = chosen[i];
      if (v >= parts.length) throw strange(`chosen vertex ${v}`, `vertices below ${parts.length}`);
      if (marked[v] === 1) throw strange(`chosen vertex ${v} twice`, "each once");
      marked[v] = 1;
      size[parts[v]]++;
    }
    const lists = Array.from(size, (length) => new Uint32Array(length));
    size.fill(0);
    for (let v = 0; v < parts.length; v++) {
      if (marked[v] === 1) lists[parts[v]][size[parts[v]]++] = place[v];
    }
    return lists;
  }

  /**
   * Builds the part of a rank, in time linear in its entries.
   *
   * @param training VID_p of its training vertices, from {@linkcode RankPartitionBuilder.places}.
   */
  part(rank: number, training: Uint32Array): RankPartition {
    const { members, first } = this.#owners;
    const own = members.subarray(first[rank], first[rank + 1]), solid = own.length;
    const halo = this.#copies.halo[rank], vertices = new Uint32Array(solid + halo.length);
    vertices.set(own);
    vertices.set(halo, solid);
    const localId = this.#localId;
    for (let p = 0; p < vertices.length; p++) localId[vertices[p]] = p;
    const graph = localGraph(this.#graph, { vertices, solid, localId });
    for (let p = 0; p < vertices.length; p++) localId[vertices[p]] = ABSENT;
    return { rank, ranks: this.ranks, solid, vertices, graph, training, dbHalo: this.#database(own) };
  }

  #database(own: Uint32Array): HaloDatabase {
    const { ptr, ranks } = this.#copies;
    const rankPtr = new Uint32Array(this.ranks + 1);
    for (let p = 0; p < own.length; p++) {
      for (let i = ptr[own[p]]; i < ptr[own[p] + 1]; i++) rankPtr[ranks[i] + 1]++;
    }
    for (let j = 0; j < this.ranks; j++) rankPtr[j + 1] += rankPtr[j];
    const cursor = rankPtr.slice(), vertices = new Uint32Array(rankPtr[this.ranks]);
    for (let p = 0; p < own.length; p++) {
      for (let i = ptr[own[p]]; i < ptr[own[p] + 1]; i++) vertices[cursor[ranks[i]]++] = p;
    }
    return { rankPtr, vertices };
  }
}

function findOwners(vertices: number, parts: Uint32Array, count: number): Owners {
  const first = new Uint32Array(count + 1);
  if (parts.length !== vertices) {
    throw strange(`parts of ${plural(parts.length, "vertex", "vertices")}`, `${vertices}`);
  }
  for (let v = 0; v < vertices; v++) {
    if (parts[v] >= count) throw strange(`vertex ${v} in part ${parts[v]}`, `parts below ${count}`);
    first[parts[v] + 1]++;
  }
  for (let rank = 0; rank < count; rank++) first[rank + 1] += first[rank];
  const members = new Uint32Array(vertices), place = new Uint32Array(vertices);
  const cursor = first.slice();
  for (let v = 0; v < vertices; v++) {
    const at = cursor[parts[v]]++;
    members[at] = v;
    place[v] = at - first[parts[v]];
  }
  return { parts, members, first, place };
}

function findCopies({ rows, rowPtr, colIdx }: CsrMatrix, { members, first }: Owners, count: number): Copies {
  // Last rank that has each vertex, solid or halo; `count` before any.
  const seenBy = partArray(count + 1, rows).fill(count), found = new Uint32Array(rows);
  const halo = Array.from({ length: count }, (_, rank) => {
    const own = members.subarray(first[rank], first[rank + 1]);
    for (let i = 0; i < own.length; i++) seenBy[own[i]] = rank;
    let size = 0;
    for (let i = 0; i < own.length; i++) {
      for (let e = rowPtr[own[i]], end = rowPtr[own[i] + 1]; e < end; e++) {
        const u = colIdx[e];
        if (seenBy[u] === rank) continue;
        seenBy[u] = rank;
        found[size++] = u;
      }
    }
    return found.slice(0, size).sort();
  });
  const ptr = new Uint32Array(rows + 1);
  for (const list of halo) for (let i = 0; i < list.length; i++) ptr[list[i] + 1]++;
  for (let u = 0; u < rows; u++) ptr[u + 1] += ptr[u];
  const cursor = ptr.slice(), ranks = partArray(count, ptr[rows]);
  for (const [rank, list] of halo.entries()) {
    for (let i = 0; i < list.length; i++) ranks[cursor[list[i]]++] = rank;
  }
  return { ptr, ranks, halo };
}

function localGraph(
  { rowPtr: from, colIdx: columns, values }: CsrMatrix,
  { vertices, solid, localId }: { vertices: Uint32Array; solid: number; localId: Uint32Array },
): CsrMatrix {
  const size = vertices.length, rowPtr = new Uint32Array(size + 1);
  for (let p = 0; p < size; p++) {
    const v = vertices[p];
    rowPtr[p + 1] = rowPtr[p] + (p < solid ? from[v + 1] - from[v] : 0);
  }
  const colIdx = new Uint32Array(rowPtr[size]), kept = values && new Float32Array(rowPtr[size]);
  for (let p = 0; p < solid; p++) {
    const v = vertices[p];
    // Ids ascend with VID_o among the solid and among the halo vertices: with the solid ones first, the row
    // is sorted. The others are written from its end, and turned round.
    let front = rowPtr[p], back = rowPtr[p + 1];
    for (let e = from[v], end = from[v + 1]; e < end; e++) {
      const id = localId[columns[e]], at = id < solid ? front++ : --back;
      colIdx[at] = id;
      if (kept) kept[at] = values![e];
    }
    reverse(colIdx, back, rowPtr[p + 1]);
    if (kept) reverse(kept, back, rowPtr[p + 1]);
  }
  return { rows: size, cols: size, rowPtr, colIdx, ...(kept && { values: kept }) };
}

/** Turns round the order of `[begin, end)` of some numbers. */
function reverse(numbers: Uint32Array | Float32Array, begin: number, end: number): void {
  for (let i = begin, j = end - 1; i < j; i++, j--) {
    const held = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = held;
  }
}

function strange(current: string, wanted: string): ReproError {
  return new ReproError({
    action: "give ranks their parts of a graph",
    current,
    wanted,
    next: "take partition and training vertices from the same graph",
  });
}
