/**
 * R-MAT graphs (Chakrabarti, Zhan, Faloutsos: R-MAT: A recursive model for graph mining, SDM 2004).
 *
 * @module
 */
import { type CsrMatrix, hasEntry, nnz } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { disjointUnion } from "../../graph/union.ts";
import { UsageError } from "../../platform/errors.ts";
import { indices } from "../../platform/indices.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import { PairSet } from "./pair_set.ts";
import { plural } from "../../platform/text/plural.ts";

/** Parameters of an R-MAT graph. */
export interface RmatParameters {
  /** Number of vertices, 1 to 2^26; where it is not a power of two, draws beyond it are repeated. */
  readonly vertices: number;
  /** Number of edges without self-loops and duplicates; undirected ones are counted once. */
  readonly edges: number;
  /** Whether edges have a direction; `false` by default: then both directions are stored. */
  readonly directed?: boolean;
  /** Shares of the four quadrants of the adjacency; by default Graph500's 0.57, 0.19, 0.19, 0.05. */
  readonly quadrants?: readonly [a: number, b: number, c: number, d: number];
  /** Whether ids are shuffled, as Graph500 asks; `true` by default. Otherwise degrees fall along the ids. */
  readonly shuffle?: boolean;
}

/** Graph500's probabilities. */
const GRAPH500 = [0.57, 0.19, 0.19, 0.05] as const;
/** Mean number of draws for an edge before the graph counts as full. */
const MAX_TRIES = 32;
/** Draws for which random bits are made at once. */
const DRAWS_AT_ONCE = 1024;
/** Unit of shares, which are compared with 16 random bits a level. */
const UNIT = 65_536;

function assertParameters({ vertices, edges }: RmatParameters, quadrants: readonly number[]): void {
  const sum = sumOf(quadrants);
  const fits = Number.isInteger(vertices) && vertices >= 1 && vertices <= 2 ** 26 &&
    Number.isInteger(edges) && edges >= 0 && quadrants.every((share) => share >= 0) &&
    Math.abs(sum - 1) < 1e-9;
  if (fits) return;
  throw new UsageError({
    action: "draw an R-MAT graph",
    current: `${plural(vertices, "vertex", "vertices")}, ${plural(edges, "edge")}, quadrants ${
      quadrants.join(", ")
    }`,
    wanted: "1 to 2^26 vertices, a whole number of edges, and four shares that add up to 1",
    next: "correct the parameters",
  });
}

/** Draws of edges, in the order of their stream. */
class Draws {
  /** Row of the last edge drawn. */
  row = 0;
  /** Column of the last edge drawn. */
  col = 0;
  readonly #vertices: number;
  readonly #levels: number;
  /** Shares of the first one, two and three quadrants, less one. */
  readonly #below: readonly [a: number, ab: number, abc: number];
  readonly #stream: RandomStream;
  /** Words of some draws to come: one for every two levels. */
  readonly #words: Uint32Array;
  #next: number;
  #left: number;

  constructor(
    { vertices, edges }: RmatParameters,
    [a, b, c]: readonly [number, number, number, number],
    seed: number,
  ) {
    const share = (quadrants: number) => Math.round(quadrants * UNIT) - 1;
    this.#vertices = vertices;
    this.#levels = Math.ceil(Math.log2(vertices));
    this.#below = [share(a), share(a + b), share(a + b + c)];
    this.#stream = new RandomStream(seed, "R-MAT edges");
    this.#words = new Uint32Array(Math.ceil(this.#levels / 2) * DRAWS_AT_ONCE);
    this.#next = this.#words.length;
    this.#left = MAX_TRIES * edges;
  }

  /** Draws the next edge that is no loop and lies within the vertices; false where tries have run out. */
  next(): boolean {
    const [a, ab, abc] = this.#below, levels = this.#levels, vertices = this.#vertices, words = this.#words;
    while (this.#left-- > 0) {
      if (this.#next === words.length) {
        this.#stream.fill(words);
        this.#next = 0;
      }
      let row = 0, col = 0, bits = 0;
      for (let level = 0; level < levels; level++) {
        bits = (level & 1) === 0 ? words[this.#next++] : bits >>> 16;
        const draw = bits & (UNIT - 1), lower = (ab - draw) >>> 31;
        row = row << 1 | lower;
        // In the second quadrant or the fourth: a - draw and abc - draw have the signs of being beyond them.
        col = col << 1 | ((a - draw) >>> 31) - lower + ((abc - draw) >>> 31);
      }
      if (row === col || row >= vertices || col >= vertices) continue;
      this.row = row;
      this.col = col;
      return true;
    }
    return false;
  }
}

/**
 * Draws an R-MAT graph: each edge falls into a quadrant of the adjacency, a quadrant of that, and so on. The
 * same parameters and seed give the same graph everywhere. Where the model finds no further edge (32 draws an
 * edge on average) the graph has fewer edges than wanted.
 *
 * @throws {UsageError} if a parameter is out of range.
 *
 * @example
 * ```ts
 * import { nnz } from "gnn-repro";
 * import { rmat } from "./rmat.ts";
 * const graph = rmat({ vertices: 1024, edges: 4096 }, 1);
 * if (nnz(graph) !== 8192) throw new Error("both directions of 4,096 edges");
 * ```
 */
export function rmat(parameters: RmatParameters, seed: number): CsrMatrix {
  const { vertices, edges, directed = false, quadrants = GRAPH500, shuffle = true } = parameters;
  assertParameters(parameters, quadrants);
  const draws = new Draws(parameters, quadrants, seed);
  const ids = shuffle ? randomPermutation(vertices, new RandomStream(seed, "R-MAT ids")) : indices(vertices);
  const first = firstDraws(draws, { vertices, edges, directed, ids });
  const missing = edges - nnz(first) / (directed ? 1 : 2);
  return missing === 0 ? first : disjointUnion(first, furtherDraws(draws, { first, missing, directed, ids }));
}

/** Graph of as many draws as edges are wanted. Some are drawn twice, so that it may lack a few. */
function firstDraws(
  draws: Draws,
  { vertices, edges, directed, ids }: {
    readonly vertices: number;
    readonly edges: number;
    readonly directed: boolean;
    readonly ids: Uint32Array;
  },
): CsrMatrix {
  const source = new Uint32Array(edges), target = new Uint32Array(edges);
  let count = 0;
  for (; count < edges && draws.next(); count++) {
    source[count] = ids[draws.row];
    target[count] = ids[draws.col];
  }
  return csrFromEdges({ vertices, source, target, count, symmetrise: !directed });
}

/** Graph of the missing edges: further draws until they are found that the first ones do not have. */
function furtherDraws(
  draws: Draws,
  { first, missing, directed, ids }: {
    readonly first: CsrMatrix;
    readonly missing: number;
    readonly directed: boolean;
    readonly ids: Uint32Array;
  },
): CsrMatrix {
  const source = new Uint32Array(missing), target = new Uint32Array(missing), set = new PairSet();
  set.reset(missing);
  let count = 0;
  while (count < missing && draws.next()) {
    const s = ids[draws.row], t = ids[draws.col], swap = !directed && s > t;
    if (hasEntry(first, t, s) || !set.add(swap ? t : s, swap ? s : t)) continue;
    source[count] = s;
    target[count++] = t;
  }
  return csrFromEdges({ vertices: first.rows, source, target, count, symmetrise: !directed });
}
