import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { ReproError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { edgeLists, entriesOf, graphOf } from "./graph_fixture.ts";

/** The same matrix by a map from row to a set of columns. */
function naive(
  { vertices, pairs }: { vertices: number; pairs: [number, number][] },
  { symmetrise, selfLoops }: { symmetrise: boolean; selfLoops: "keep" | "drop" | "add" },
): number[][] {
  const rows = new Map<number, Set<number>>();
  for (let v = 0; v < vertices; v++) rows.set(v, new Set(selfLoops === "add" ? [v] : []));
  for (const [s, t] of pairs) {
    if (s === t && selfLoops === "drop") continue;
    rows.get(t)!.add(s);
    if (symmetrise) rows.get(s)!.add(t);
  }
  return [...rows.values()].map((columns) => [...columns].sort((a, b) => a - b));
}

Deno.test("csrFromEdges equals a naive map of sets under every option and keeps the CSR invariants", () => {
  const selfLoops = fc.constantFrom("keep" as const, "drop" as const, "add" as const);
  fc.assert(
    fc.property(edgeLists, fc.record({ symmetrise: fc.boolean(), selfLoops }), (list, options) => {
      const graph = assertCsr(graphOf(list.vertices, list.pairs, options));
      const rows = Array.from(
        { length: graph.rows },
        (_, v) => [...graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1])],
      );
      assert.deepEqual(rows, naive(list, options));
    }),
    { numRuns: 300 },
  );
});

Deno.test("long rows are sorted too, whatever the order of their edges", () => {
  const vertices = 150, stream = new RandomStream(1, "long rows");
  const pairs = Array.from(
    { length: 2000 },
    (): [number, number] => [stream.below(vertices), stream.below(9)],
  );
  const { rowPtr, colIdx } = assertCsr(graphOf(vertices, pairs));
  const rows = Array.from({ length: vertices }, (_, v) => [...colIdx.subarray(rowPtr[v], rowPtr[v + 1])]);
  assert.deepEqual(rows, naive({ vertices, pairs }, { symmetrise: false, selfLoops: "keep" }));
});

Deno.test("csrFromEdges reads only the first `count` edges of longer arrays", () => {
  const graph = csrFromEdges({
    vertices: 3,
    source: Uint32Array.of(0, 1, 9, 9),
    target: Uint32Array.of(2, 2, 9),
    count: 2,
  });
  assert.deepEqual([...entriesOf(graph).keys()], ["2,0", "2,1"]);
});

Deno.test("csrFromEdges refuses ids out of range and arrays that do not fit, by a typed error", () => {
  const one = Uint32Array.of(1);
  const refused = [
    { vertices: 1, source: one, target: Uint32Array.of(0) },
    { vertices: 1, source: Uint32Array.of(0), target: one },
    { vertices: -1, source: one, target: one },
    { vertices: 1.5, source: one, target: one },
    { vertices: 2, source: one, target: Uint32Array.of(0, 1) },
    { vertices: 2, source: one, target: one, count: 2 },
    { vertices: 2, source: one, target: one, count: -1 },
  ];
  for (const edges of refused) assert.throws(() => csrFromEdges(edges), ReproError);
  assert.throws(() => csrFromEdges(refused[0]), /edge 0 from 1 to 0.*ids below 1/);
});
