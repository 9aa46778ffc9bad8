import assert from "node:assert/strict";
import fc from "fast-check";
import type { Device } from "../../../hardware/device.ts";
import {
  blockDiagonal,
  blockDiagonalGradient,
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import {
  headShapes,
  pattern,
  patterns,
  productProblems,
  softmaxProblem,
  sumsProblem,
} from "./random_patterns.ts";

type Shape = { readonly heads: number; readonly headWidth: number };

/** Checks every operation over a matrix; returns the number of dispatches of each on an adapter. */
async function assertAllRight(
  device: Device,
  { matrix, shape, parameters = {} }: {
    readonly matrix: CsrMatrix;
    readonly shape: Shape;
    readonly parameters?: ParameterValues;
  },
): Promise<readonly number[]> {
  const softmax = softmaxProblem(matrix, shape.heads), products = productProblems(matrix, shape);
  const facts = [
    await assertRight(device, edgeSoftmax, { problem: softmax, parameters }),
    await assertRight(device, edgeSoftmaxGradient, { problem: softmax, parameters }),
    await assertRight(device, headSpmm, { problem: products.forward, parameters }),
    await assertRight(device, headSpmm, { problem: products.backward, parameters }),
    await assertRight(device, headSddmm, { problem: products.entries, parameters }),
    await assertRight(device, entrySums, { problem: sumsProblem(matrix, shape.heads), parameters }),
  ];
  return facts.map(({ facts }) => facts.dispatches);
}

testOnEveryBackend(
  "every operation is right on random bipartite matrices, heads and head widths",
  async (device) => {
    await fc.assert(
      fc.asyncProperty(patterns, headShapes, async (matrix, shape) => {
        await assertAllRight(device, { matrix, shape });
      }),
      { numRuns: 15, seed: 11 },
    );
  },
);

testOnEveryBackend(
  "block-diagonal matrices and their gradient are right for random heads and head widths",
  async (device) => {
    await fc.assert(
      fc.asyncProperty(headShapes, async ({ heads, headWidth }) => {
        const width = heads * headWidth, shape = { heads, headWidth };
        await assertRight(device, blockDiagonal, { problem: { vectors: uniforms(2 * width, 8), ...shape } });
        await assertRight(device, blockDiagonalGradient, {
          problem: { gradient: uniforms(2 * heads * width, 9), ...shape },
        });
      }),
      { numRuns: 10, seed: 12 },
    );
  },
);

testOnEveryBackend("heads of every width go in passes of every width", async (device) => {
  const matrix = pattern(9, 30, (row) => row * 3);
  for (const headWidth of [4, 8, 12, 16, 32, 64, 5]) {
    for (const heads of [1, 3, 8]) {
      const { forward, backward, entries } = productProblems(matrix, { heads, headWidth });
      for (const problem of [forward, backward]) await assertRight(device, headSpmm, { problem });
      await assertRight(device, headSddmm, { problem: entries });
    }
  }
});

testOnEveryBackend(
  "matrices without entries, and without rows, give sums of 0 and nothing else",
  async (device) => {
    for (const matrix of [pattern(5, 9, () => 0), pattern(0, 9, () => 0), pattern(0, 0, () => 0)]) {
      await assertAllRight(device, { matrix, shape: { heads: 3, headWidth: 5 } });
    }
  },
);

testOnEveryBackend("no access goes beyond the last entries of the device's memory", async (device) => {
  // With one head there is one column of scores: the last row of scores ends the buffer, and the vectors of
  // heads reach beyond it.
  for (const heads of [1, 2, 3, 5, 6, 7]) {
    await assertAllRight(device, { matrix: pattern(4, 4, () => 4), shape: { heads, headWidth: 3 } });
  }
});

testOnAdapter(
  "operands above the binding limit are computed panel by panel, heads that panels cut too",
  async (device) => {
    const matrix = pattern(50, 300, () => 12);
    for (const shape of [{ heads: 9, headWidth: 7 }, { heads: 16, headWidth: 4 }]) {
      const dispatches = await assertAllRight(device, { matrix, shape });
      assert.ok(dispatches.every((count) => count > 1), `${dispatches}`);
    }
  },
  { bindingBytes: 12_000 },
);

testOnAdapter("block-diagonal matrices are written panel by panel", async (device) => {
  const shape = { heads: 9, headWidth: 7 };
  const { facts } = await assertRight(device, blockDiagonal, {
    problem: { vectors: uniforms(126, 8), ...shape },
  });
  const gradient = await assertRight(device, blockDiagonalGradient, {
    problem: { gradient: uniforms(18 * 63, 9), ...shape },
  });
  assert.ok(facts.dispatches > 1 && gradient.facts.dispatches > 1);
}, { bindingBytes: 1100 });

testOnAdapter("teams of one lane, and workgroups that teams do not fill, are right", async (device) => {
  const matrix = pattern(30, 60, (row) => row % 20), shape = { heads: 3, headWidth: 5 };
  for (const parameters of [{ workgroup: 1 }, { workgroup: 100 }]) {
    await assertAllRight(device, { matrix, shape, parameters });
  }
  for (const parameters of [{ team: 1 }, { workgroup: 100, team: 7 }, { workgroup: 256, team: 64 }]) {
    const problem = softmaxProblem(matrix, 3);
    await assertRight(device, edgeSoftmax, { problem, parameters });
    await assertRight(device, edgeSoftmaxGradient, { problem, parameters });
  }
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const matrix = pattern(70_001, 70_001, () => 1);
  await assertAllRight(device, { matrix, shape: { heads: 1, headWidth: 1 }, parameters: { workgroup: 1 } });
});
