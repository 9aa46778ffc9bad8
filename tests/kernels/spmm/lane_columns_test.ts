import assert from "node:assert/strict";
import type { PanelPair } from "../../../kernels/plans/panel_pairs_webgpu.ts";
import { defaultLoad, laneForms } from "../../../kernels/spmm/plans/lane_columns_webgpu/lane_columns.ts";
import { workgroupFor } from "../../../kernels/spmm/row_split/webgpu.ts";

/** Panels of X and Y that hold whole rows of so many columns. */
const wholeRows = (columns: number) => {
  const vectors = columns / 4;
  return { vectors, xStride: vectors, xOffset: 0, yStride: vectors, yOffset: 0 } as PanelPair;
};

Deno.test("a load is as wide as leaves a row the lanes of a workgroup, and never wider than asked for", () => {
  const forms = laneForms("f32", "");
  const formOf = (columns: number, load: number, workgroup: number) => {
    const { vector, lanes } = forms.formFor(wholeRows(columns), { load, workgroup });
    return [vector, lanes];
  };
  for (
    const [columns, vector, lanes] of [[16, 2, 8], [64, 2, 32], [128, 2, 64], [256, 4, 64], [604, 4, 51]]
  ) {
    assert.deepEqual(formOf(columns, 0, 64), [vector, lanes], `${columns} columns`);
    assert.equal(4 * vector, defaultLoad(columns));
  }
  assert.deepEqual(formOf(64, 16, 64), [4, 16]);
  assert.deepEqual(formOf(256, 8, 256), [2, 128]);
  for (const columns of [64, 512]) {
    const { vector } = laneForms("bf16", "").formFor(wholeRows(columns), { load: 0, workgroup: 64 });
    assert.equal(vector, 8, "the widest, of which alone bf16 was measured");
  }
});

Deno.test("a workgroup holds a whole row where the device allows, else several rows", () => {
  assert.deepEqual([1, 64, 65, 128, 151, 400].map((lanes) => workgroupFor(lanes, 1024)), [
    ...[64, 64, 128, 128, 256, 256],
  ]);
  assert.equal(workgroupFor(151, 128), 128);
  assert.equal(workgroupFor(151, 100), 64);
});
