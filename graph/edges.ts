/**
 * Conversion of an edge list to the adjacency by counting sorts.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { assertEntries, type CsrMatrix, MAX_ENTRIES } from "./csr.ts";
import { plural } from "../platform/text/plural.ts";

/** A directed edge list with options of its conversion. */
export interface EdgeList {
  /** Number of vertices; ids run from 0 to `vertices - 1`. */
  readonly vertices: number;
  /** Tail of each edge: the vertex a message leaves. */
  readonly source: Uint32Array;
  /** Head of each edge: the vertex a message reaches. */
  readonly target: Uint32Array;
  /** Number of leading entries of `source` and `target` that are edges; all of them by default. */
  readonly count?: number;
  /** Whether every edge is also stored in the other direction; `false` by default. */
  readonly symmetrise?: boolean;
  /**
   * Treatment of loops: `keep` (default) those of the list, `drop` every loop, or `add` one to every vertex.
   */
  readonly selfLoops?: "keep" | "drop" | "add";
}

function assertEdges(edges: EdgeList, count: number): void {
  const { vertices, source, target } = edges;
  const fail = (current: string, wanted: string): never => {
    throw new ReproError({
      action: "build a graph from an edge list",
      current,
      wanted,
      next: "renumber the vertices from 0 and pass their number as `vertices`",
    });
  };
  if (!Number.isInteger(vertices) || vertices < 0 || vertices > MAX_ENTRIES) {
    fail(plural(vertices, "vertex", "vertices"), `a whole number from 0 to ${MAX_ENTRIES}`);
  }
  if (!Number.isInteger(count) || count < 0 || count > source.length || count > target.length) {
    fail(
      `${plural(count, "edge")} in arrays of ${source.length} and ${target.length}`,
      "two arrays at least as long",
    );
  }
  if (edges.count === undefined && source.length !== target.length) {
    fail(
      `${plural(source.length, "source")} and ${plural(target.length, "target")}`,
      "as many of the one as of the other",
    );
  }
  for (let e = 0; e < count; e++) {
    if (source[e] >= vertices || target[e] >= vertices) {
      fail(`edge ${e} from ${source[e]} to ${target[e]}`, `ids below ${vertices}`);
    }
  }
}

/**
 * Builds the adjacency of an edge list in pull direction: row v lists the in-neighbours of v, so that an edge
 * (s, t) is the entry (t, s). Parallel edges become one entry.
 *
 * Linear in vertices and edges, but that the rows of a symmetrised list are sorted. Besides the result it
 * needs one word an edge (two if `symmetrise`) and two words a vertex.
 *
 * @throws {ReproError} if an id is not below `vertices` or the arrays do not fit together.
 * @throws {OutOfMemoryError} if the entries could pass 2^32 - 1.
 *
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro/graph";
 * const source = Uint32Array.of(2, 0, 2), target = Uint32Array.of(1, 1, 1);
 * const graph = csrFromEdges({ vertices: 3, source, target });
 * if (graph.colIdx.join() !== "0,2") throw new Error("row 1 lists 0 and 2");
 * ```
 */
export function csrFromEdges(edges: EdgeList): CsrMatrix {
  const { vertices, source, target, symmetrise = false, selfLoops = "keep" } = edges;
  const count = edges.count ?? source.length;
  assertEdges(edges, count);
  const most = count * (symmetrise ? 2 : 1) + vertices;
  assertEntries("build a graph from an edge list", most, "entries of its edges and self-loops");

  const list = { vertices, source, target, count, selfLoops };
  return symmetrise ? bothDirections(list) : oneDirection(list);
}

/** Edge list after its checks. */
type CheckedEdges = Required<Omit<EdgeList, "symmetrise">>;

/**
 * Edges in one direction. They are bucketed by source; sources are then walked in ascending order, so every
 * row receives its columns sorted and a duplicate always meets its twin as the row's last entry.
 */
function oneDirection({ vertices, source, target, count, selfLoops }: CheckedEdges): CsrMatrix {
  const bucket = new Uint32Array(vertices + 1);
  for (let e = 0; e < count; e++) bucket[source[e] + 1]++;
  for (let v = 0; v < vertices; v++) bucket[v + 1] += bucket[v];
  const heads = new Uint32Array(bucket[vertices]);
  const cursor = bucket.slice(0, vertices);
  for (let e = 0; e < count; e++) heads[cursor[source[e]]++] = target[e];

  // `seen[t] = s + 1` once (t, s) is an entry: as the sources ascend, no older mark is needed.
  const seen = cursor.fill(0);
  const rowPtr = new Uint32Array(vertices + 1);
  const dropLoops = selfLoops === "drop", addLoops = selfLoops === "add";
  let kept = 0;
  for (let s = 0; s < vertices; s++) {
    const begin = bucket[s], end = bucket[s + 1];
    bucket[s] = kept;
    if (addLoops) {
      seen[s] = s + 1;
      rowPtr[s + 1]++;
    }
    for (let e = begin; e < end; e++) {
      const t = heads[e];
      if (seen[t] === s + 1 || (dropLoops && s === t)) continue;
      seen[t] = s + 1;
      rowPtr[t + 1]++;
      heads[kept++] = t;
    }
  }
  bucket[vertices] = kept;
  for (let v = 0; v < vertices; v++) rowPtr[v + 1] += rowPtr[v];

  const colIdx = new Uint32Array(rowPtr[vertices]);
  const next = seen;
  next.set(rowPtr.subarray(0, vertices));
  for (let s = 0; s < vertices; s++) {
    if (addLoops) colIdx[next[s]++] = s;
    for (let e = bucket[s]; e < bucket[s + 1]; e++) colIdx[next[heads[e]]++] = s;
  }
  return { rows: vertices, cols: vertices, rowPtr, colIdx };
}

/**
 * Edges in both directions: the neighbours that a vertex is bucketed with are its row, once they are sorted.
 */
function bothDirections({ vertices, source, target, count, selfLoops }: CheckedEdges): CsrMatrix {
  const rowPtr = new Uint32Array(vertices + 1), dropLoops = selfLoops === "drop";
  for (let e = 0; e < count; e++) {
    rowPtr[source[e] + 1]++;
    rowPtr[target[e] + 1]++;
  }
  const loops = selfLoops === "add" ? 1 : 0;
  for (let v = 0; v < vertices; v++) rowPtr[v + 1] += rowPtr[v] + loops;
  const colIdx = new Uint32Array(rowPtr[vertices]), cursor = rowPtr.slice(0, vertices);
  for (let v = 0; v < vertices && loops === 1; v++) colIdx[cursor[v]++] = v;
  for (let e = 0; e < count; e++) {
    const s = source[e], t = target[e];
    colIdx[cursor[s]++] = t;
    colIdx[cursor[t]++] = s;
  }
  let kept = 0;
  for (let v = 0, begin = 0; v < vertices; v++) {
    const end = rowPtr[v + 1];
    sortRange(colIdx, begin, end);
    const first = kept;
    for (let e = begin; e < end; e++) {
      const column = colIdx[e];
      if (kept > first && colIdx[kept - 1] === column || dropLoops && column === v) continue;
      colIdx[kept++] = column;
    }
    begin = end;
    rowPtr[v + 1] = kept;
  }
  const all = kept === colIdx.length;
  return { rows: vertices, cols: vertices, rowPtr, colIdx: all ? colIdx : colIdx.slice(0, kept) };
}

/** Entries up to which insertion is faster than the sort of typed arrays, which costs a call and a view. */
const INSERTION = 32;

/** Sorts `[begin, end)` of some numbers. */
function sortRange(numbers: Uint32Array, begin: number, end: number): void {
  if (end - begin > INSERTION) {
    numbers.subarray(begin, end).sort();
    return;
  }
  for (let i = begin + 1; i < end; i++) {
    const number = numbers[i];
    let at = i;
    for (; at > begin && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
}
