/** Bytes that a device copies from the host, for Figure 5. @module */
import assert from "node:assert/strict";
import { copiedBytes } from "../../../../experiments/roc/neugraph/copied_bytes.ts";
import { partOperations } from "../../../../experiments/roc/neugraph/part_operations.ts";
import { nnz } from "../../../../graph/csr.ts";
import { type RangeBlock, rangeBlocks } from "../../../../graph/partitions/range_block.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { partitionedLayers } from "../../../../training/partitioned/mod.ts";
import { graphOf } from "../../../graph/graph_fixture.ts";

const FEATURES = 100, HIDDEN = 16, CLASSES = 5;
const LAYERS = partitionedLayers(
  gcn({ classes: CLASSES, hidden: HIDDEN, order: "aggregate-first" }),
  FEATURES,
);
const OPTIONS = { layers: LAYERS, seed: 1 } as const;
const PLENTY = 1e9;

/** Vertices 0 and 1 read each other, or vertex 2 of another device as well. */
const [NEAR, FAR] = [[[1, 0], [0, 1], [3, 2]], [[1, 0], [2, 1], [3, 2]]].map((edges) =>
  rangeBlocks(graphOf(4, edges as [number, number][]), Uint32Array.of(0, 2, 4))[0]
);

/** Bytes of tensors of so many rows and columns, and of a part's structure. */
const dense = (rows: number, cols: number) => 4 * rows * cols;
const structure = ({ matrix }: RangeBlock) => 4 * (matrix.rows + 1 + nnz(matrix));
const WEIGHTS = dense(FEATURES, HIDDEN) + dense(HIDDEN, CLASSES);

for (const [name, block] of [["no row of another device", NEAR], ["a row of another device", FAR]] as const) {
  const { rows, cols } = block.matrix, g = structure(block);

  Deno.test(`with room for all every input is copied once, with ${name}`, () => {
    const once = g + dense(cols, FEATURES) + dense(cols - rows, HIDDEN) + WEIGHTS;
    for (const caching of ["dynamic-program", "lru"] as const) {
      assert.equal(copiedBytes(block, { ...OPTIONS, caching, capacityBytes: PLENTY }), once, caching);
    }
  });

  Deno.test(`streaming copies all that each operation reads, with ${name}`, () => {
    const forward = g + dense(cols, FEATURES) + dense(rows, FEATURES) + g + dense(cols, HIDDEN) +
      dense(rows, HIDDEN) + WEIGHTS;
    const loss = dense(rows, CLASSES);
    const second = dense(rows, HIDDEN) + dense(rows, CLASSES) + dense(HIDDEN, CLASSES) + g +
      dense(rows, HIDDEN);
    const first = 2 * dense(rows, HIDDEN) + dense(rows, FEATURES);
    const copied = copiedBytes(block, { ...OPTIONS, caching: "streaming", capacityBytes: PLENTY });
    assert.equal(copied, forward + loss + second + first);
  });
}

Deno.test("an operation that is larger than the card loads all that it reads and keeps nothing", () => {
  const { tensors, operations } = partOperations(FAR, OPTIONS);
  const needs = operations.map(({ reads, writes }) =>
    sumOf([...reads, ...writes], (place) => tensors[place].bytes)
  );
  const most = Math.max(...needs);
  const copied = (caching: "streaming" | "dynamic-program", capacityBytes: number) =>
    copiedBytes(FAR, { ...OPTIONS, caching, capacityBytes });
  const streamed = copied("streaming", PLENTY);
  assert.equal(copied("streaming", most - 1), streamed);
  assert.equal(copied("dynamic-program", 0), streamed);
  assert.ok(copied("dynamic-program", most - 1) > copied("dynamic-program", most));
  assert.ok(copied("dynamic-program", most - 1) < streamed);
});
