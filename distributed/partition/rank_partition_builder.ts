/**
 * Builder of the ranks' parts of a graph, one at a time: beside the part that is built it holds a few words a
 * vertex and one a halo copy, never a second copy of the graph.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import { assertSquare } from "../../graph/square.ts";
import { ReproError } from "../../platform/errors.ts";
import { ABSENT } from "./id_table.ts";
import { type RankArray, rankArray } from "./rank_array.ts";
import type { HaloDatabase, RankPartition } from "./rank_partition.ts";

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
  readonly ranks: RankArray;
  /** Number of halo vertices of each rank. */
  readonly halo: Uint32Array;
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
   * Finds the owners and the halo copies of all vertices, in time linear in vertices and entries.
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
   * Builds the part of a rank, in time linear in its entries but for the sorting of its halo.
   *
   * @param training VID_p of its training vertices, from {@linkcode RankPartitionBuilder.places}.
   */
  part(rank: number, training: Uint32Array): RankPartition {
    const { members, first } = this.#owners;
    const own = members.subarray(first[rank], first[rank + 1]), solid = own.length;
    const vertices = new Uint32Array(solid + this.#copies.halo[rank]);
    vertices.set(own);
    const localId = this.#localId;
    for (let p = 0; p < solid; p++) localId[vertices[p]] = p;
    this.#findHalo(own, vertices.subarray(solid));
    for (let p = solid; p < vertices.length; p++) localId[vertices[p]] = p;
    const graph = localGraph(this.#graph, { vertices, solid, localId });
    for (let p = 0; p < vertices.length; p++) localId[vertices[p]] = ABSENT;
    return { rank, ranks: this.ranks, solid, vertices, graph, training, dbHalo: this.#database(own) };
  }

  /** Fills `halo` with the columns of a rank's rows that are not its own, ascending; marks them. */
  #findHalo(own: Uint32Array, halo: Uint32Array): void {
    const { rowPtr, colIdx } = this.#graph, localId = this.#localId;
    let found = 0;
    for (let i = 0; i < own.length; i++) {
      for (let e = rowPtr[own[i]], end = rowPtr[own[i] + 1]; e < end; e++) {
        const u = colIdx[e];
        if (localId[u] !== ABSENT) continue;
        localId[u] = 0;
        halo[found++] = u;
      }
    }
    halo.sort();
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
  if (parts.length !== vertices) throw strange(`parts of ${parts.length} vertices`, `${vertices}`);
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

function findCopies({ rows, rowPtr, colIdx }: CsrMatrix, owners: Owners, count: number): Copies {
  const { parts, members, first } = owners;
  const ptr = new Uint32Array(rows + 1), lastRank = new Uint32Array(rows), halo = new Uint32Array(count);
  // Rank by rank, a vertex is new where another rank saw it last: the first pass counts, the second fills.
  const visit = (seen: (u: number, rank: number) => void) => {
    lastRank.fill(count);
    for (let rank = 0; rank < count; rank++) {
      for (let i = first[rank]; i < first[rank + 1]; i++) {
        const v = members[i];
        for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
          const u = colIdx[e];
          if (parts[u] === rank || lastRank[u] === rank) continue;
          lastRank[u] = rank;
          seen(u, rank);
        }
      }
    }
  };
  visit((u, rank) => {
    ptr[u + 1]++;
    halo[rank]++;
  });
  for (let u = 0; u < rows; u++) ptr[u + 1] += ptr[u];
  const cursor = ptr.slice(), ranks = rankArray(count, ptr[rows]);
  visit((u, rank) => ranks[cursor[u]++] = rank);
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
    // is sorted.
    let at = rowPtr[p];
    for (const halo of [false, true]) {
      for (let e = from[v]; e < from[v + 1]; e++) {
        const id = localId[columns[e]];
        if (id >= solid !== halo) continue;
        if (kept) kept[at] = values![e];
        colIdx[at++] = id;
      }
    }
  }
  return { rows: size, cols: size, rowPtr, colIdx, ...(kept && { values: kept }) };
}

function strange(current: string, wanted: string): ReproError {
  return new ReproError({
    action: "give ranks their parts of a graph",
    current,
    wanted,
    next: "take partition and training vertices from the same graph",
  });
}
