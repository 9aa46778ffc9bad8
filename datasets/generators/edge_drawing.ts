/**
 * Drawing of undirected edges without repetition, between two neighbouring runs of vertices or within one.
 *
 * @module
 */
import type { RandomStream } from "../../platform/random.ts";
import { PairSet } from "./pair_set.ts";
import { WeightedDraw } from "./weighted_draw.ts";

/** Mean number of draws for an edge before a pair of runs counts as full. */
const MAX_TRIES = 16;

/** Edges of a graph as they are drawn. Calls must name disjoint sets of pairs: each knows its own only. */
export class EdgeDrawing {
  readonly #source: Uint32Array;
  readonly #target: Uint32Array;
  readonly #stream: RandomStream;
  readonly #pairs = new PairSet();
  #count = 0;

  /** Makes room for at most `edges` edges. */
  constructor(edges: number, stream: RandomStream) {
    this.#source = new Uint32Array(edges);
    this.#target = new Uint32Array(edges);
    this.#stream = stream;
  }

  /** Edges so far: one end of each. */
  get source(): Uint32Array {
    return this.#source;
  }

  /** Edges so far: the other end of each. */
  get target(): Uint32Array {
    return this.#target;
  }

  /** Number of edges so far. */
  get count(): number {
    return this.#count;
  }

  /** Number of edges for which there is still room. */
  get free(): number {
    return this.#source.length - this.#count;
  }

  /** Draws edges within `begin..end`, ends in proportion to the weights; returns how many were found. */
  within(weights: Float64Array, begin: number, end: number, wanted: number): number {
    const size = end - begin;
    const draw = new WeightedDraw(weights, begin, end);
    return this.#draw(Math.min(wanted, size * (size - 1) / 2), [draw, begin], [draw, begin]);
  }

  /** Draws edges from `begin..middle` to `middle..end`; returns how many were found. */
  between(weights: Float64Array, [begin, middle, end]: readonly number[], wanted: number): number {
    const room = Math.min(wanted, (middle - begin) * (end - middle));
    if (room < 1) return 0;
    const left = new WeightedDraw(weights, begin, middle), right = new WeightedDraw(weights, middle, end);
    return this.#draw(room, [left, begin], [right, middle]);
  }

  #draw(
    wanted: number,
    [one, fromOne]: readonly [WeightedDraw, number],
    [other, fromOther]: readonly [WeightedDraw, number],
  ): number {
    const stream = this.#stream, pairs = this.#pairs, source = this.#source, target = this.#target;
    const share = Math.min(wanted, this.free);
    if (share < 1) return 0;
    pairs.reset(share);
    let count = this.#count;
    const full = count + share;
    for (let tries = MAX_TRIES * share; count < full && tries > 0; tries--) {
      const a = fromOne + one.pick(stream.uint32()), b = fromOther + other.pick(stream.uint32());
      if (a === b || !pairs.add(a < b ? a : b, a < b ? b : a)) continue;
      source[count] = a;
      target[count++] = b;
    }
    const found = count - this.#count;
    this.#count = count;
    return found;
  }
}
