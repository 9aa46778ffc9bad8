/**
 * Coarsening: matched pairs become vertices, parallel edges become one heavier edge, until the graph is
 * small.
 *
 * @module
 */
import type { RandomStream } from "../../platform/random.ts";
import { matchVertices } from "./matching.ts";
import { maxWeight, totalWeight, type WeightedGraph } from "./weighted_graph.ts";

/** One step of the hierarchy. */
export interface CoarseLevel {
  /** The smaller graph. */
  readonly graph: WeightedGraph;
  /** For each vertex of the finer graph its vertex in `graph`. */
  readonly coarseOf: Uint32Array;
}

/** Options of {@linkcode coarsen}. */
export interface CoarsenOptions {
  /**
   * Number of vertices at which coarsening stops; it also stops where a step shrinks the graph by less than 5
   * %.
   */
  readonly until: number;
  /** Random stream for ties. */
  readonly random: RandomStream;
  /** A partition of the vertices that no pair may cross. */
  readonly labels?: Uint32Array;
}

/**
 * Parallel edges are merged where they are written: `slot[c]` is the place of c in the row that is being
 * built.
 */
function contract(graph: WeightedGraph, mate: Uint32Array): CoarseLevel {
  const { vertices: n, rowPtr, colIdx, edgeWeight, weight: [first, second] } = graph;
  const coarseOf = new Uint32Array(n);
  let count = 0;
  for (let v = 0; v < n; v++) coarseOf[v] = mate[v] < v ? coarseOf[mate[v]] : count++;

  const coarsePtr = new Uint32Array(count + 1);
  const coarseIdx = new Uint32Array(rowPtr[n]), coarseWeight = new Int32Array(rowPtr[n]);
  const coarseFirst = new Int32Array(count), coarseSecond = new Int32Array(count);
  const slot = new Uint32Array(count);
  let at = 0, row = 0;
  for (let v = 0; v < n; v++) {
    const u = mate[v];
    if (u < v) continue;
    const begin = at;
    for (let member = v;; member = u) {
      for (let e = rowPtr[member], end = rowPtr[member + 1]; e < end; e++) {
        const c = coarseOf[colIdx[e]];
        if (c === row) continue;
        const place = slot[c];
        if (place >= begin && place < at && coarseIdx[place] === c) {
          coarseWeight[place] += edgeWeight[e];
        } else {
          slot[c] = at;
          coarseIdx[at] = c;
          coarseWeight[at++] = edgeWeight[e];
        }
      }
      coarseFirst[row] += first[member];
      coarseSecond[row] += second[member];
      if (member === u) break;
    }
    coarsePtr[++row] = at;
  }
  return {
    graph: {
      vertices: count,
      rowPtr: coarsePtr,
      colIdx: coarseIdx.slice(0, at),
      edgeWeight: coarseWeight.slice(0, at),
      weight: [coarseFirst, coarseSecond],
    },
    coarseOf,
  };
}

/**
 * Builds the hierarchy above `graph`, finest first; empty if the graph is small enough or does not shrink. No
 * coarse vertex weighs more than 1.5 times the mean at the wanted size, so that the coarsest graph can still
 * be balanced.
 */
export function coarsen(graph: WeightedGraph, options: CoarsenOptions): CoarseLevel[] {
  const { until, random } = options;
  const total = totalWeight(graph), heaviest = maxWeight(graph);
  const limit = (c: 0 | 1) => Math.max(heaviest[c], Math.ceil(1.5 * total[c] / until));
  const most = [limit(0), limit(1)] as const;
  const levels: CoarseLevel[] = [];
  let finer = graph, labels = options.labels;
  while (finer.vertices > until) {
    const level = contract(finer, matchVertices(finer, { maxWeight: most, random, labels }));
    if (level.graph.vertices > 0.95 * finer.vertices) break;
    levels.push(level);
    if (labels) {
      const coarse = new Uint32Array(level.graph.vertices);
      for (let v = 0; v < finer.vertices; v++) coarse[level.coarseOf[v]] = labels[v];
      labels = coarse;
    }
    finer = level.graph;
  }
  return levels;
}
