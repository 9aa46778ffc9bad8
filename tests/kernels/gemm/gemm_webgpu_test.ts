import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix } from "../../../hardware/dense.ts";
import { gemmNaiveWebGpu } from "../../../kernels/gemm/naive/webgpu.ts";
import { gemmTiledWebGpu } from "../../../kernels/gemm/tiled/webgpu.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkGemm } from "./gemm_checks.ts";
import { anyGemm, EPILOGUES, FORMS, randomGemm } from "./gemm_problem.ts";

const SHAPES = [
  ...[[70, 37, 1], [1, 20, 2], [63, 1, 3], [64, 3, 4], [65, 4, 5], [129, 15, 7], [200, 16, 8], [66, 17, 9]],
  ...[[70, 100, 16], [70, 20, 17], [129, 37, 33], [65, 16, 64], [70, 37, 130]],
  ...[[257, 50, 40], [300, 33, 47], [129, 19, 200]],
];

testOnAdapter(
  "shapes that are not multiples of a tile are right in every form, with zero padding",
  async (device) => {
    for (const form of FORMS) {
      for (const [rows, inner, cols] of SHAPES) {
        await checkGemm(
          device,
          randomGemm(rows, inner, { cols, form }),
        );
      }
    }
  },
);

testOnAdapter("every epilogue is right, and the longest behind every form", async (device) => {
  for (const epilogue of EPILOGUES) await checkGemm(device, randomGemm(50, 37, { cols: 131, epilogue }));
  for (const form of FORMS) {
    await checkGemm(device, randomGemm(50, 37, { cols: 50, form, epilogue: EPILOGUES[4] }));
  }
});

testOnAdapter(
  "empty matrices are right, and a product over nothing is the epilogue of zeros",
  async (device) => {
    for (const form of FORMS) {
      for (
        const [rows, inner, cols] of [[0, 5, 5], [5, 0, 5], [5, 5, 0], [0, 0, 0], [70, 0, 70], [1, 1, 1]]
      ) {
        await checkGemm(device, randomGemm(rows, inner, { cols, form }));
        await checkGemm(device, randomGemm(rows, inner, { cols, form, epilogue: EPILOGUES[2] }));
      }
    }
  },
);

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const parameters = { naive: { workgroup: 1 } };
  await checkGemm(device, randomGemm(70_001, 3, { cols: 2, epilogue: EPILOGUES[4] }), { parameters });
});

testOnAdapter("the terms of a transposed product are split, and all splits counted", async (device) => {
  for (const [rows, inner, cols] of [[10, 5_000, 7], [70, 1_025, 70], [3, 40_000, 2]]) {
    const { dispatches } = await checkGemm(
      device,
      randomGemm(rows, inner, { cols, form: "tn", epilogue: EPILOGUES[2] }),
    );
    assert.equal(dispatches, 2);
  }
});

testOnAdapter("random shapes, forms and epilogues are right on every kernel", async (device) => {
  await fc.assert(
    fc.asyncProperty(anyGemm(90), async (problem) => void await checkGemm(device, problem)),
    { numRuns: 15, seed: 3 },
  );
});

testOnAdapter(
  "operands above the binding limit are cut into panels, each of its own width",
  async (device) => {
    // Row lengths differ, so A, B and C are divided into panels at different columns.
    const shapes = [[150, 90, 70], [40, 300, 130], [300, 40, 45], [9, 700, 9], [90, 150, 70], [130, 90, 150]];
    for (const form of FORMS) {
      for (const [rows, inner, cols] of shapes) {
        const epilogue = EPILOGUES[rows % 20 === 0 ? 2 : 4];
        const facts = await checkGemm(device, randomGemm(rows, inner, { cols, form, epilogue }));
        assert(facts.dispatches > 1, JSON.stringify(facts));
      }
    }
  },
  { bindingBytes: 12_000 },
);

testOnAdapter(
  "products with more work than one dispatch may have are cut into slices of rows, or of splits",
  async (device) => {
    Object.assign(device, { dispatchWork: 64 * 20 * 40 });
    const slices = async (rows: number, inner: number, form: "nn" | "nt" | "tn") =>
      (await checkGemm(device, randomGemm(rows, inner, { cols: 40, form, epilogue: EPILOGUES[4] })))
        .dispatches;
    assert.equal(await slices(200, 20, "nn"), 4);
    assert.equal(await slices(200, 20, "nt"), 4);
    assert.equal(await slices(200, 20, "tn"), 5);
    assert.equal(await slices(8, 1_024, "tn"), 5);
  },
);

testOnAdapter("operands whose shapes differ from the problem's are refused", async (device) => {
  const matrix = () => allocateMatrix(device, "m", 6, 8);
  const operands = { a: matrix(), b: matrix(), c: matrix(), rows: 6, inner: 8, cols: 8 };
  for (const kernel of [gemmNaiveWebGpu, gemmTiledWebGpu]) {
    await assert.rejects(
      () => prepareKernel(kernel, device, { ...operands, output: operands.c }, 8),
      UsageError,
    );
  }
});
