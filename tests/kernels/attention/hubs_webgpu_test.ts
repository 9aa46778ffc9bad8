/** Rows that WGSL kernels of attention cut into parts. @module */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { HeadShape } from "../../../kernels/attention/mod.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight } from "../every_backend.ts";
import { problemsOf } from "./every_operation.ts";
import { pattern } from "./random_patterns.ts";

/** Result and facts of every operation over a matrix, checked. */
async function everyResult(
  device: WebGpuDevice,
  { matrix, shape, parameters = {} }: {
    readonly matrix: CsrMatrix;
    readonly shape: HeadShape;
    readonly parameters?: ParameterValues;
  },
) {
  const results: Readonly<
    { id: string; output: Float32Array; facts: Readonly<Record<string, number>> }
  >[] = [];
  for (const [operation, problem] of problemsOf(matrix, shape)) {
    if (operation.id.startsWith("block-diagonal")) continue;
    results.push({ id: operation.id, ...await assertRight(device, operation, { problem, parameters }) });
  }
  return results;
}

/** Most entries of a part by default. */
const PART = 256;

testOnAdapter("no invocation or team takes more than a part of a hub, alone", async (device) => {
  const hub = pattern(5, 2000, (row) => row === 1 ? 2000 : row);
  const results = await everyResult(device, { matrix: hub, shape: { heads: 2, headWidth: 4 } });
  const parts = Math.ceil(2000 / PART);
  assert.deepEqual(results.map(({ id, facts }) => [id, facts.parts]), [
    ["edge-softmax", parts],
    ["edge-softmax-gradient", parts],
    ["entry-sums", parts],
    ["head-sddmm", parts],
    ["head-spmm", parts],
    // The hub is a column of the transpose, each of whose rows has few entries.
    ["head-spmm", 0],
  ]);
});

testOnAdapter(
  "matrices without a hub take one launch, and leave nothing between launches",
  async (device) => {
    const matrix = pattern(40, 300, () => PART);
    for (const { id, facts } of await everyResult(device, { matrix, shape: { heads: 2, headWidth: 4 } })) {
      assert.deepEqual([facts.parts, facts.dispatches], [0, id === "entry-sums" ? 2 : 1], id);
    }
  },
);

const HEADS: readonly HeadShape[] = [[1, 1], [1, 7], [2, 4], [8, 8], [3, 5]].map(([heads, headWidth]) => ({
  heads,
  headWidth,
}));
const MATRICES: Readonly<Record<string, CsrMatrix>> = {
  "hubs between empty and short rows": pattern(12, 900, (row) => [0, 900, 3, 257, 256, 0, 513][row % 7]),
  "one row": pattern(1, 700, () => 700),
  "one column": pattern(1, 1, () => 1),
  "a column of all entries, a hub of the transpose": {
    ...pattern(600, 600, () => 1),
    colIdx: new Uint32Array(600).fill(7),
  },
};

testOnAdapter("hubs are right beside rows of every kind, for every number of heads", async (device) => {
  for (const matrix of Object.values(MATRICES)) {
    for (const shape of HEADS) await everyResult(device, { matrix, shape });
  }
});

testOnAdapter("parts of every length are right, in workgroups of every size", async (device) => {
  const matrix = pattern(9, 200, (row) => [0, 200, 3, 7, 8, 9][row % 6]), shape = { heads: 3, headWidth: 5 };
  for (
    const parameters of [{ part: 1 }, { part: 8 }, { part: 8, workgroup: 1 }, { part: 199, workgroup: 100 }]
  ) {
    await everyResult(device, { matrix, shape, parameters });
  }
});

testOnAdapter("the order of a hub's sums is always the same", async (device) => {
  const matrix = pattern(6, 5000, (row) => row === 2 ? 5000 : 4), shape = { heads: 8, headWidth: 8 };
  const [first, second] = [
    await everyResult(device, { matrix, shape }),
    await everyResult(device, { matrix, shape }),
  ];
  assert.deepEqual(first, second);
});

testOnAdapter("hubs are right where bindings hold few parts, or panels of few heads", async (device) => {
  const matrix = pattern(4, 600, (row) => row === 0 ? 600 : 30), shape = { heads: 9, headWidth: 7 };
  const asked = await everyResult(device, { matrix, shape, parameters: { part: 2 } });
  // Asked for are 345 parts. The largest scores and sums of nine heads have 72 bytes: a binding holds 166.
  const parts = Object.fromEntries(asked.slice(0, 2).map(({ id, facts }) => [id, facts.parts]));
  assert.deepEqual(parts, { "edge-softmax": 75 + 3 * 4, "edge-softmax-gradient": 150 + 3 * 8 });
  assert(asked.every(({ facts }) => facts.dispatches > 2));
}, { bindingBytes: 12_000 });
