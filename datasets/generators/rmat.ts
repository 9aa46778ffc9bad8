/**
 * R-MAT graphs (Chakrabarti, Zhan, Faloutsos: R-MAT: A recursive model for graph mining, SDM 2004).
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { UsageError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import { PairSet } from "./pair_set.ts";

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
/** Unit of shares, which are compared with 16 random bits a level. */
const UNIT = 65_536;

function assertParameters({ vertices, edges }: RmatParameters, quadrants: readonly number[]): void {
  const sum = quadrants.reduce((total, share) => total + share, 0);
  const fits = Number.isInteger(vertices) && vertices >= 1 && vertices <= 2 ** 26 &&
    Number.isInteger(edges) && edges >= 0 && quadrants.every((share) => share >= 0) &&
    Math.abs(sum - 1) < 1e-9;
  if (fits) return;
  throw new UsageError({
    action: "draw an R-MAT graph",
    current: `${vertices} vertices, ${edges} edges, quadrants ${quadrants.join(", ")}`,
    wanted: "1 to 2^26 vertices, a whole number of edges, and four shares that add up to 1",
    next: "correct the parameters",
  });
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
  const levels = Math.ceil(Math.log2(vertices));
  const [a, b, c] = quadrants;
  const belowA = Math.round(a * UNIT),
    belowB = Math.round((a + b) * UNIT),
    belowC = Math.round((a + b + c) * UNIT);
  const stream = new RandomStream(seed, "R-MAT edges");
  const newId = shuffle ? randomPermutation(vertices, new RandomStream(seed, "R-MAT ids")) : undefined;
  const source = new Uint32Array(edges), target = new Uint32Array(edges);
  const set = new PairSet();
  set.reset(edges);
  let count = 0;
  for (let tries = MAX_TRIES * edges; count < edges && tries > 0; tries--) {
    let row = 0, col = 0, bits = 0;
    for (let level = 0; level < levels; level++) {
      bits = (level & 1) === 0 ? stream.uint32() : bits >>> 16;
      const draw = bits & (UNIT - 1);
      row = 2 * row + (draw >= belowB ? 1 : 0);
      col = 2 * col + ((draw >= belowA && draw < belowB) || draw >= belowC ? 1 : 0);
    }
    if (row === col || row >= vertices || col >= vertices) continue;
    const swap = !directed && row > col;
    if (!set.add(swap ? col : row, swap ? row : col)) continue;
    source[count] = newId ? newId[row] : row;
    target[count++] = newId ? newId[col] : col;
  }
  return csrFromEdges({ vertices, source, target, count, symmetrise: !directed });
}
