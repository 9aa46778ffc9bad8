import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz, rowLength } from "../../graph/csr.ts";
import { neighborGroups } from "../../graph/neighbor_groups.ts";
import { UsageError } from "../../platform/errors.ts";
import { graphOf, graphs, SHAPES } from "./graph_fixture.ts";

Deno.test("the worked example of eppgcn's Figure 2: groups of 3 are six, and only v2 has two", () => {
  // Vertices v1 to v5 are 0 to 4.
  const graph = graphOf(5, [[0, 1], [1, 2], [1, 3], [1, 4], [2, 3], [3, 4]], { symmetrise: true });
  const groups = neighborGroups(graph, 3);
  assert.equal(groups.count, 6);
  assert.deepEqual([...groups.rowOf], [0, 1, 1, 2, 3, 4]);
  assert.deepEqual([...groups.groupPtr], [0, 1, 3, 4, 5, 6]);
  const slice = (g: number) => [...graph.colIdx.subarray(groups.start[g], groups.start[g + 1])];
  assert.deepEqual([slice(1), slice(2)], [[0, 2, 3], [4]]);
});

Deno.test("groups cover every entry once, in row order, within their row and the group size", () => {
  fc.assert(fc.property(graphs, fc.integer({ min: 1, max: 9 }), (graph, groupSize) => {
    const { count, start, rowOf, largest, groupPtr } = neighborGroups(graph, groupSize);
    assert.deepEqual([start.length, rowOf.length, start[0], start[count]], [count + 1, count, 0, nnz(graph)]);
    let longest = 0;
    for (let g = 0; g < count; g++) {
      const size = start[g + 1] - start[g];
      assert.ok(size >= 1 && size <= groupSize);
      assert.ok(start[g] >= graph.rowPtr[rowOf[g]] && start[g + 1] <= graph.rowPtr[rowOf[g] + 1]);
      longest = Math.max(longest, size);
    }
    assert.equal(largest, longest);
    for (let r = 0; r < graph.rows; r++) {
      assert.equal(groupPtr[r + 1] - groupPtr[r], Math.ceil(rowLength(graph, r) / groupSize));
      for (let g = groupPtr[r]; g < groupPtr[r + 1]; g++) assert.equal(rowOf[g], r);
    }
  }));
});

Deno.test("a graph without edges has no groups, and a group size below 1 is a usage error", () => {
  for (const shape of ["empty", "isolated vertices"]) {
    const { count, start, largest } = neighborGroups(SHAPES[shape], 4);
    assert.deepEqual([count, start.length, largest], [0, 1, 0]);
  }
  for (const size of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => neighborGroups(SHAPES.path, size), UsageError);
  }
});
