/**
 * Working graph of the built-in partitioner: undirected, without loops, with weights on edges and vertices.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../csr.ts";

/**
 * An undirected graph whose vertices represent groups of original vertices. Every edge is stored in both
 * directions. A vertex has two weights: the first is always present, the second is all zero unless two
 * quantities are balanced at once.
 */
export interface WeightedGraph {
  /** Number of vertices. */
  readonly vertices: number;
  /** `vertices + 1` offsets into `colIdx`. */
  readonly rowPtr: Uint32Array;
  /** The neighbours of each vertex, in no order. */
  readonly colIdx: Uint32Array;
  /** Number of original edges that each stored edge represents. */
  readonly edgeWeight: Int32Array;
  /** The two weights of each vertex. */
  readonly weight: readonly [Int32Array, Int32Array];
}

/** The sums of both vertex weights. */
export function totalWeight(graph: WeightedGraph): [number, number] {
  let first = 0, second = 0;
  for (let v = 0; v < graph.vertices; v++) {
    first += graph.weight[0][v];
    second += graph.weight[1][v];
  }
  return [first, second];
}

/** The greatest of each vertex weight; 0 without vertices. */
export function maxWeight(graph: WeightedGraph): [number, number] {
  let first = 0, second = 0;
  for (let v = 0; v < graph.vertices; v++) {
    first = Math.max(first, graph.weight[0][v]);
    second = Math.max(second, graph.weight[1][v]);
  }
  return [first, second];
}

/**
 * The working graph of an undirected structure without loops; all edges weigh 1, as do vertices unless given.
 */
export function weightedGraph(
  structure: CsrMatrix,
  weights: { readonly first?: Uint32Array | undefined; readonly second?: Uint32Array | undefined } = {},
): WeightedGraph {
  const n = structure.rows;
  return {
    vertices: n,
    rowPtr: structure.rowPtr,
    colIdx: structure.colIdx,
    edgeWeight: new Int32Array(nnz(structure)).fill(1),
    weight: [
      weights.first ? Int32Array.from(weights.first) : new Int32Array(n).fill(1),
      weights.second ? Int32Array.from(weights.second) : new Int32Array(n),
    ],
  };
}

/**
 * The subgraph of the vertices with `side[v] === wanted`, and their ids in `graph`. Edges that leave it are
 * dropped.
 */
export function weightedSubgraph(
  graph: WeightedGraph,
  side: Uint8Array,
  wanted: number,
): { graph: WeightedGraph; ids: Uint32Array } {
  const renamed = new Uint32Array(graph.vertices);
  let count = 0, bound = 0;
  for (let v = 0; v < graph.vertices; v++) {
    if (side[v] !== wanted) continue;
    renamed[v] = count++;
    bound += graph.rowPtr[v + 1] - graph.rowPtr[v];
  }
  const ids = new Uint32Array(count), rowPtr = new Uint32Array(count + 1);
  const colIdx = new Uint32Array(bound), edgeWeight = new Int32Array(bound);
  const first = new Int32Array(count), second = new Int32Array(count);
  let at = 0, row = 0;
  for (let v = 0; v < graph.vertices; v++) {
    if (side[v] !== wanted) continue;
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) {
      const u = graph.colIdx[e];
      if (side[u] !== wanted) continue;
      colIdx[at] = renamed[u];
      edgeWeight[at++] = graph.edgeWeight[e];
    }
    ids[row] = v;
    first[row] = graph.weight[0][v];
    second[row] = graph.weight[1][v];
    rowPtr[++row] = at;
  }
  return {
    graph: {
      vertices: count,
      rowPtr,
      colIdx: colIdx.subarray(0, at),
      edgeWeight: edgeWeight.subarray(0, at),
      weight: [first, second],
    },
    ids,
  };
}
