/**
 * Initial partition of the coarsest graph: recursive multilevel bisection with greedy graph growing (Karypis
 * and Kumar, SIAM J. Sci. Comput. 20(1), 1998, section 3.2).
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import type { RandomStream } from "../../platform/random.ts";
import { isBetterBisection, refineBisection, type SideLimits } from "./bisection.ts";
import { coarsen } from "./coarsen.ts";
import { GainHeap } from "./gain_heap.ts";
import { maxWeight, totalWeight, type WeightedGraph, weightedSubgraph } from "./weighted_graph.ts";

/** Number of vertices of the graph on which a bisection is grown. */
const GROWING_SIZE = 120;

/** Number of regions grown and refined; the best is kept. */
const TRIES = 6;

/** Goal of a bisection. */
interface BisectionGoal {
  /** Share of both weights that side 0 gets. */
  readonly share: number;
  /** Tolerated excess over the share, by constraint: 0.03 is 3 %. */
  readonly imbalance: readonly [number, number];
  readonly random: RandomStream;
}

/** Grows side 0 from one vertex, always by the one that adds least to the cut, until it has its share. */
function growRegion(graph: WeightedGraph, goal: BisectionGoal): Uint8Array {
  const { vertices: n, rowPtr, colIdx, edgeWeight, weight } = graph;
  const total = totalWeight(graph);
  const constraints = total[1] > 0 ? 2 : 1;
  const side = new Uint8Array(n).fill(1);
  const gain = new Int32Array(n);
  for (let v = 0; v < n; v++) for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) gain[v] -= edgeWeight[e];
  const frontier = new GainHeap(n);
  const strangers = goal.random.shuffle(indices(n));
  let next = 0, grown = 0;
  while (grown < goal.share) {
    if (frontier.size === 0) {
      while (next < n && side[strangers[next]] === 0) next++;
      if (next === n) break;
      frontier.set(strangers[next], 0);
    }
    const v = frontier.pop();
    let step = weight[0][v] / total[0];
    if (constraints === 2) step = (step + weight[1][v] / total[1]) / 2;
    if (grown > 0 && grown + step / 2 > goal.share) break;
    side[v] = 0;
    grown += step;
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      const u = colIdx[e];
      gain[u] += 2 * edgeWeight[e];
      if (side[u] === 1) frontier.set(u, gain[u]);
    }
  }
  return side;
}

function sideLimits(graph: WeightedGraph, goal: BisectionGoal): SideLimits {
  const total = totalWeight(graph), heaviest = maxWeight(graph);
  const limit = (share: number, c: 0 | 1) =>
    Math.max(share * total[c] * (1 + goal.imbalance[c]), share * total[c] + heaviest[c]);
  return [[limit(goal.share, 0), limit(goal.share, 1)], [
    limit(1 - goal.share, 0),
    limit(1 - goal.share, 1),
  ]];
}

function bisect(graph: WeightedGraph, goal: BisectionGoal): Uint8Array {
  const levels = coarsen(graph, { until: GROWING_SIZE, random: goal.random });
  const coarsest = levels.length > 0 ? levels[levels.length - 1].graph : graph;
  const limits = sideLimits(coarsest, goal);
  let side: Uint8Array = new Uint8Array(0), quality = { cut: Infinity, overload: Infinity };
  for (let i = 0; i < TRIES; i++) {
    const grown = growRegion(coarsest, goal);
    const reached = refineBisection(coarsest, grown, limits);
    if (isBetterBisection(reached, quality)) {
      side = grown;
      quality = reached;
    }
  }
  for (let l = levels.length - 1; l >= 0; l--) {
    const finer = l > 0 ? levels[l - 1].graph : graph;
    const projected = new Uint8Array(finer.vertices);
    for (let v = 0; v < finer.vertices; v++) projected[v] = side[levels[l].coarseOf[v]];
    refineBisection(finer, projected, sideLimits(finer, goal));
    side = projected;
  }
  return side;
}

/** Options of {@linkcode recursiveBisection}. */
export interface InitialOptions {
  /** Tolerated excess of a part over the mean, by constraint. */
  readonly imbalance: readonly [number, number];
  /** Random stream for regions and ties. */
  readonly random: RandomStream;
}

/**
 * Cuts a graph into `count` parts: the part of each vertex. Balance is approximate where vertices are heavy.
 */
export function recursiveBisection(
  graph: WeightedGraph,
  count: number,
  options: InitialOptions,
): Uint32Array {
  // The tolerance is spread over the depth, so that it is not spent by the first cut.
  const depth = Math.max(1, Math.ceil(Math.log2(count)));
  const spread = (tolerance: number) => (1 + tolerance) ** (1 / depth) - 1;
  const imbalance = [spread(options.imbalance[0]), spread(options.imbalance[1])] as const;
  const parts = new Uint32Array(graph.vertices);
  const split = (piece: { graph: WeightedGraph; ids?: Uint32Array }, first: number, many: number): void => {
    const { graph: part, ids } = piece;
    if (many === 1 || part.vertices === 0) {
      for (let v = 0; v < part.vertices; v++) parts[ids ? ids[v] : v] = first;
      return;
    }
    const left = many >>> 1;
    const side = bisect(part, { share: left / many, imbalance, random: options.random });
    for (const s of [0, 1]) {
      const half = weightedSubgraph(part, side, s);
      if (ids) { for (let v = 0; v < half.ids.length; v++) half.ids[v] = ids[half.ids[v]]; }
      split(half, s === 0 ? first : first + left, s === 0 ? left : many - left);
    }
  };
  split({ graph }, 0, count);
  return parts;
}
