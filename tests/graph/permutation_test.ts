import assert from "node:assert/strict";
import fc from "fast-check";
import { assertPermutation, inversePermutation, isPermutation } from "../../graph/permutation.ts";
import { ReproError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";

Deno.test("the inverse undoes a permutation from either side", () => {
  fc.assert(fc.property(fc.nat({ max: 60 }), fc.nat(), (n, seed) => {
    const perm = randomPermutation(n, new RandomStream(seed, "test"));
    const inverse = inversePermutation(perm);
    for (let v = 0; v < n; v++) {
      assert.equal(inverse[perm[v]], v);
      assert.equal(perm[inverse[v]], v);
    }
  }));
});

Deno.test("an array with an id twice, out of range or of another length is no permutation", () => {
  assert.ok(isPermutation(new Uint32Array(0)));
  assert.ok(isPermutation(Uint32Array.of(1, 0)));
  for (const [perm, size] of [[[0, 0], 2], [[0, 2], 2], [[0, 1], 3], [[0, 1, 2], 2]] as const) {
    assert.equal(isPermutation(Uint32Array.from(perm), size), false);
    assert.throws(() => assertPermutation(Uint32Array.from(perm), size), ReproError);
  }
  assert.throws(() => inversePermutation(Uint32Array.of(1, 1)), ReproError);
});
