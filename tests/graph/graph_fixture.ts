/**
 * Graphs for tests: arbitrary small ones, the shapes that break algorithms, and planted communities.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";

/** A graph from pairs (source, target). */
export function graphOf(
  vertices: number,
  pairs: readonly (readonly [number, number])[],
  options: { symmetrise?: boolean; selfLoops?: "keep" | "drop" | "add" } = {},
): CsrMatrix {
  const source = Uint32Array.from(pairs, ([s]) => s), target = Uint32Array.from(pairs, ([, t]) => t);
  return csrFromEdges({ vertices, source, target, ...options });
}

/** Edge lists with loops and duplicates on 0 to 30 vertices. */
export const edgeLists: fc.Arbitrary<{ vertices: number; pairs: [number, number][] }> = fc.nat({ max: 30 })
  .chain(
    (vertices) =>
      fc.record({
        vertices: fc.constant(vertices),
        pairs: vertices === 0
          ? fc.constant<[number, number][]>([])
          : fc.array(fc.tuple(fc.nat({ max: vertices - 1 }), fc.nat({ max: vertices - 1 })), {
            maxLength: 120,
            size: "max",
          }),
      }),
  );

/** Directed and undirected graphs on 0 to 30 vertices, many of them disconnected. */
export const graphs: fc.Arbitrary<CsrMatrix> = fc.tuple(edgeLists, fc.boolean()).map(
  ([{ vertices, pairs }, symmetrise]) => graphOf(vertices, pairs, { symmetrise }),
);

/** Graphs whose entries have values. */
export const weightedGraphs: fc.Arbitrary<CsrMatrix> = graphs.chain((graph) =>
  fc.array(fc.float({ min: 0.125, max: 8, noNaN: true }), { minLength: nnz(graph), maxLength: nnz(graph) })
    .map((values) => ({ ...graph, values: Float32Array.from(values) }))
);

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** The shapes that break algorithms. */
export const SHAPES: Readonly<Record<string, CsrMatrix>> = {
  empty: graphOf(0, []),
  "one vertex": graphOf(1, []),
  "one loop": graphOf(1, [[0, 0]]),
  "isolated vertices": graphOf(9, []),
  disconnected: graphOf(9, [[0, 1], [3, 4], [4, 5], [7, 8]], { symmetrise: true }),
  "directed cycle": graphOf(7, range(7).map((v) => [v, (v + 1) % 7])),
  "directed star": graphOf(12, range(11).map((v) => [v + 1, 0])),
  star: graphOf(300, range(299).map((v) => [0, v + 1]), { symmetrise: true }),
  path: graphOf(300, range(299).map((v) => [v, v + 1]), { symmetrise: true }),
  clique: graphOf(40, range(40).flatMap((u) => range(40).map((v) => [u, v] as const)), { selfLoops: "drop" }),
};

/** The same rows behind `before` entries, which nothing may read: a large graph without its memory. */
export function behind(graph: CsrMatrix, before: number): CsrMatrix {
  const colIdx = new Proxy(graph.colIdx, {
    get(entries, name) {
      const place = typeof name === "string" && /^\d+$/.test(name) ? Number(name) : undefined;
      if (place === undefined) return Reflect.get(entries, name, entries);
      assert.ok(place >= before && place < before + entries.length, `entry ${place}`);
      return entries[place - before];
    },
  });
  return { ...graph, rowPtr: graph.rowPtr.map((offset) => before + offset), colIdx };
}

/** A square grid of `side * side` vertices, ids row by row. */
export function gridGraph(side: number): CsrMatrix {
  const pairs = range(side * side).flatMap((v) => [
    ...(v % side < side - 1 ? [[v, v + 1] as const] : []),
    ...(v + side < side * side ? [[v, v + side] as const] : []),
  ]);
  return graphOf(side * side, pairs, { symmetrise: true });
}

/** Communities of equal size under shuffled ids; `inside` is the share of edges that stay within one. */
export function plantedGraph(
  options: { vertices: number; community: number; edges: number; inside: number; seed: number },
): CsrMatrix {
  const { vertices, community, edges, inside, seed } = options;
  const stream = new RandomStream(seed, "planted communities");
  const id = randomPermutation(vertices, stream);
  const pairs = range(edges).map((): [number, number] => {
    const a = stream.below(vertices);
    const first = a - a % community;
    const b = stream.uniform() < inside
      ? first + stream.below(Math.min(community, vertices - first))
      : stream.below(vertices);
    return [id[a], id[b]];
  });
  return graphOf(vertices, pairs, { symmetrise: true, selfLoops: "drop" });
}

/**
 * The entries of a matrix as text, for comparisons that do not depend on its order: `row,column` to value.
 */
export function entriesOf(matrix: CsrMatrix): Map<string, number> {
  const entries = new Map<string, number>();
  for (let r = 0; r < matrix.rows; r++) {
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1]; e++) {
      entries.set(`${r},${matrix.colIdx[e]}`, matrix.values ? matrix.values[e] : 1);
    }
  }
  return entries;
}
