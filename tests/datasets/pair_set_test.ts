import assert from "node:assert/strict";
import fc from "fast-check";
import { PairSet } from "../../datasets/generators/pair_set.ts";

Deno.test("a set of pairs says of each whether it is new, also after it was emptied", () => {
  const id = fc.oneof(fc.nat(5), fc.nat(2 ** 26 - 1), fc.integer({ min: 2 ** 26 - 3, max: 2 ** 26 - 1 }));
  const rounds = fc.array(fc.array(fc.tuple(id, id), { maxLength: 60, size: "max" }), { maxLength: 4 });
  fc.assert(fc.property(rounds, (lists) => {
    const set = new PairSet();
    for (const pairs of lists) {
      set.reset(pairs.length);
      const seen = new Set<string>();
      for (const pair of pairs) {
        assert.equal(set.add(...pair), !seen.has(pair.join()));
        seen.add(pair.join());
      }
    }
  }));
});
