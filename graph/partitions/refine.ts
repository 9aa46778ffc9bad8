/**
 * Greedy k-way refinement (Karypis and Kumar, "Multilevel k-way partitioning scheme for irregular graphs", J.
 * Parallel Distrib. Comput. 48, 1998, section 3.3): boundary vertices move to the part they are tied to most.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import type { RandomStream } from "../../platform/random.ts";
import type { WeightedGraph } from "./weighted_graph.ts";

/** State of a k-way partition during refinement. */
export interface KwayState {
  /** The graph that is cut. */
  readonly graph: WeightedGraph;
  /** Number of parts. */
  readonly count: number;
  /** The part of each vertex; changed in place. */
  readonly parts: Uint32Array;
  /** `load[constraint][part]`, kept up to date. */
  readonly load: readonly [Float64Array, Float64Array];
  /** Vertices of each part, kept up to date. */
  readonly members: Uint32Array;
}

/** Builds the state of a partition with its loads. */
export function kwayState(graph: WeightedGraph, parts: Uint32Array, count: number): KwayState {
  const load = [new Float64Array(count), new Float64Array(count)] as const;
  const members = new Uint32Array(count);
  for (let v = 0; v < graph.vertices; v++) {
    load[0][parts[v]] += graph.weight[0][v];
    load[1][parts[v]] += graph.weight[1][v];
    members[parts[v]]++;
  }
  return { graph, count, parts, load, members };
}

/** Moves a vertex and its loads. */
export function moveVertex(state: KwayState, v: number, to: number): void {
  const { graph: { weight }, parts, load, members } = state;
  const from = parts[v];
  for (const c of [0, 1] as const) {
    load[c][from] -= weight[c][v];
    load[c][to] += weight[c][v];
  }
  members[from]--;
  members[to]++;
  parts[v] = to;
}

/**
 * Ties of a vertex to each part. One instance serves many vertices: `gather` fills it, `clear` empties it in
 * time proportional to the parts touched.
 */
export class PartTies {
  /** Weight of the edges to each part. */
  readonly tie: Int32Array;
  /** Parts with a tie, in the first `count` entries. */
  readonly touched: Uint32Array;
  /** Number of parts with a tie. */
  count = 0;

  /** Prepares ties to `parts` parts. */
  constructor(parts: number) {
    this.tie = new Int32Array(parts);
    this.touched = new Uint32Array(parts);
  }

  /** Sums the edges of v by part. */
  gather(graph: WeightedGraph, parts: Uint32Array, v: number): void {
    const { rowPtr, colIdx, edgeWeight } = graph;
    const { tie, touched } = this;
    let count = 0;
    for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) {
      const p = parts[colIdx[e]];
      if (tie[p] === 0) touched[count++] = p;
      tie[p] += edgeWeight[e];
    }
    this.count = count;
  }

  /** Clears the ties of the last vertex. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.tie[this.touched[i]] = 0;
    this.count = 0;
  }
}

/** Limits and effort of a refinement. */
export interface RefineOptions {
  /** Greatest weight of a part, by constraint. */
  readonly limits: readonly [number, number];
  /** Least weight of a part, by constraint: full parts must not starve another one. */
  readonly floors: readonly [number, number];
  /** Greatest number of passes over the active vertices. */
  readonly passes: number;
  /** Random stream for the order of visits. */
  readonly random: RandomStream;
}

/**
 * Moves vertices while the cut falls, or while it stays and the balance improves. After the first pass only
 * the neighbours of moved vertices are visited again.
 */
export function refineKway(state: KwayState, options: RefineOptions): void {
  const { graph, parts, load, members } = state;
  const { vertices: n, rowPtr, colIdx, weight: [first, second] } = graph;
  const { limits: [limit, limitSecond], floors: [floor, floorSecond], passes, random } = options;
  const ties = new PartTies(state.count);
  const { tie, touched } = ties;
  let active = indices(n);
  for (let pass = 0; pass < passes && active.length > 0; pass++) {
    random.shuffle(active);
    const again = new Uint8Array(n);
    let upcoming = 0;
    for (let i = 0; i < active.length; i++) {
      const v = active[i], own = parts[v];
      if (members[own] === 1) continue;
      if (first[v] > 0 && load[0][own] - first[v] < floor) continue;
      if (second[v] > 0 && load[1][own] - second[v] < floorSecond) continue;
      ties.gather(graph, parts, v);
      const internal = tie[own];
      let best = own, bestGain = 0, bestLoad = load[0][own] - first[v];
      for (let t = 0; t < ties.count; t++) {
        const p = touched[t];
        const gain = tie[p] - internal;
        if (gain < bestGain || p === own) continue;
        if (load[0][p] + first[v] > limit || load[1][p] + second[v] > limitSecond) continue;
        if (gain === bestGain && load[0][p] >= bestLoad) continue;
        best = p;
        bestGain = gain;
        bestLoad = load[0][p];
      }
      ties.clear();
      if (best === own) continue;
      moveVertex(state, v, best);
      for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) {
        const u = colIdx[e];
        if (again[u] === 0) {
          again[u] = 1;
          upcoming++;
        }
      }
    }
    active = new Uint32Array(upcoming);
    for (let v = 0, at = 0; v < n; v++) if (again[v]) active[at++] = v;
  }
}
