/**
 * Drawing of nested communities' edges: from the innermost groups outwards, so that what a part has no room
 * for is drawn in the next larger one.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import { EdgeDrawing } from "./edge_drawing.ts";

/** Greatest number of vertices in the innermost groups. */
const GROUP = 8;
/** Greatest share of a part's vertices that one vertex is joined to. */
const MAX_FILL = 0.9;
/** Least weight of a vertex, since the alias method needs positive weights. */
const MIN_WEIGHT = 1e-9;

/** Draws the edges of one graph: from the innermost groups of each community outwards. */
export class NestedDrawing {
  /** Edges so far. */
  readonly edges: EdgeDrawing;
  readonly #rounding: RandomStream;
  /** Ends that each vertex has still to place: within its community, and beyond it. */
  readonly #inner: Float64Array;
  readonly #outer: Float64Array;
  readonly #weights: Float64Array;

  /** Starts with vertices of the expected degrees, a share `mixing` of which leaves the community. */
  constructor(expected: Float64Array, { edges, mixing, seed }: {
    readonly edges: number;
    readonly mixing: number;
    readonly seed: number;
  }) {
    this.edges = new EdgeDrawing(edges, new RandomStream(seed, "stand-in edges"));
    this.#rounding = new RandomStream(seed, "rounding of edge counts");
    this.#inner = expected.map((degree) => (1 - mixing) * degree);
    this.#outer = expected.map((degree) => mixing * degree);
    this.#weights = new Float64Array(expected.length);
  }

  /** Takes a share of the ends left to a run of vertices, at most `room` each; returns their number. */
  #take(
    ends: Float64Array,
    { begin, end }: { readonly begin: number; readonly end: number },
    { share, room }: { readonly share: number; readonly room: number },
  ): number {
    let sum = 0;
    for (let v = begin; v < end; v++) {
      const taken = Math.max(MIN_WEIGHT, Math.min(ends[v] * share, MAX_FILL * room));
      this.#weights[v] = taken;
      ends[v] -= taken;
      sum += taken;
    }
    return sum;
  }

  /** A number of edges as a whole number that has it as its mean. */
  #whole(wanted: number): number {
    return Math.max(0, Math.floor(wanted + this.#rounding.uniform()));
  }

  /**
   * Joins the two halves of a part; returns the number of edges that found no place, fractions included. The
   * last join, of the two halves of the graph, takes all that is left.
   */
  #join(ends: Float64Array, run: readonly [number, number, number], share: number, owed: number): number {
    const [begin, middle, end] = run;
    const left = this.#take(ends, { begin, end: middle }, { share, room: end - middle });
    const right = this.#take(ends, { begin: middle, end }, { share, room: middle - begin });
    const last = end - begin === this.#weights.length;
    const wanted = last ? this.edges.free : (left + right) / 2 + owed;
    return wanted - this.edges.between(this.#weights, run, this.#whole(wanted));
  }

  /** Draws the edges within a community; returns the number of edges that found no place in it. */
  community(begin: number, end: number, locality: number): number {
    const size = end - begin;
    let height = 0;
    while (size > GROUP * 2 ** height) height++;
    const group = size / 2 ** height;
    // Parts of one height together hold `ends[h]` of a vertex's ends, up to a factor.
    const ends = Array.from(
      { length: height + 1 },
      (_, h) => h === 0 ? Math.max(0, group - 1) : group * 2 ** (h - 1 - locality * h),
    );
    const shares = ends.map((own, h) => own / Math.max(MIN_WEIGHT, sumOf(ends.slice(h))));
    const part = (from: number, to: number, h: number): number => {
      if (h === 0) {
        const taken = this.#take(this.#inner, { begin: from, end: to }, {
          share: shares[0],
          room: to - from - 1,
        });
        const wanted = taken / 2;
        return wanted - this.edges.within(this.#weights, from, to, this.#whole(wanted));
      }
      const middle = (from + to) >>> 1;
      const owed = part(from, middle, h - 1) + part(middle, to, h - 1);
      return this.#join(this.#inner, [from, middle, to], shares[h], owed);
    };
    const owed = part(begin, end, height);
    for (let v = begin; v < end; v++) this.#outer[v] += this.#inner[v];
    return owed;
  }

  /**
   * Draws the edges between communities, which pair up to groups of communities, these again, and so on; each
   * vertex has as many ends at every height. `owed[c]` edges come from community c on top.
   */
  between(starts: Uint32Array, owed: Float64Array): void {
    const height = (communities: number) => Math.ceil(Math.log2(communities));
    const top = height(owed.length);
    const part = (from: number, to: number): number => {
      if (to - from === 1) return owed[from];
      const middle = (from + to) >>> 1;
      const left = part(from, middle), right = part(middle, to);
      const run = [starts[from], starts[middle], starts[to]] as const;
      return this.#join(this.#outer, run, 1 / (top - height(to - from) + 1), left + right);
    };
    part(0, owed.length);
  }
}
