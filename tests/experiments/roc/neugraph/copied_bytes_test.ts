/** Bytes that a device copies from the host, for Figure 5. @module */
import assert from "node:assert/strict";
import { copiedBytes } from "../../../../experiments/roc/neugraph/copied_bytes.ts";
import { rangeBlocks } from "../../../../graph/partitions/range_block.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { partitionedLayers } from "../../../../training/partitioned/mod.ts";
import { graphOf } from "../../../graph/graph_fixture.ts";

const LAYERS = partitionedLayers(gcn({ classes: 5, hidden: 16, order: "aggregate-first" }), 100);

Deno.test("rows of other devices are among the copies, once a layer where memory is plenty", () => {
  // Vertices 0 and 1 read each other, or vertex 2 of another device as well.
  const own = graphOf(4, [[1, 0], [0, 1], [3, 2]]), remote = graphOf(4, [[1, 0], [2, 1], [3, 2]]);
  const [near, far] = [own, remote].map((graph) => {
    const [block] = rangeBlocks(graph, Uint32Array.of(0, 2, 4));
    const options = { layers: LAYERS, caching: "dynamic-program", capacityBytes: 1e9, seed: 1 } as const;
    return { sources: block.sources.length, bytes: copiedBytes(block, options) };
  });
  assert.deepEqual([near.sources, far.sources], [2, 3]);
  const rows = 4 * (100 + 16), offsets = far.bytes - near.bytes - rows;
  assert.ok(offsets >= 0 && offsets <= 16, `${offsets} bytes beside the row of each layer`);
});
