import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { assertSegments, segmentMax, segmentMaxGradient } from "../../../kernels/segment_max/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend } from "../every_backend.ts";
import { problemOf } from "./segment_problem.ts";

testOnEveryBackend(
  "random segments, empty ones too, are right, maximum and gradient, with zero padding",
  async (device) => {
    const shapes = fc.record({
      lengths: fc.array(fc.nat(9), { minLength: 1, maxLength: 12, size: "max" }),
      cols: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ lengths, cols }) => {
        const problem = problemOf(lengths, cols);
        const { output } = await assertRight(device, segmentMax, { problem });
        if (problem.rows > 0) await assertRight(device, segmentMaxGradient, { problem });
        lengths.forEach((length, s) => {
          if (length > 0) assert.ok(output[s * cols] < 0, "a segment with a row was taken for an empty one");
        });
      }),
      { numRuns: 40, seed: 5 },
    );
  },
);

testOnEveryBackend("the first row of several equal maxima gets the whole gradient", async (device) => {
  const problem = {
    ...problemOf([3, 2], 2),
    x: Float32Array.of(1, 5, 4, 5, 4, 2, 0, 0, 0, 0),
    gradient: Float32Array.of(1, 2, 3, 4),
  };
  const { output } = await assertRight(device, segmentMaxGradient, { problem });
  assert.deepEqual([...output].map((t) => t + 0), [0, 2, 1, 0, 0, 0, 3, 4, 0, 0]);
});

testOnEveryBackend("no segments and no columns give nothing", async (device) => {
  await assertRight(device, segmentMax, { problem: problemOf([], 5) });
  await assertRight(device, segmentMax, { problem: problemOf([3, 4], 0) });
  await assertRight(device, segmentMaxGradient, { problem: problemOf([3, 4], 0) });
});

testOnAdapter("matrices whose panels are cut differently are read column by column", async (device) => {
  const problem = problemOf([100, 0, 50], 70);
  for (const operation of [segmentMax, segmentMaxGradient]) {
    const { facts } = await assertRight(device, operation as typeof segmentMaxGradient, { problem });
    assert.ok(facts.dispatches > 1, JSON.stringify(facts));
  }
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const problem = problemOf(new Array<number>(70_001).fill(1), 2);
  await assertRight(device, segmentMax, { problem, parameters: { workgroup: 1 } });
  await assertRight(device, segmentMaxGradient, { problem, parameters: { workgroup: 1 } });
});

testOnEveryBackend(
  "offsets on the device past the last row read and write nothing outside",
  async (device) => {
    const problem = problemOf([2, 3], 4);
    for (const operation of [segmentMax, segmentMaxGradient]) {
      const operands = operation.stage(device, problem);
      device.write(operands.offsets, Uint32Array.of(0, 2, 2 ** 32 - 1));
      const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
      const plan = await prepareKernel(kernel, device, operands as never, 4);
      plan.run();
      const { output } = await assertRight(device, operation as typeof segmentMaxGradient, { problem });
      const { buffer } = operands.output.panels[0];
      assert.deepEqual(new Float32Array(await device.read(buffer)).subarray(0, output.length), output);
      plan.destroy();
      operation.release(device, operands as never);
    }
  },
);

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const x = matrix(6, 5), segments = matrix(2, 5), other = matrix(2, 6);
  const offsets = device.allocate("offsets", 12), few = device.allocate("offsets", 8);
  const refused = async (operation: typeof segmentMax | typeof segmentMaxGradient, operands: object) => {
    const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
    await assert.rejects(() => prepareKernel(kernel, device, operands as never, 5), UsageError);
  };
  for (const wrong of [{ offsets: few }, { output: other }]) {
    await refused(segmentMax, { x, offsets, output: segments, ...wrong });
  }
  for (const wrong of [{ offsets: few }, { gradient: other }, { output: segments }]) {
    await refused(segmentMaxGradient, { x, offsets, gradient: segments, output: x, ...wrong });
  }
  for (const each of [x, segments, other]) freeMatrix(device, each);
  for (const each of [offsets, few]) device.free(each);
});

Deno.test("offsets that do not divide the rows are refused", () => {
  assertSegments(Uint32Array.of(0, 0, 3), 3);
  const refused: readonly (readonly [number[], RegExp])[] = [
    [[], /no offset/],
    [[1, 3], /first offset of 1/],
    [[0, 2, 1, 3], /1 after 2 at place 2/],
    [[0, 2], /last offset of 2/],
    [[0, 4], /last offset of 4/],
  ];
  for (const [offsets, message] of refused) {
    const name = "UsageError";
    assert.throws(() => assertSegments(Uint32Array.from(offsets), 3), { name, message });
  }
});
