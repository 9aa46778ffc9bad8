/**
 * Two-way boundary refinement by Fiduccia and Mattheyses ("A linear-time heuristic for improving network
 * partitions", DAC 1982), with a heap for gains because coarse edges are heavy.
 *
 * @module
 */
import { GainHeap } from "./gain_heap.ts";
import { totalWeight, type WeightedGraph } from "./weighted_graph.ts";

/** Greatest weight of each side: `limits[side][constraint]`. */
export type SideLimits = readonly [readonly [number, number], readonly [number, number]];

/** Number of moves without a better state after which a pass ends. */
const PATIENCE = 100;

/** Greatest number of passes; each except the last improves the cut or the balance. */
const PASSES = 8;

/** Quality of a bisection. */
export interface BisectionQuality {
  /** Weight of the edges between the sides. */
  readonly cut: number;
  /** Excess over the limits, summed over sides and constraints as shares of the totals; 0 is balanced. */
  readonly overload: number;
}

/** Whether `a` is better: balance first, cut second. */
export function isBetterBisection(a: BisectionQuality, b: BisectionQuality): boolean {
  return a.overload < b.overload || (a.overload === b.overload && a.cut < b.cut);
}

/** State of one refinement: sides, gains and loads, updated by moves. */
class Bisection {
  readonly gain: Int32Array;
  readonly strength: Int32Array;
  readonly load: [[number, number], [number, number]] = [[0, 0], [0, 0]];
  cut = 0;

  constructor(readonly graph: WeightedGraph, readonly side: Uint8Array, readonly limits: SideLimits) {
    const { vertices: n, rowPtr, colIdx, edgeWeight, weight } = graph;
    this.gain = new Int32Array(n);
    this.strength = new Int32Array(n);
    for (let v = 0; v < n; v++) {
      let external = 0, strength = 0;
      for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
        strength += edgeWeight[e];
        if (side[colIdx[e]] !== side[v]) external += edgeWeight[e];
      }
      this.strength[v] = strength;
      this.gain[v] = 2 * external - strength;
      this.cut += external / 2;
      this.load[side[v]][0] += weight[0][v];
      this.load[side[v]][1] += weight[1][v];
    }
  }

  onBoundary(v: number): boolean {
    return this.gain[v] > -this.strength[v];
  }

  fits(v: number): boolean {
    const to = 1 - this.side[v], { weight } = this.graph;
    return this.load[to][0] + weight[0][v] <= this.limits[to][0] &&
      this.load[to][1] + weight[1][v] <= this.limits[to][1];
  }

  excess(side: number, total: readonly [number, number]): number {
    let excess = 0;
    for (const c of [0, 1] as const) {
      if (this.load[side][c] > this.limits[side][c]) {
        excess += (this.load[side][c] - this.limits[side][c]) / total[c];
      }
    }
    return excess;
  }

  /** Moves v to the other side and updates neighbours in `heaps`. */
  move(v: number, heaps?: { readonly sides: readonly GainHeap[]; readonly locked: Uint8Array }): void {
    const { graph: { rowPtr, colIdx, edgeWeight, weight }, side, gain } = this;
    const from = side[v], to = 1 - from;
    side[v] = to;
    this.cut -= gain[v];
    gain[v] = -gain[v];
    for (const c of [0, 1] as const) {
      this.load[from][c] -= weight[c][v];
      this.load[to][c] += weight[c][v];
    }
    for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) {
      const u = colIdx[e];
      gain[u] += side[u] === to ? -2 * edgeWeight[e] : 2 * edgeWeight[e];
      if (heaps && heaps.locked[u] === 0) {
        const heap = heaps.sides[side[u]];
        if (heap.has(u) || this.onBoundary(u)) heap.set(u, gain[u]);
      }
    }
  }
}

/** Side to move from next, or -1 at the end; vertices that do not fit are dropped for this pass. */
function nextSide(state: Bisection, heaps: readonly GainHeap[], total: readonly [number, number]): number {
  const excess = [state.excess(0, total), state.excess(1, total)];
  const heavier = excess[0] >= excess[1] ? 0 : 1;
  if (excess[heavier] > 0 && heaps[heavier].size > 0) return heavier;
  for (const heap of heaps) while (heap.size > 0 && !state.fits(heap.top)) heap.pop();
  if (heaps[0].size === 0 || heaps[1].size === 0) return heaps[0].size > 0 ? 0 : heaps[1].size > 0 ? 1 : -1;
  if (heaps[0].topGain !== heaps[1].topGain) return heaps[0].topGain > heaps[1].topGain ? 0 : 1;
  return state.load[0][0] * state.limits[1][0] >= state.load[1][0] * state.limits[0][0] ? 0 : 1;
}

/** Runs one pass: moves the best vertex, each at most once, then undoes the moves after the best state. */
function refineOnce(state: Bisection, heaps: readonly GainHeap[], total: readonly [number, number]): boolean {
  const { graph: { vertices: n }, side, gain } = state;
  const locked = new Uint8Array(n);
  const quality = () => ({ cut: state.cut, overload: state.excess(0, total) + state.excess(1, total) });
  let best = quality();
  for (const heap of heaps) heap.clear();
  for (let v = 0; v < n; v++) {
    if (best.overload > 0 || state.onBoundary(v)) heaps[side[v]].set(v, gain[v]);
  }
  const moved: number[] = [];
  let kept = 0;
  while (moved.length - kept < PATIENCE) {
    const from = nextSide(state, heaps, total);
    if (from < 0) break;
    const v = heaps[from].pop();
    locked[v] = 1;
    state.move(v, { sides: heaps, locked });
    moved.push(v);
    const now = quality();
    if (isBetterBisection(now, best)) {
      best = now;
      kept = moved.length;
    }
  }
  for (let i = moved.length - 1; i >= kept; i--) state.move(moved[i]);
  return kept > 0;
}

/** Improves `side` (0 or 1 for each vertex) in place and returns its quality. */
export function refineBisection(
  graph: WeightedGraph,
  side: Uint8Array,
  limits: SideLimits,
): BisectionQuality {
  const state = new Bisection(graph, side, limits);
  const total = totalWeight(graph);
  const heaps = [new GainHeap(graph.vertices), new GainHeap(graph.vertices)];
  for (let pass = 0; pass < PASSES && refineOnce(state, heaps, total); pass++);
  return { cut: state.cut, overload: state.excess(0, total) + state.excess(1, total) };
}
