import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr } from "../../graph/csr.ts";
import { disjointUnion } from "../../graph/union.ts";
import { edgeLists, graphOf } from "./graph_fixture.ts";

Deno.test("the entries of two matrices without a common one are merged in order", () => {
  const sides = fc.array(fc.boolean(), { minLength: 120, maxLength: 120 });
  fc.assert(fc.property(edgeLists, sides, ({ vertices, pairs }, side) => {
    const first = new Set(pairs.filter((_, i) => side[i]).map(String));
    const [a, b] = [true, false].map((own) =>
      graphOf(vertices, pairs.filter((pair) => first.has(String(pair)) === own))
    );
    assert.deepEqual(assertCsr(disjointUnion(a, b)), graphOf(vertices, pairs));
  }));
});
