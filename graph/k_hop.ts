/**
 * Growth of neighbourhoods: the number of vertices that k layers of aggregation read for one vertex.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { sumOf } from "../platform/lists/sum_of.ts";
import { RandomStream } from "../platform/random.ts";
import type { CsrMatrix } from "./csr.ts";
import { assertSquare } from "./square.ts";

/** Options of {@linkcode kHopGrowth}. */
export interface KHopOptions {
  /** Number of hops; 3 by default. */
  readonly hops?: number;
  /** Number of start vertices, drawn without repetition; 64 by default, all where there are fewer. */
  readonly sample?: number;
  /** Seed of the draw; 1 by default. */
  readonly seed?: number;
}

/** Sizes of k-hop neighbourhoods. */
export interface KHopGrowth {
  /** Start vertices, in the order in which they were drawn. */
  readonly starts: Uint32Array;
  /** `sizes[k - 1][i]`: vertices within k hops of `starts[i]`, that vertex included. */
  readonly sizes: readonly Uint32Array[];
  /** Mean of each array of `sizes`; 0 where there is no vertex. */
  readonly mean: readonly number[];
}

/** Number of start vertices in one word of flags. */
const LANES = 32;

/** Draws `count` different vertices: the head of a Fisher-Yates shuffle that stores only the moved places. */
function drawVertices(vertices: number, count: number, stream: RandomStream): Uint32Array {
  const moved = new Map<number, number>();
  return Uint32Array.from({ length: count }, (_, i) => {
    const j = i + stream.below(vertices - i);
    const drawn = moved.get(j) ?? j;
    moved.set(j, moved.get(i) ?? i);
    return drawn;
  });
}

/**
 * Counts the vertices from which messages reach a vertex within k hops, for k from 1 and a seeded sample of
 * start vertices. 32 searches run at once, one bit of a word each (Then et al., "The more the merrier:
 * efficient multi-source graph traversal", PVLDB 8(4), 2014), so that a hop passes over the graph at most
 * once for all of them.
 *
 * @throws {UsageError} if `hops` or `sample` is not an integer from 1.
 * @throws {ReproError} if the matrix is not square.
 *
 * @example
 * ```ts
 * import { csrFromEdges, kHopGrowth } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 1, 2), target = Uint32Array.of(1, 2, 3);
 * const chain = csrFromEdges({ vertices: 4, source, target });
 * if (kHopGrowth(chain, { hops: 2 }).mean.join() !== "1.75,2.25") {
 *   throw new Error("1 + 2 + 2 + 2 over 4, ...");
 * }
 * ```
 */
export function kHopGrowth(matrix: CsrMatrix, options: KHopOptions = {}): KHopGrowth {
  assertSquare(matrix, "measure the growth of neighbourhoods");
  const { hops = 3, sample = 64, seed = 1 } = options;
  for (const [name, value] of [["hops", hops], ["start vertices", sample]] as const) {
    if (Number.isInteger(value) && value >= 1) continue;
    throw new UsageError({
      action: "measure the growth of neighbourhoods",
      current: `${value} ${name}`,
      wanted: "a whole number from 1",
      next: `pass a number of ${name}`,
    });
  }
  const { rows, rowPtr, colIdx } = matrix;
  const starts = drawVertices(rows, Math.min(sample, rows), new RandomStream(seed, "k-hop starts"));
  const sizes = Array.from({ length: hops }, () => new Uint32Array(starts.length));
  const seen = new Uint32Array(rows), frontier = new Uint32Array(rows), next = new Uint32Array(rows);
  for (let first = 0; first < starts.length; first += LANES) {
    const lanes = Math.min(LANES, starts.length - first);
    seen.fill(0);
    frontier.fill(0);
    for (let lane = 0; lane < lanes; lane++) {
      seen[starts[first + lane]] = frontier[starts[first + lane]] = 1 << lane;
    }
    const reached = new Uint32Array(lanes).fill(1);
    for (let k = 0; k < hops; k++) {
      for (let v = 0; v < rows; v++) {
        const flags = frontier[v];
        if (flags === 0) continue;
        frontier[v] = 0;
        for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) next[colIdx[e]] |= flags;
      }
      for (let v = 0; v < rows; v++) {
        let fresh = next[v] & ~seen[v];
        next[v] = 0;
        frontier[v] = fresh;
        seen[v] |= fresh;
        for (; fresh !== 0; fresh &= fresh - 1) reached[31 - Math.clz32(fresh & -fresh)]++;
      }
      sizes[k].set(reached, first);
    }
  }
  const mean = sizes.map((size) => starts.length === 0 ? 0 : sumOf(size) / starts.length);
  return { starts, sizes, mean };
}
