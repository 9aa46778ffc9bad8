import assert from "node:assert/strict";
import { checkOrdering } from "../../../experiments/trials/ordering_check.ts";

const right = Uint32Array.of(2, 0, 1, 5, 4, 3);

Deno.test("an ordering that is a permutation is right, and stays in as many blocks as it was made for", () => {
  assert.deepEqual(checkOrdering(right, { vertices: 6 }), {
    ok: true,
    relErr: 0,
    tolerance: 0,
    checkedRows: 6,
  });
  assert.ok(checkOrdering(right, { vertices: 6, blocks: 2 }).ok);
  const { ok, worst } = checkOrdering(right, { vertices: 6, blocks: 3 });
  assert.equal(ok, false, "vertex 0 goes to block 1");
  assert.deepEqual([worst?.row, worst?.got, worst?.wanted], [0, 2, 0]);
});

Deno.test("an id twice, out of range, missing or one too many is no ordering", () => {
  const twice = checkOrdering(Uint32Array.of(0, 1, 1, 2), { vertices: 4 });
  assert.equal(twice.ok, false);
  assert.deepEqual([twice.worst?.row, twice.worst?.got, twice.worst?.wanted], [2, 1, 2]);
  for (const perm of [[0, 1, 4, 2], [0, 1, 2], [0, 1, 2, 3, 0], []]) {
    assert.equal(checkOrdering(Uint32Array.from(perm), { vertices: 4 }).ok, false, perm.join());
  }
  assert.ok(checkOrdering(new Uint32Array(), { vertices: 0 }).ok);
});
