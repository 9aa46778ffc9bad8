import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix, nnz } from "../../graph/csr.ts";
import {
  type ExecutionPath,
  executionPaths,
  growExecutionPaths,
  spreadPath,
} from "../../graph/execution_paths.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { transpose } from "../../graph/transpose.ts";
import { ReproError, UsageError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { entriesOf, graphOf, graphs, plantedGraph, SHAPES, weightedGraphs } from "./graph_fixture.ts";

/** Vertices v1 to v5 of eppgcn's Figures 2 to 4 are 0 to 4. */
const EXAMPLE = graphOf(5, [[0, 1], [1, 2], [1, 3], [1, 4], [2, 3], [3, 4]], { symmetrise: true });

/** The edges of a path as the paper writes them: `source->destination`, vertices from 1. */
function printedEdges({ targets, sources, matrix }: ExecutionPath): string[] {
  const edges: string[] = [];
  for (let r = 0; r < matrix.rows; r++) {
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1]; e++) {
      edges.push(`${sources[matrix.colIdx[e]] + 1}->${targets[r] + 1}`);
    }
  }
  return edges;
}

Deno.test("the worked example of eppgcn's Figure 3 gives the printed vertices and edges", () => {
  const paths = executionPaths(EXAMPLE, Uint32Array.of(2, 4), { layers: 2 });
  const [first, second] = paths;
  assert.deepEqual(paths.map(({ layer, hops }) => [layer, hops]), [[1, 1], [0, 2]]);
  assert.deepEqual([...first.targets].map((v) => v + 1), [2, 4]);
  assert.deepEqual(printedEdges(first), ["3->2", "5->2", "3->4", "5->4"]);
  assert.deepEqual([...second.targets].map((v) => v + 1), [1, 2, 3, 4, 5]);
  assert.deepEqual(printedEdges(second), ["2->1", "4->2", "2->3", "4->3", "2->4", "2->5", "4->5"]);
  assert.deepEqual([nnz(second.matrix), nnz(EXAMPLE)], [7, 12], "7 edges of 12");
});

/** A graph, a training set in any order, possibly with repetitions, and a depth. */
const trainings = (graph: fc.Arbitrary<CsrMatrix>) =>
  graph.chain((a) =>
    fc.record({
      graph: fc.constant(a),
      training: (a.rows === 0
        ? fc.constant<number[]>([])
        : fc.array(fc.nat({ max: a.rows - 1 }), { maxLength: a.rows, size: "max" })).map((list) =>
          Uint32Array.from(list)
        ),
      layers: fc.integer({ min: 1, max: 6 }),
    })
  );

/**
 * N^0 .. N^L by the definition: the ends of all walks of exactly k edges, against the direction of
 * aggregation.
 */
function walkEnds(graph: CsrMatrix, training: Uint32Array, layers: number): Set<number>[] {
  const ends = [new Set<number>(training)];
  for (let k = 1; k <= layers; k++) {
    const next = new Set<number>();
    for (const u of ends[k - 1]) {
      for (let e = graph.rowPtr[u]; e < graph.rowPtr[u + 1]; e++) next.add(graph.colIdx[e]);
    }
    ends.push(next);
  }
  return ends;
}

const ascending = (set: Set<number>) => [...set].sort((a, b) => a - b);

Deno.test("a path has N^k as rows, N^(k-1) as columns, and exactly the entries of A^T between them, values included", () => {
  fc.assert(fc.property(trainings(fc.oneof(graphs, weightedGraphs)), ({ graph, training, layers }) => {
    const ends = walkEnds(graph, training, layers);
    const back = transpose(graph);
    for (const option of [{}, { transpose: back }]) {
      const paths = executionPaths(graph, training, { layers, ...option });
      assert.equal(paths.length, layers);
      paths.forEach((path, i) => {
        const { targets, sources, matrix, layer, hops } = path;
        assert.deepEqual([layer, hops], [layers - 1 - i, i + 1]);
        assert.deepEqual([...targets], ascending(ends[hops]));
        assert.deepEqual([...sources], ascending(ends[hops - 1]));
        assertCsr(matrix);
        assert.deepEqual([matrix.rows, matrix.cols], [targets.length, sources.length]);
        for (let r = 0; r < matrix.rows; r++) {
          assert.ok(matrix.rowPtr[r + 1] > matrix.rowPtr[r], "no empty row");
        }
        const wanted = new Map(
          [...entriesOf(back)].filter(([place]) => ends[hops - 1].has(Number(place.split(",")[1]))),
        );
        const spread = assertCsr(spreadPath(path, graph.rows));
        assert.deepEqual(entriesOf(spread), wanted);
      });
    }
  }));
});

Deno.test("with self-loops the sets are nested and the paths grow; without, walks are exact", () => {
  fc.assert(fc.property(trainings(graphs), ({ graph, training, layers }) => {
    const paths = executionPaths(gcnNormalise(graph), training, { layers });
    for (const { targets, sources } of paths) {
      const reached = new Set(targets);
      assert.ok(sources.every((v) => reached.has(v)));
    }
    const sizes = paths.map(({ matrix }) => nnz(matrix));
    assert.deepEqual(sizes, sizes.toSorted((a, b) => a - b));
    assert.ok(sizes.every((size) => size <= nnz(graph) + graph.rows));
  }));
  // On an edge without loops, walks of one and two edges end on different sides.
  const edge = graphOf(2, [[0, 1]], { symmetrise: true });
  const ends = executionPaths(edge, Uint32Array.of(0), { layers: 3 }).map(({ targets }) => [...targets]);
  assert.deepEqual(ends, [[1], [0], [1]]);
});

Deno.test("the wide layers of a large graph are the same, filtered or scattered", () => {
  const graph = gcnNormalise(
    plantedGraph({ vertices: 2000, community: 50, edges: 9000, inside: 0.8, seed: 3 }),
  );
  const stream = new RandomStream(1, "training set");
  for (const share of [0.01, 0.1, 0.5, 0.8, 1]) {
    const training = Uint32Array.from({ length: 2000 }, (_, v) => v).filter(() => stream.uniform() < share);
    const options = { layers: 5 };
    const plain = executionPaths(graph, training, options);
    assert.deepEqual(executionPaths(graph, training, { ...options, transpose: graph }), plain);
  }
});

Deno.test("on the fly, a path is built when the backward pass comes to it", () => {
  let reads = 0;
  const counted = new Proxy(EXAMPLE.colIdx, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  const paths = growExecutionPaths({ ...EXAMPLE, colIdx: counted }, Uint32Array.of(2, 4), { layers: 2 });
  assert.equal(reads, 0);
  assert.equal(paths.next().value!.layer, 1);
  const afterFirst = reads;
  assert.ok(afterFirst > 0);
  assert.equal(paths.next().value!.layer, 0);
  assert.ok(reads > afterFirst);
  assert.equal(paths.next().done, true);
});

Deno.test("an empty training set has empty paths; one that is the whole graph has A^T at every layer", () => {
  for (const graph of Object.values(SHAPES)) {
    for (const layers of [1, 3]) {
      for (const { targets, sources, matrix } of executionPaths(graph, new Uint32Array(0), { layers })) {
        assert.deepEqual([targets.length, sources.length, matrix.rows, nnz(matrix)], [0, 0, 0, 0]);
      }
      const looped = gcnNormalise(graph), all = Uint32Array.from({ length: graph.rows }, (_, v) => v);
      const paths = executionPaths(looped, all, { layers });
      for (const { targets, matrix } of paths) {
        assert.deepEqual([targets, matrix], [all, transpose(looped)]);
        assert.equal(matrix, paths[0].matrix, "built once, shared by all layers");
      }
    }
  }
});

Deno.test("isolated training vertices lead nowhere, or to themselves where they have a loop", () => {
  const lone = graphOf(4, [[0, 1]], { symmetrise: true });
  const [path] = executionPaths(lone, Uint32Array.of(3, 2, 3), { layers: 1 });
  assert.deepEqual([[...path.targets], [...path.sources], nnz(path.matrix)], [[], [2, 3], 0]);
  for (const { targets, matrix } of executionPaths(gcnNormalise(lone), Uint32Array.of(3), { layers: 4 })) {
    assert.deepEqual([[...targets], [...matrix.colIdx], [...matrix.values!]], [[3], [0], [1]]);
  }
});

Deno.test("what does not fit is refused, in words", () => {
  const training = Uint32Array.of(0);
  for (const layers of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => executionPaths(EXAMPLE, training, { layers }), UsageError);
  }
  assert.throws(() => executionPaths(EXAMPLE, Uint32Array.of(5), { layers: 2 }), /training vertex 5/);
  const options = { layers: 2, transpose: gcnNormalise(EXAMPLE) };
  assert.throws(() => executionPaths(EXAMPLE, training, options), UsageError);
  assert.throws(() => executionPaths({ ...EXAMPLE, cols: 9 }, training, { layers: 2 }), ReproError);
});

/** Dense float64 matrices, row-major. */
type Dense = { readonly rows: number; readonly cols: number; readonly data: Float64Array };

const dense = (rows: number, cols: number, next: () => number): Dense => ({
  rows,
  cols,
  data: Float64Array.from({ length: rows * cols }, next),
});

/** X W^T, entry by entry multiplied by `mask`. */
function timesTransposed(x: Dense, w: Dense, mask: Dense): Dense {
  const product = dense(x.rows, w.rows, () => 0);
  for (let r = 0; r < x.rows; r++) {
    for (let c = 0; c < w.rows; c++) {
      let sum = 0;
      for (let k = 0; k < x.cols; k++) sum += x.data[r * x.cols + k] * w.data[c * w.cols + k];
      product.data[r * w.rows + c] = sum * mask.data[r * w.rows + c];
    }
  }
  return product;
}

/** A X in float64. */
function aggregate(a: CsrMatrix, x: Dense): Dense {
  const sums = dense(a.rows, x.cols, () => 0);
  for (let r = 0; r < a.rows; r++) {
    for (let e = a.rowPtr[r]; e < a.rowPtr[r + 1]; e++) {
      for (let c = 0; c < x.cols; c++) {
        sums.data[r * x.cols + c] += (a.values ? a.values[e] : 1) * x.data[a.colIdx[e] * x.cols + c];
      }
    }
  }
  return sums;
}

const gather = (x: Dense, rows: Uint32Array): Dense => ({
  rows: rows.length,
  cols: x.cols,
  data: Float64Array.from(
    { length: rows.length * x.cols },
    (_, i) => x.data[rows[Math.floor(i / x.cols)] * x.cols + i % x.cols],
  ),
});

Deno.test("Theorem 1: rows outside N^k are exactly zero at layer L - k, and the paths give the same gradients", () => {
  const width = 3;
  let inactive = 0, compared = 0;
  fc.assert(
    fc.property(trainings(weightedGraphs), fc.boolean(), fc.nat(), (drawn, loops, seed) => {
      const { training, layers } = drawn;
      const graph = loops ? gcnNormalise(drawn.graph) : drawn.graph;
      const stream = new RandomStream(seed, "gradients"), normal = () => stream.normal();
      const back = transpose(graph);
      const ends = walkEnds(graph, training, layers);
      // The loss touches the training set only (Property 1).
      let full = dense(graph.rows, width, normal);
      for (let v = 0; v < graph.rows; v++) {
        if (!ends[0].has(v)) full.data.fill(0, v * width, (v + 1) * width);
      }
      const paths = executionPaths(graph, training, { layers });
      let compact = paths.length > 0 ? gather(full, paths[0].sources) : full;
      for (const { hops, targets, sources, matrix } of paths) {
        // The activation's derivative is anything, row by row; the weights are anything.
        const slope = dense(graph.rows, width, normal), weights = dense(width, width, normal);
        full = aggregate(back, timesTransposed(full, weights, slope));
        compact = aggregate(matrix, timesTransposed(compact, weights, gather(slope, sources)));
        for (let v = 0; v < graph.rows; v++) {
          if (ends[hops].has(v)) continue;
          inactive++;
          for (let c = 0; c < width; c++) assert.equal(Math.abs(full.data[v * width + c]), 0);
        }
        const scale = full.data.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-300);
        const active = gather(full, targets);
        active.data.forEach((value, i) => assert.ok(Math.abs(value - compact.data[i]) <= 1e-12 * scale));
        compared += targets.length;
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(inactive > 1000 && compared > 1000, `${inactive} zero rows, ${compared} others`);
});
