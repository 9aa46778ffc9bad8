/** The examples that the paper works out in Figures 2, 6 and 8. @module */
import assert from "node:assert/strict";
import { findIdMap, runIdMap } from "../../../experiments/fastgl/sampling/id_map_trial.ts";
import { greedyReorder, matchDegrees, traffic } from "../../../graph/sampling/match.ts";
import { sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { readMatrix } from "../../../hardware/dense.ts";
import { openFeatureLoader } from "../../../training/feature_loading/mod.ts";
import { graphOf } from "../../graph/graph_fixture.ts";
import { testOnBoth } from "../../kernels/every_backend.ts";

/** Subgraphs in which 2 shares {0, 3, 4} with 1 and lacks {10, 12}, and 3 shares more with 1 than 2 does. */
const SUBGRAPHS = [[0, 1, 3, 4, 7], [0, 3, 4, 10, 12], [0, 1, 3, 4, 10]].map((list) =>
  Uint32Array.from(list)
);
const VERTICES = 13;

Deno.test("Figure 2: two layers from vertex 0 with two neighbours each, local ids from 0", async () => {
  // Every vertex has at least two neighbours, most have more.
  const pairs = Array.from(
    { length: 9 },
    (_, v) => [1, 2, 4].map((step): [number, number] => [v, (v + step) % 9]),
  );
  const graph = graphOf(9, pairs.flat());
  const { seeds, blocks } = await sampleBatch(uniformNeighbors(graph, { fanouts: [2, 2], seed: 1 }), {
    seeds: Uint32Array.of(0),
    batch: 0,
  });
  assert.deepEqual([...seeds], [0]);
  const [input, output] = blocks;
  assert.deepEqual([output.matrix.rows, output.matrix.colIdx.length], [1, 2]);
  assert.deepEqual([input.matrix.rows, input.matrix.colIdx.length], [3, 6]);
  for (const { matrix, sources } of blocks) {
    assert.equal(sources[0], 0, "the training vertex has local id 0");
    assert.equal(new Set(sources).size, matrix.cols);
    const used = new Set([...matrix.colIdx, ...Array.from({ length: matrix.rows }, (_, row) => row)]);
    assert.deepEqual([...used].sort((a, b) => a - b), Array.from({ length: matrix.cols }, (_, id) => id));
  }
});

testOnBoth(
  "Figure 6a: after subgraph 1 only vertices 10 and 12 are copied; 0, 3 and 4 are reused",
  async (device) => {
    const values = Float32Array.from({ length: 2 * VERTICES }, (_, i) => i % 2 === 0 ? i / 2 : -1);
    const loader = await openFeatureLoader(device, { rows: VERTICES, width: 2, values }, {
      loading: { match: true },
      maxRows: 5,
    });
    try {
      const first = await loader.load(SUBGRAPHS[0]);
      assert.deepEqual([first.counts.loaded, first.counts.reused], [5, 0]);
      const { matrix, counts } = await loader.load(SUBGRAPHS[1]);
      assert.deepEqual([counts.loaded, counts.reused, counts.bytes], [2, 3, 2 * 2 * 4]);
      const rows = await readMatrix(device, matrix);
      assert.deepEqual([...rows].filter((_, i) => i % 2 === 0), [0, 3, 4, 10, 12]);
    } finally {
      loader.close();
    }
  },
);

Deno.test("Figure 6b: m13 > m12, so that the order is 1, 3, 2, with less traffic", () => {
  const degrees = matchDegrees(SUBGRAPHS, VERTICES);
  assert.ok(degrees[0][2] > degrees[0][1]);
  const order = greedyReorder(degrees);
  assert.deepEqual(order.map((batch) => batch + 1), [1, 3, 2]);
  assert.equal(traffic([0, 1, 2], SUBGRAPHS), 5 + 2 + 1);
  assert.equal(traffic(order, SUBGRAPHS), 5 + 1 + 1);
});

testOnBoth("Figure 8: vertex 3 is numbered 0 by whoever is first, and stays 0", async (device) => {
  for (const map of ["fused-map", "fused-map-grouped"]) {
    const kernel = findIdMap(device, map);
    const { result } = await runIdMap(device, kernel, {
      problem: { ids: Uint32Array.of(3, 3, 3) },
      parameters: { slots: 5 },
    });
    assert.deepEqual([[...result.local], [...result.unique]], [[0, 0, 0], [3]]);
  }
});
