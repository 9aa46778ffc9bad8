import assert from "node:assert/strict";
import { assertCsr } from "../../../graph/csr.ts";
import { randomWalkNeighbors, sampleBatch } from "../../../graph/sampling/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphOf, SHAPES } from "../graph_fixture.ts";

Deno.test("walks along a chain visit its vertices alike, and end where it begins", () => {
  // 0 -> 1 -> 2 -> 3 -> 4: messages come to 4 from 3, 2 and 1 within three steps, to 1 from 0 alone.
  const chain = graphOf(5, [[0, 1], [1, 2], [2, 3], [3, 4]]);
  const walks = randomWalkNeighbors(chain, { fanouts: [64], seed: 1 });
  const { rowPtr, neighbors, values } = walks.draw(Uint32Array.of(4, 1, 0), { batch: 0, layer: 0 });
  assert.deepEqual([...rowPtr], [0, 3, 4, 4]);
  assert.deepEqual([...neighbors], [1, 2, 3, 0]);
  assert.deepEqual([...values!], [...Float32Array.of(1 / 3, 1 / 3, 1 / 3, 1)]);
});

Deno.test("a walk ends at a vertex without neighbours, whatever its id", () => {
  // 4 -> 3 -> 2: messages come to 2 from 3 and then 4, to which none come.
  const walks = randomWalkNeighbors(graphOf(5, [[4, 3], [3, 2]]), { fanouts: [64], seed: 1 });
  const { rowPtr, neighbors, values } = walks.draw(Uint32Array.of(2, 3, 4), { batch: 0, layer: 0 });
  assert.deepEqual([...rowPtr], [0, 2, 3, 3]);
  assert.deepEqual([...neighbors], [3, 4, 4]);
  assert.deepEqual([...values!], [0.5, 0.5, 1]);
});

Deno.test("a walk that goes on takes as many steps as it may, however many end before it", () => {
  // Messages come to 0 from 1, to which none come, and from 2, to which its own come.
  const graph = graphOf(3, [[1, 0], [2, 0], [2, 2]]);
  for (let batch = 0; batch < 20; batch++) {
    const drawn = randomWalkNeighbors(graph, { fanouts: [2], seed: 1, length: 4, walks: 5 })
      .draw(Uint32Array.of(0), { batch, layer: 0 });
    const share = [...drawn.neighbors].includes(1) ? drawn.values![0] : 0;
    const shares = [0, 1, 2, 3, 4, 5].map((ended) => Math.fround(ended * Math.fround(1 / (20 - 3 * ended))));
    assert.ok(shares.includes(share), `${share} of ${shares}`);
  }
});

Deno.test("a destination's walks do not depend on the destinations beside it", () => {
  const walks = randomWalkNeighbors(SHAPES.clique, { fanouts: [5], seed: 1 });
  const drawn = (...destinations: number[]) => {
    const { rowPtr, neighbors } = walks.draw(Uint32Array.from(destinations), { batch: 0, layer: 0 });
    return [...neighbors.subarray(rowPtr[destinations.length - 1])];
  };
  assert.deepEqual(drawn(3, 8, 7), drawn(7));
  assert.deepEqual(drawn(8, 3), drawn(3));
});

Deno.test("the most visited are kept, ties by the lowest id", () => {
  // All walks from 0 go through 9, then to 1, 2 or 3: ten visits of 9, fewer of each other.
  const graph = graphOf(10, [[9, 0], [1, 9], [2, 9], [3, 9]]);
  const drawn = (fanout: number, batch: number) =>
    randomWalkNeighbors(graph, { fanouts: [fanout], seed: 1 }).draw(Uint32Array.of(0), { batch, layer: 0 });
  for (let batch = 0; batch < 20; batch++) {
    assert.deepEqual([...drawn(1, batch).neighbors], [9]);
    const { neighbors, values } = drawn(4, batch);
    const visits = new Map([...neighbors].map((v, i) => [v, values![i] * 20]));
    assert.ok(Math.abs(visits.get(9)! - 10) < 1e-5);
    const second = [1, 2, 3].toSorted((a, b) => (visits.get(b) ?? 0) - (visits.get(a) ?? 0) || a - b)[0];
    assert.deepEqual([...drawn(2, batch).neighbors], [second, 9]);
  }
});

Deno.test("blocks of walks are CSR, weights of a row sum to one, the destination is not its own neighbour", async () => {
  for (const [name, graph] of Object.entries(SHAPES)) {
    const walks = randomWalkNeighbors(graph, { fanouts: [3, 5], seed: 2 });
    const seeds = Uint32Array.from({ length: graph.rows }, (_, v) => v);
    const sampled = await sampleBatch(walks, { seeds, batch: 3 });
    for (const { matrix } of sampled.blocks) {
      assertCsr(matrix);
      const { rowPtr, colIdx, values } = matrix;
      for (let row = 0; row < matrix.rows; row++) {
        const entries = [...colIdx.subarray(rowPtr[row], rowPtr[row + 1])];
        assert.ok(!entries.includes(row) && entries.length <= 5, name);
        const sum = sumOf(values!.subarray(rowPtr[row], rowPtr[row + 1]));
        assert.ok(entries.length === 0 || Math.abs(sum - 1) < 1e-6, `${name}: ${sum}`);
      }
    }
    assert.deepEqual(await sampleBatch(walks, { seeds, batch: 3 }), sampled);
  }
});

Deno.test("walks without length, without number or without end are refused", () => {
  for (
    const wrong of [{ fanouts: [65] }, { fanouts: [2, 0] }, { length: 0 }, { walks: 0 }, { length: 1.5 }, {
      length: 100,
      walks: 100,
    }]
  ) {
    assert.throws(() => randomWalkNeighbors(SHAPES.path, { fanouts: [2], seed: 1, ...wrong }), UsageError);
  }
});
