import assert from "node:assert/strict";
import { disjointCopies, seedsOfCopies } from "../../../../experiments/fastgl/aggregation/disjoint_copies.ts";
import { csrFromEdges } from "../../../../graph/edges.ts";
import { type NeighborDraw, sampleBatch, uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { RandomStream } from "../../../../platform/random.ts";

const VERTICES = 50, COPIES = 3;

function drawOf(): NeighborDraw {
  const stream = new RandomStream(1, "edges of a test");
  const end = () => Uint32Array.from({ length: 600 }, () => stream.below(VERTICES));
  const graph = csrFromEdges({ vertices: VERTICES, source: end(), target: end(), symmetrise: true });
  return uniformNeighbors(graph, { fanouts: [3, 4], seed: 1 });
}

Deno.test("each copy draws what it would draw by itself, in the order of the destinations, and never leaves itself", () => {
  const draw = drawOf(), copies = disjointCopies(draw, COPIES);
  assert.equal(copies.vertices, COPIES * VERTICES);
  const destinations = Uint32Array.of(7, 107, 52, 8, 149, 50, 100);
  const { rowPtr, neighbors } = copies.draw(destinations, { batch: 2, layer: 1 });
  for (let copy = 0; copy < COPIES; copy++) {
    const rows = [...destinations.keys()].filter((row) => Math.floor(destinations[row] / VERTICES) === copy);
    const alone = draw.draw(Uint32Array.from(rows, (row) => destinations[row] % VERTICES), {
      ...{ batch: 2 * COPIES + copy, layer: 1 },
    });
    rows.forEach((row, i) => {
      const got = [...neighbors.subarray(rowPtr[row], rowPtr[row + 1])];
      const wanted = alone.neighbors.subarray(alone.rowPtr[i], alone.rowPtr[i + 1]);
      assert.deepEqual(got, Array.from(wanted, (vertex) => copy * VERTICES + vertex));
    });
  }
  assert.equal(rowPtr[destinations.length], neighbors.length);
  assert.ok(neighbors.length > destinations.length);
});

Deno.test("one copy is the graph itself", async () => {
  const draw = drawOf(), batch = { seeds: Uint32Array.of(4, 9, 17), batch: 5 };
  assert.deepEqual(await sampleBatch(disjointCopies(draw, 1), batch), await sampleBatch(draw, batch));
});

Deno.test("copies take turns with their seeds until each has none left", () => {
  const batches = [[1, 2, 3], [4], [5, 6]].map((seeds, batch) => ({ seeds: Uint32Array.from(seeds), batch }));
  assert.deepEqual([...seedsOfCopies(batches, 10).seeds], [1, 14, 25, 2, 26, 3]);
});
