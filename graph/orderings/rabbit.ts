/**
 * Rabbit order: communities of communities, each in one run of ids.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { degrees } from "../degrees.ts";
import { symmetrise } from "../symmetry.ts";
import { sortByDegree } from "./degree_order.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Marker for no vertex: the end of a list, or no parent. */
const NONE = 0xffffffff;

/**
 * Arena of the edges that merged vertices pass on, summed by community, in runs; it is compacted when full. A
 * run lives from its vertex's merge until the vertex that it was merged into is visited.
 */
class EdgeArena {
  target: Uint32Array;
  weight: Float64Array;
  readonly begin: Uint32Array;
  readonly length: Uint32Array;
  #end = 0;

  constructor(vertices: number, entries: number) {
    this.target = new Uint32Array(entries);
    this.weight = new Float64Array(entries);
    this.begin = new Uint32Array(vertices);
    this.length = new Uint32Array(vertices);
  }

  /**
   * Opens a run of `size` entries for a vertex; `order` lists, oldest first, all vertices that may own one.
   */
  open(vertex: number, size: number, order: Uint32Array): void {
    if (this.#end + size > this.target.length) this.#closeUp(size, order);
    this.begin[vertex] = this.#end;
    this.length[vertex] = size;
    this.#end += size;
  }

  #closeUp(size: number, order: Uint32Array): void {
    let live = size;
    for (const v of order) live += this.length[v];
    // Half of what is open after this is free, so that every entry is moved a bounded number of times on
    // average.
    const room = Math.max(this.target.length, 2 * live);
    const target = new Uint32Array(room), weight = new Float64Array(room);
    let end = 0;
    for (const v of order) {
      if (this.length[v] === 0) continue;
      const from = this.begin[v], to = from + this.length[v];
      target.set(this.target.subarray(from, to), end);
      weight.set(this.weight.subarray(from, to), end);
      this.begin[v] = end;
      end += to - from;
    }
    this.target = target;
    this.weight = weight;
    this.#end = end;
  }
}

/** Dendrogram: parents of merged vertices, and the order of the merges. */
interface Dendrogram {
  /** Vertex that each vertex was merged into; `NONE` for the top of a community. */
  readonly parent: Uint32Array;
  /** First vertex that was merged into each; `NONE` where there is none. */
  readonly firstChild: Uint32Array;
  /** Next vertex that was merged into the same parent. */
  readonly nextSibling: Uint32Array;
}

/**
 * Incremental aggregation: by rising degree, every vertex is merged into the neighbouring community whose
 * union gains most modularity, if any gains; its edges go with it and are summed when that community is
 * visited.
 */
function aggregate(graph: CsrMatrix): Dendrogram {
  const { rows, rowPtr, colIdx } = graph;
  const entries = rowPtr[rows];
  const parent = new Uint32Array(rows).fill(NONE);
  const firstChild = new Uint32Array(rows).fill(NONE);
  const lastChild = new Uint32Array(rows).fill(NONE);
  const nextSibling = new Uint32Array(rows).fill(NONE);
  const vertices = indices(rows), degree = degrees(graph);
  const root = vertices.slice();
  const volume = Float64Array.from(degree);
  const settled = new Uint8Array(rows);
  const order = sortByDegree({ vertices, degree, falling: false });
  const arena = new EdgeArena(rows, entries);

  const rootOf = (v: number): number => {
    while (root[v] !== v) v = root[v] = root[root[v]];
    return v;
  };

  const weightTo = new Float64Array(rows);
  const touched = new Uint32Array(rows);
  for (const u of order) {
    let count = 0;
    const add = (neighbour: number, weight: number) => {
      const community = rootOf(neighbour);
      if (community === u) return;
      if (weightTo[community] === 0) touched[count++] = community;
      weightTo[community] += weight;
    };
    for (let e = rowPtr[u]; e < rowPtr[u + 1]; e++) add(colIdx[e], 1);
    for (let c = firstChild[u]; c !== NONE; c = nextSibling[c]) {
      const end = arena.begin[c] + arena.length[c];
      for (let e = arena.begin[c]; e < end; e++) add(arena.target[e], arena.weight[e]);
      arena.length[c] = 0;
    }
    settled[u] = 1;

    // The gain of merging u and v is 2 (w / 2m - volume(u) volume(v) / (2m)^2): positive and greatest where
    // this is.
    let best = NONE, bestGain = 0;
    for (let i = 0; i < count; i++) {
      const v = touched[i];
      const gain = weightTo[v] - volume[u] * volume[v] / entries;
      if (gain > bestGain || (gain === bestGain && best !== NONE && v < best)) {
        best = v;
        bestGain = gain;
      }
    }
    if (best !== NONE) {
      parent[u] = root[u] = best;
      volume[best] += volume[u];
      if (firstChild[best] === NONE) firstChild[best] = u;
      else nextSibling[lastChild[best]] = u;
      lastChild[best] = u;
      // A community that was visited already is at the top: its edges are not needed again.
      if (!settled[best]) {
        arena.open(u, count, order);
        const from = arena.begin[u];
        for (let i = 0; i < count; i++) {
          arena.target[from + i] = touched[i];
          arena.weight[from + i] = weightTo[touched[i]];
        }
      }
    }
    for (let i = 0; i < count; i++) weightTo[touched[i]] = 0;
  }
  return { parent, firstChild, nextSibling };
}

/**
 * Rabbit order (Arai et al., "Rabbit Order: just-in-time parallel reordering for fast graph analysis", IPDPS
 * 2016; used by GNNAdvisor, eppgcn's baseline): communities are found by incremental aggregation and numbered
 * by a depth-first walk over the dendrogram, a vertex first and then what was merged into it, in the order of
 * merging. So communities within communities are runs within runs. The sequential algorithm: near-linear in
 * edges and deterministic. The communities are those at the top of the dendrogram, isolated vertices
 * included.
 */
export const rabbit: Ordering = {
  id: "rabbit",
  title: "Rabbit order",
  source: { paper: "eppgcn", section: "Table IV" },
  parameters: {},
  compute(matrix) {
    const graph = symmetrise(matrix, { selfLoops: "drop" });
    const { rows } = graph;
    const { parent, firstChild, nextSibling } = aggregate(graph);
    const perm = new Uint32Array(rows);
    let id = 0, clusters = 0;
    for (let top = 0; top < rows; top++) {
      if (parent[top] !== NONE) continue;
      clusters++;
      for (let v = top;;) {
        perm[v] = id++;
        if (firstChild[v] !== NONE) {
          v = firstChild[v];
          continue;
        }
        while (v !== top && nextSibling[v] === NONE) v = parent[v];
        if (v === top) break;
        v = nextSibling[v];
      }
    }
    return { perm, facts: { clusters } };
  },
};
