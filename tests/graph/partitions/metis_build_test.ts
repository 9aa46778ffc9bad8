import assert from "node:assert/strict";
import { hasWideReals, type PartGraphKway, seedPlace } from "../../../graph/partitions/metis_build.ts";

Deno.test("the seed is written where METIS 5.1 and 5.2 read it", () => {
  assert.equal(seedPlace({ METIS_CacheFriendlyReordering: null }), 8);
  assert.equal(seedPlace({ METIS_CacheFriendlyReordering: () => 1 }), 9);
});

/** Library that gives the first part its share of the vertices, as it reads the share. */
function cutBy(firstShare: (shares: Float64Array<ArrayBuffer>) => number): PartGraphKway {
  return (nvtxs, _ncon, xadj, adjncy, ...rest) => {
    const [vertices] = nvtxs, shares = rest[4], parts = rest[8];
    assert.equal(xadj[vertices], adjncy.length);
    for (let v = 0; v < vertices; v++) {
      const neighbors = [...adjncy.subarray(xadj[v], xadj[v + 1])].sort((a, b) => a - b);
      const ring = [(v + 1) % vertices, (v + vertices - 1) % vertices].sort((a, b) => a - b);
      assert.deepEqual(neighbors, ring);
    }
    parts.fill(1).fill(0, 0, Math.round(firstShare(shares) * vertices));
    return 1;
  };
}

Deno.test("real numbers of 64 bits are told from those of 32 by shares that are valid as both", () => {
  const narrow = (shares: Float64Array<ArrayBuffer>) => {
    const [first, second] = new Float32Array(shares.buffer);
    assert.equal(first + second, 1);
    return first;
  };
  const wide = ([first, second]: Float64Array) => {
    assert.ok(first > 0 && first + second === 1);
    return first;
  };
  assert.equal(hasWideReals(cutBy(narrow)), false);
  assert.equal(hasWideReals(cutBy(wide)), true);
});
