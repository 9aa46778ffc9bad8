import assert from "node:assert/strict";
import fc from "fast-check";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import { segmentMax, segmentMaxGradient } from "../../../kernels/segment_max/mod.ts";
import { emitSegmentMax } from "../../../kernels/segment_max/vector_wise/code_x86.ts";
import { emitSegmentMaxGradient } from "../../../kernels/segment_max/vector_wise/gradient_code_x86.ts";
import { assertReadsBack, NO_OBJDUMP } from "../../hardware/cpu/x86/assembler/objdump.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testOnGuarded } from "../../hardware/cpu/x86/guarded_device.ts";
import { assertRight } from "../every_backend.ts";
import { problemOf } from "./segment_problem.ts";

Deno.test("a device of machine code finds maxima of segments in it", () => {
  for (const { kernels } of [segmentMax, segmentMaxGradient]) {
    assert.deepEqual(kernelsOn<typeof kernels[number]>(kernels, "x86").map(kernelName), ["vector-wise@x86"]);
  }
});

testOnX86("maxima of 250 random divisions into segments are right in machine code", async (device) => {
  const lengths = fc.array(fc.oneof(fc.nat(9), fc.integer({ min: 50, max: 200 })), {
    minLength: 1,
    maxLength: 12,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 300 }), async (lengths, cols) => {
      const problem = problemOf(lengths, cols);
      await assertRight(device, segmentMax, { problem });
      if (problem.rows > 0) await assertRight(device, segmentMaxGradient, { problem });
    }),
    { numRuns: 250, seed: 6 },
  );
}, [2]);

testOnGuarded("maxima in machine code touch nothing beside an operand", async (device) => {
  for (const cols of [1, 4, 5, 8, 12, 13, 16, 20, 31, 60, 100, 256]) {
    for (const lengths of [[3, 0, 5, 1], [1], [0, 7]]) {
      const problem = problemOf(lengths, cols);
      await assertRight(device, segmentMax, { problem });
      await assertRight(device, segmentMaxGradient, { problem });
    }
  }
});

testOnGuarded("offsets out of range on the device lead machine code to nothing outside", async (device) => {
  const problem = problemOf([2, 3, 1], 12);
  for (const operation of [segmentMax, segmentMaxGradient]) {
    for (const offsets of [[0, 2, 2 ** 32 - 1, 2 ** 31], [2 ** 31, 4, 1, 2 ** 32 - 1]]) {
      const operands = operation.stage(device, problem);
      device.write(operands.offsets as never, Uint32Array.from(offsets));
      const kernel = operation.kernels.find(({ backend }) => backend === "x86")!;
      const plan = await prepareKernel(kernel, device, operands as never, 12);
      plan.run();
      plan.destroy();
      operation.release(device, operands as never);
    }
  }
});

for (const [name, emit] of Object.entries({ emitSegmentMax, emitSegmentMaxGradient })) {
  Deno.test(`${name} emits code for every width, for AVX2 and for AVX-512`, () => {
    for (let columns = 4; columns <= 304; columns += 4) {
      assert.equal(emit("avx2", { columns }).needsAvx512, false, `${columns} columns`);
      assert.ok(emit("avx512", { columns }).needsAvx512);
    }
  });

  Deno.test({
    name: `${name}: objdump reads the code as it is listed`,
    ignore: NO_OBJDUMP !== undefined,
    fn: async () => {
      for (const isa of ["avx2", "avx512"] as const) {
        for (const columns of [4, 12, 28, 100]) {
          assert.ok(await assertReadsBack(emit(isa, { columns }), `${isa}, ${columns} columns`) > 30);
        }
      }
    },
  });
}
