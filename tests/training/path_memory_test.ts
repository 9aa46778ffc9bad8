/**
 * Tests of the memory of paths, from shapes and from the paths themselves.
 *
 * @module
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import { executionPaths } from "../../graph/execution_paths.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { partiallyActive } from "../../training/partially_active.ts";
import { pathShapeBytes } from "../../training/path_memory.ts";
import { programLedger } from "../../training/program/memory_ledger.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import { plantedGraph, weightedGraphs } from "../graph/graph_fixture.ts";
import { activeCases, bothWays } from "./active_training.ts";

Deno.test("bytes of a path's shape are those of its arrays, with and without values", () => {
  fc.assert(fc.property(weightedGraphs, fc.integer({ min: 1, max: 4 }), (graph, layers) => {
    if (graph.rows === 0) return;
    const { values: _, ...unweighted } = graph;
    for (const [matrix, weighted] of [[graph, true], [unweighted, false]] as const) {
      const training = Uint32Array.of(graph.rows - 1);
      const paths = executionPaths(matrix, training, { layers });
      const { paths: shapes } = partiallyActive(training, paths);
      shapes.forEach((shape, i) => {
        const { targets, matrix: { rowPtr, colIdx, values } } = paths[i];
        const arrays = [targets, rowPtr, colIdx, ...(values ? [values] : [])];
        const bytes = sumOf(arrays, ({ byteLength }) => byteLength);
        assert.equal(pathShapeBytes(shape, { weighted }), bytes);
      });
    }
  }));
});

Deno.test("entries beyond 32 bits take 8 bytes an index", () => {
  const few = pathShapeBytes({ targets: 10, entries: 2 ** 31 }, { weighted: false });
  const many = pathShapeBytes({ targets: 10, entries: 2 ** 31 + 1 }, { weighted: false });
  assert.deepEqual([few, many], [4 * (2 ** 31 + 21), 8 * (2 ** 31 + 22)]);
});

Deno.test("the ledger of a program with full gradients is at least all-active training's and the used paths", () => {
  fc.assert(
    fc.property(activeCases, ({ data, layers, options }) => {
      const { all, part } = bothWays(data, layers, { ...options, gradients: "full" });
      const used = part.task.program.sparse.filter(({ label }) => label.startsWith("execution path"));
      const bytes = used.reduce((sum, { rows, nnz, weighted }) => {
        return sum + pathShapeBytes({ targets: rows, entries: nnz }, { weighted }) - 4 * rows;
      }, 0);
      const [plain, active] = [all, part].map(({ task }) => programLedger(task.program));
      assert.ok(active.residentBytes >= plain.residentBytes + bytes);
    }),
    { numRuns: 50 },
  );
});

Deno.test("overhead grows with layers and training ratio, and compact gradients give some of it back", () => {
  const vertices = 4000, features = { kind: "dense", width: 64 } as const;
  const graph = plantedGraph({ vertices, community: 40, edges: 12_000, inside: 0.8, seed: 1 });
  const overheads = [2, 3, 4].map((layers) =>
    [0.01, 0.1, 0.5].map((ratio) => {
      const training = Uint32Array.from({ length: ratio * vertices }, (_, i) => Math.floor(i / ratio));
      const active = partiallyActive(training, executionPaths(graph, training, { layers }));
      const shape = {
        graph: { vertices, entries: graph.colIdx.length, weighted: false },
        features,
        classes: 8,
      };
      const options = { layers: gcn({ classes: 8, hidden: 64, layers }), optimizer: adam({}), seed: 1 };
      const { program } = vertexClassification(shape, options);
      const pathBytes = sumOf(active.paths, (path) => pathShapeBytes(path, { weighted: false }));
      const allActiveBytes = programLedger(program).peak.bytes;
      if (ratio === 0.01) {
        const compact = vertexClassification(shape, { ...options, active }).program;
        const own = programLedger(compact).peak.bytes;
        assert.ok(own < allActiveBytes + pathBytes, `${layers} layers: ${own} bytes`);
      }
      return pathBytes / allActiveBytes;
    })
  );
  for (const row of overheads) assert.ok(row[0] < row[1] && row[1] < row[2], row.join());
  for (let ratio = 0; ratio < 3; ratio++) {
    assert.ok(overheads[0][ratio] < overheads[1][ratio] && overheads[1][ratio] < overheads[2][ratio]);
  }
  assert.ok(overheads.flat().every((overhead) => overhead > 0.001 && overhead < 0.3), overheads.join());
});
