/**
 * Construction of all ranks' parts of a graph in one process.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import { assertSquare } from "../../graph/square.ts";
import { ReproError } from "../../platform/errors.ts";
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
  readonly ranks: Uint32Array;
}

/**
 * Builds the parts of all ranks: the halo of rank p is `{u : (u, v) cut, v solid in p}` (distgnn-mb, Section
 * 3.1), where row v lists u. In an undirected graph, each cut edge therefore makes a halo vertex on both
 * sides. Time and memory are linear in vertices, entries, halo vertices and the square of the number of
 * ranks.
 *
 * @param training VID_o of the training vertices.
 * @throws {ReproError} where the partition or the training vertices do not belong to this graph.
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { rankPartitions } from "gnn-repro/distributed";
 * const source = Uint32Array.of(0, 1, 2), target = Uint32Array.of(1, 2, 3);
 * const path = csrFromEdges({ vertices: 4, source, target, symmetrise: true });
 * const ranks = rankPartitions(path, { parts: Uint32Array.of(0, 0, 1, 1), count: 2 }, Uint32Array.of(0, 3));
 * if (ranks[0].vertices.join() !== "0,1,2" || ranks[0].solid !== 2) {
 *   throw new Error("2 is a halo vertex of rank 0");
 * }
 * ```
 */
export function rankPartitions(
  graph: CsrMatrix,
  { parts, count }: Pick<Partition, "parts" | "count">,
  training: Uint32Array,
): RankPartition[] {
  assertSquare(graph, "give ranks their parts of a graph");
  const owners = findOwners(graph.rows, parts, count);
  const copies = findCopies(graph, owners, count);
  const tables = vertexTables(owners, copies, count);
  const databases = haloDatabases(owners, copies, count);
  const trained = trainingVertices(owners, training, count);
  const localId = new Uint32Array(graph.rows);
  return tables.map((vertices, rank): RankPartition => {
    const solid = owners.first[rank + 1] - owners.first[rank];
    // Entries left by other ranks are never read: the columns of a row are solid or halo on this rank.
    for (let p = 0; p < vertices.length; p++) localId[vertices[p]] = p;
    return {
      rank,
      ranks: count,
      solid,
      vertices,
      graph: localGraph(graph, { vertices, solid, localId }),
      training: trained[rank],
      dbHalo: databases[rank],
    };
  });
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
  const ptr = new Uint32Array(rows + 1), lastRank = new Uint32Array(rows);
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
  visit((u) => ptr[u + 1]++);
  for (let u = 0; u < rows; u++) ptr[u + 1] += ptr[u];
  const cursor = ptr.slice(), ranks = new Uint32Array(ptr[rows]);
  visit((u, rank) => ranks[cursor[u]++] = rank);
  return { ptr, ranks };
}

/**
 * Builds the table of VID_o by VID_p for each rank. Vertices are visited in ascending order, so nothing has
 * to be sorted.
 */
function vertexTables({ members, first }: Owners, { ptr, ranks }: Copies, count: number): Uint32Array[] {
  const size = new Uint32Array(count);
  for (let i = 0; i < ranks.length; i++) size[ranks[i]]++;
  const tables = Array.from({ length: count }, (_, rank) => {
    const solid = members.subarray(first[rank], first[rank + 1]);
    const vertices = new Uint32Array(solid.length + size[rank]);
    vertices.set(solid);
    size[rank] = solid.length;
    return vertices;
  });
  for (let u = 0; u + 1 < ptr.length; u++) {
    for (let i = ptr[u]; i < ptr[u + 1]; i++) tables[ranks[i]][size[ranks[i]]++] = u;
  }
  return tables;
}

function haloDatabases({ parts, place }: Owners, { ptr, ranks }: Copies, count: number): HaloDatabase[] {
  const rankPtrs = Array.from({ length: count }, () => new Uint32Array(count + 1));
  for (let u = 0; u < parts.length; u++) {
    for (let i = ptr[u]; i < ptr[u + 1]; i++) rankPtrs[parts[u]][ranks[i] + 1]++;
  }
  const cursors = rankPtrs.map((rankPtr) => {
    for (let j = 0; j < count; j++) rankPtr[j + 1] += rankPtr[j];
    return rankPtr.slice();
  });
  const databases = rankPtrs.map((rankPtr) => ({ rankPtr, vertices: new Uint32Array(rankPtr[count]) }));
  for (let u = 0; u < parts.length; u++) {
    const { vertices } = databases[parts[u]], cursor = cursors[parts[u]];
    for (let i = ptr[u]; i < ptr[u + 1]; i++) vertices[cursor[ranks[i]]++] = place[u];
  }
  return databases;
}

function trainingVertices({ parts, place }: Owners, training: Uint32Array, count: number): Uint32Array[] {
  const chosen = new Uint8Array(parts.length), size = new Uint32Array(count);
  for (let i = 0; i < training.length; i++) {
    const v = training[i];
    if (v >= parts.length) throw strange(`training vertex ${v}`, `vertices below ${parts.length}`);
    if (chosen[v] === 1) throw strange(`training vertex ${v} twice`, "each once");
    chosen[v] = 1;
    size[parts[v]]++;
  }
  const lists = Array.from(size, (length) => new Uint32Array(length));
  size.fill(0);
  for (let v = 0; v < parts.length; v++) {
    if (chosen[v] === 1) lists[parts[v]][size[parts[v]]++] = place[v];
  }
  return lists;
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
