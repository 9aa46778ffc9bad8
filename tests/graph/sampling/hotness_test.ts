import assert from "node:assert/strict";
import fc from "fast-check";
import { degreeHotness, hottest, presampledHotness } from "../../../graph/sampling/hotness.ts";
import { UsageError } from "../../../platform/errors.ts";
import { graphOf } from "../graph_fixture.ts";
import { shares } from "../../shares.ts";

Deno.test("the hottest are the share of all, no other one is hotter, and ties go to the lowest id", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), shares, (values, share) => {
      const counts = Uint32Array.from(values);
      const kept = hottest(counts, share);
      const sorted = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
      assert.deepEqual([...kept], sorted.slice(0, Math.round(share * counts.length)));
    }),
    { numRuns: 200, seed: 1 },
  );
});

Deno.test("a cache of share 0 is empty, of share 1 all vertices, and no other share is a share", () => {
  const counts = Uint32Array.of(1, 0, 1);
  assert.deepEqual([...hottest(counts, 0)], []);
  assert.deepEqual([...hottest(counts, 1)], [0, 2, 1]);
  for (const share of [-0.1, 1.1, NaN]) assert.throws(() => hottest(counts, share), UsageError);
});

Deno.test("a vertex is as hot as the rows that name it are many, not as its own row is long", () => {
  // Edges (source, target): 1 is drawn for rows 0, 2 and 3.
  const graph = graphOf(4, [[1, 0], [1, 2], [1, 3], [0, 3], [2, 3]]);
  assert.deepEqual([...degreeHotness(graph)], [1, 3, 1, 0]);
});

Deno.test("presampling counts the batches that a vertex is in, and refuses vertices that are not there", () => {
  assert.deepEqual([...presampledHotness(4, [Uint32Array.of(3, 1), Uint32Array.of(), Uint32Array.of(3)])], [
    0,
    1,
    0,
    2,
  ]);
  assert.throws(() => presampledHotness(4, [Uint32Array.of(4)]), UsageError);
});
