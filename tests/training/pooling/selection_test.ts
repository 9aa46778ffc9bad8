import assert from "node:assert/strict";
import fc from "fast-check";
import { selectTop } from "../../../training/pooling/selection.ts";

Deno.test("the best quarter of each graph is kept, at least one of a graph that has any, lower ids of equal scores", () => {
  const scores = Float64Array.of(1, 3, 2, 3, 9, -1, 5, 5, 5, 5, 5);
  const { kept, offsets } = selectTop(scores, Uint32Array.of(0, 4, 4, 5, 11), 0.25);
  assert.deepEqual([...kept], [1, 4, 6, 7]);
  assert.deepEqual([...offsets], [0, 1, 1, 2, 4]);
});

Deno.test("no vertex that is left out scores higher than one that is kept", () => {
  const graphs = fc.array(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 30, size: "max" }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(graphs, fc.double({ min: 0.01, max: 1, noNaN: true }), (lists, ratio) => {
      const offsets = new Uint32Array(lists.length + 1);
      lists.forEach((list, g) => offsets[g + 1] = offsets[g] + list.length);
      const scores = Float64Array.from(lists.flat());
      const selection = selectTop(scores, offsets, ratio);
      lists.forEach((list, g) => {
        const kept = [...selection.kept.subarray(selection.offsets[g], selection.offsets[g + 1])];
        assert.equal(kept.length, Math.ceil(ratio * list.length));
        const left = list.map((_, i) => offsets[g] + i).filter((v) => !kept.includes(v));
        for (const v of kept) {
          for (const w of left) assert.ok(scores[v] > scores[w] || scores[v] === scores[w] && v < w);
        }
      });
    }),
    { seed: 3 },
  );
});
