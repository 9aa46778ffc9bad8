/**
 * Heavy-edge matching (Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning
 * irregular graphs", SIAM J. Sci. Comput. 20(1), 1998, section 3.1), with two-hop pairs for star-like graphs.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { randomPermutation, type RandomStream } from "../../platform/random.ts";
import type { WeightedGraph } from "./weighted_graph.ts";

/** Options of {@linkcode matchVertices}. */
export interface MatchingOptions {
  /** Greatest weight of a pair, by constraint. */
  readonly maxWeight: readonly [number, number];
  /** Random stream for ties in the visiting order. */
  readonly random: RandomStream;
  /** If given, both vertices of a pair have the same label: a partition then survives coarsening. */
  readonly labels?: Uint32Array | undefined;
}

/** Share of single vertices below which two-hop pairs are not worth a pass. */
const TWO_HOP_SHARE = 0.1;

/** Vertices by rising degree, capped near the mean so that it is the sparse fringe alone that goes first. */
function visitingOrder(graph: WeightedGraph, random: RandomStream): Uint32Array {
  const n = graph.vertices;
  const cap = Math.max(1, Math.floor(0.7 * graph.rowPtr[n] / n));
  const start = new Uint32Array(cap + 2);
  const shuffled = randomPermutation(n, random);
  const capped = (v: number) => Math.min(cap, graph.rowPtr[v + 1] - graph.rowPtr[v]);
  for (let v = 0; v < n; v++) start[capped(v) + 1]++;
  for (let d = 0; d <= cap; d++) start[d + 1] += start[d];
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[start[capped(shuffled[i])]++] = shuffled[i];
  return order;
}

/**
 * A matching: `mate[v]` is v's partner, or v itself. Each vertex takes the free neighbour with the heaviest
 * edge, the lighter vertex on ties; then, if many stay single, those with the same heaviest neighbour (or
 * with none) pair up.
 */
export function matchVertices(graph: WeightedGraph, options: MatchingOptions): Uint32Array {
  const { vertices: n, rowPtr, colIdx, edgeWeight, weight: [first, second] } = graph;
  const { maxWeight: [most, mostSecond], labels, random } = options;
  const order = visitingOrder(graph, random);
  const mate = indices(n);
  let singles = 0;
  for (let i = 0; i < n; i++) {
    const v = order[i];
    if (mate[v] !== v) continue;
    const room = most - first[v], roomSecond = mostSecond - second[v];
    let best = v, bestEdge = 0, bestWeight = Infinity;
    for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) {
      if (edgeWeight[e] < bestEdge) continue;
      const u = colIdx[e];
      if (mate[u] !== u || first[u] > room || second[u] > roomSecond) continue;
      if (edgeWeight[e] === bestEdge && first[u] >= bestWeight) continue;
      if (labels && labels[u] !== labels[v]) continue;
      best = u;
      bestEdge = edgeWeight[e];
      bestWeight = first[u];
    }
    mate[v] = best;
    mate[best] = v;
    if (best === v) singles++;
  }
  // A vertex that found no partner may have become one later, so this counts an upper bound.
  if (singles > TWO_HOP_SHARE * n) matchTwoHop(graph, mate, options);
  return mate;
}

/** Pairs single vertices that share their heaviest neighbour; isolated ones share "none". */
function matchTwoHop(graph: WeightedGraph, mate: Uint32Array, options: MatchingOptions): void {
  const { vertices: n, rowPtr, colIdx, edgeWeight, weight: [first, second] } = graph;
  const { maxWeight: [most, mostSecond], labels } = options;
  const NOBODY = n + 1;
  const waiting = new Uint32Array(n + 1).fill(NOBODY);
  for (let v = 0; v < n; v++) {
    if (mate[v] !== v) continue;
    let hub = n, heaviest = 0;
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      if (edgeWeight[e] > heaviest) {
        heaviest = edgeWeight[e];
        hub = colIdx[e];
      }
    }
    const u = waiting[hub];
    if (
      u !== NOBODY && first[u] + first[v] <= most && second[u] + second[v] <= mostSecond &&
      (!labels || labels[u] === labels[v])
    ) {
      mate[u] = v;
      mate[v] = u;
      waiting[hub] = NOBODY;
    } else {
      waiting[hub] = v;
    }
  }
}
