import assert from "node:assert/strict";
import { slashburn } from "../../../graph/orderings/slashburn.ts";
import { graphOf, SHAPES } from "../graph_fixture.ts";

Deno.test("slashburn puts the hub first and larger spokes before smaller ones at the back", () => {
  // Hub 6 holds together a triangle {0, 1, 2}, a pair {3, 4} and a single 5.
  const pairs = [[6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [6, 5], [0, 1], [1, 2], [2, 0], [3, 4]] as const;
  const { perm } = slashburn.compute(graphOf(7, pairs, { symmetrise: true }), { seed: 1 });
  assert.equal(perm[6], 0);
  assert.deepEqual([perm[3], perm[4]].sort(), [4, 5]);
  assert.equal(perm[5], 6);
});

Deno.test("slashburn burns a star at once: its hubs come first", () => {
  const { perm } = slashburn.compute(SHAPES.star, { seed: 1 });
  assert.equal(perm[0], 0);
});
