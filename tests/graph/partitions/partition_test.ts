import assert from "node:assert/strict";
import { edgeCut, partBalance } from "../../../graph/partitions/partition.ts";
import { partitionMultilevel } from "../../../graph/partitions/multilevel.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { graphOf, SHAPES } from "../graph_fixture.ts";

Deno.test("the edge cut counts undirected edges between parts once and loops never", () => {
  const graph = graphOf(4, [[0, 1], [1, 2], [2, 3], [3, 3]], { symmetrise: true });
  assert.equal(edgeCut(graph, Uint32Array.of(0, 0, 1, 1)), 1);
  assert.equal(edgeCut(graph, Uint32Array.of(0, 1, 0, 1)), 3);
});

Deno.test("the balance is the heaviest part over the mean, by weight where there is one", () => {
  assert.equal(partBalance(Uint32Array.of(0, 0, 0, 1), 2), 1.5);
  assert.equal(partBalance(Uint32Array.of(0, 0, 0, 1), 2, Uint32Array.of(1, 1, 1, 3)), 1);
  assert.equal(partBalance(new Uint32Array(0), 3), 1);
});

Deno.test("a request that makes no sense is refused by a typed error", () => {
  const { path } = SHAPES;
  for (const count of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => partitionMultilevel(path, count), UsageError);
  }
  assert.throws(() => partitionMultilevel(path, 2, { imbalance: -0.1 }), UsageError);
  assert.throws(() => partitionMultilevel(path, 2, { secondImbalance: NaN }), UsageError);
  assert.throws(() => partitionMultilevel(path, 2, { vertexWeight: Uint32Array.of(1) }), ReproError);
  const huge = new Uint32Array(300).fill(2 ** 30);
  assert.throws(() => partitionMultilevel(path, 2, { secondWeight: huge }), ReproError);
  assert.throws(() => partitionMultilevel(submatrix(path, { rows: [0, 2] }), 2), ReproError);
});
