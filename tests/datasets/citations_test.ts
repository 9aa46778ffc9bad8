/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteringCoefficient } from "../../datasets/clustering_coefficient.ts";
import { type CitationParameters, drawCitations } from "../../datasets/generators/citations.ts";
import { assertCsr, type CsrMatrix, nnz } from "../../graph/csr.ts";
import { degrees } from "../../graph/degrees.ts";
import { isSymmetric } from "../../graph/symmetry.ts";
import { shares } from "../shares.ts";

const PARAMETERS: CitationParameters = {
  vertices: 4000,
  citations: 40_000,
  directed: true,
  fields: 8,
  fieldSizes: { exponent: 2, spread: 5 },
  references: { exponent: 3, spread: 20 },
  mixing: 0.2,
  searched: 0.5,
  ids: "shuffled",
};

const law = fc.record({
  exponent: fc.double({ min: 1.5, max: 4, noNaN: true }),
  spread: fc.integer({ min: 1, max: 90 }),
});

/** Share of the entries that join two communities. */
function between({ rowPtr, colIdx, rows }: CsrMatrix, community: Uint32Array): number {
  let count = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (community[v] !== community[colIdx[e]]) count++;
  }
  return count / rowPtr[rows];
}

Deno.test("graphs are simple, of the size asked for, and acyclic before directions are dropped", () => {
  fc.assert(
    fc.property(
      fc.record({
        vertices: fc.integer({ min: 2, max: 90 }),
        citations: fc.nat(1500),
        directed: fc.boolean(),
        fields: fc.integer({ min: 1, max: 60 }),
        fieldSizes: law,
        references: law,
        mixing: shares,
        searched: shares,
        ids: fc.constantFrom("shuffled" as const, "drift" as const),
      }),
      fc.nat(),
      (parameters, seed) => {
        const { graph, community, droppedEdges } = drawCitations(parameters, seed);
        assertCsr(graph);
        const both = parameters.directed ? 1 : 2;
        assert.equal(nnz(graph) + droppedEdges, both * parameters.citations);
        assert.deepEqual([graph.rows, community.length], [parameters.vertices, parameters.vertices]);
        if (!parameters.directed) assert.ok(isSymmetric(graph));
        const entries = new Set<string>();
        for (let v = 0; v < graph.rows; v++) {
          for (const u of graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1])) {
            assert.notEqual(u, v);
            entries.add(`${v},${u}`);
            if (parameters.directed) assert.ok(!entries.has(`${u},${v}`), "two papers cite each other");
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("the seed decides the graph", () => {
  const columns = (seed: number) => drawCitations(PARAMETERS, seed).graph.colIdx;
  assert.deepEqual(columns(1), columns(1));
  assert.notDeepEqual(columns(1), columns(2));
});

Deno.test("searched references make hubs and triangles; mixing leaves the field", () => {
  const drawn = drawCitations(PARAMETERS, 1);
  const met = drawCitations({ ...PARAMETERS, searched: 0 }, 1);
  assert.equal(drawn.droppedEdges, 0);
  const most = ({ graph }: { graph: CsrMatrix }) => Math.max(...degrees(graph));
  assert.ok(most(drawn) > 1.5 * most(met), `${most(drawn)} and ${most(met)}`);
  const triangles = clusteringCoefficient(drawn.graph), fewer = clusteringCoefficient(met.graph);
  assert.ok(triangles > 1.5 * fewer, `${triangles} and ${fewer}`);

  assert.equal(new Set(drawn.community).size, 8);
  const alone = drawCitations({ ...PARAMETERS, mixing: 0, searched: 0 }, 1);
  const mixed = drawCitations({ ...PARAMETERS, mixing: 1, searched: 0 }, 1);
  assert.ok(between(alone.graph, alone.community) < 0.01);
  assert.ok(between(met.graph, met.community) < 0.2);
  assert.ok(between(mixed.graph, mixed.community) > 0.7);
});

Deno.test("with a drift the first half of the ids has most of the entries", () => {
  const half = ({ graph }: { graph: CsrMatrix }) => graph.rowPtr[graph.rows / 2] / nnz(graph);
  const undirected = { ...PARAMETERS, directed: false };
  assert.ok(Math.abs(half(drawCitations(undirected, 1)) - 0.5) < 0.05);
  assert.ok(half(drawCitations({ ...undirected, ids: "drift" }, 1)) > 0.6);
});
