import assert from "node:assert/strict";
import {
  emitMultiplyAdds,
  MULTIPLY_ADD_LAYOUT,
  multiplyAdds,
  probeX86Roofline,
} from "../../../../hardware/cpu/x86/x86_roofline.ts";
import { gemmBlockedX86 } from "../../../../kernels/gemm/blocked/x86.ts";
import type { GemmProblem } from "../../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../../kernels/gemm/mod.ts";
import { stageKernel } from "../../../../kernels/staged_kernel.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { repeatedUniform } from "../../../../platform/repeated_uniform.ts";
import { testOnX86 } from "../threads.ts";

testOnX86("the probe of arithmetic does the multiply-adds that it counts, on every item", async (device) => {
  const items = 7, lanes = device.isa === "avx512" ? 16 : 8;
  const out = device.allocate("sums", 4 * lanes * items);
  const block = device.allocate("arguments", MULTIPLY_ADD_LAYOUT.bytes);
  device.write(block, MULTIPLY_ADD_LAYOUT.pack({ out: device.pointer(out.address), factor: 0.5 }));
  const code = device.install(emitMultiplyAdds(device.isa));
  device.execute({ code, block, items, itemsPerBlock: 2 });
  const sums = new Float32Array(await device.read(out), 0, lanes * items);
  const { lane, item } = multiplyAdds(device.isa);
  assert.equal(item, lanes * lane);
  // A quarter each: sums of that size are exact.
  assert.deepEqual([...new Set(sums)], [lane / 4]);
  device.free(block);
  device.free(out);
});

testOnX86("no dense product is faster than the probe's multiply-adds", async (device) => {
  const size = 384, stream = new RandomStream(1, "dense product beside the probe");
  const numbers = () => repeatedUniform(size * size, stream);
  const problem: GemmProblem = { a: numbers(), b: numbers(), rows: size, inner: size, cols: size };
  const staged = await stageKernel(device, problem, { operation: gemm, kernel: gemmBlockedX86 });
  try {
    // Another program may have a processor during the probe, and none during the product.
    let share = Infinity;
    for (let attempt = 0; attempt < 5 && share > 1.05; attempt++) {
      const { gflops } = await probeX86Roofline(device);
      let best = Infinity;
      for (let round = 0; round < 10; round++) {
        best = Math.min(
          best,
          await device.time(() => staged.run(), 1),
        );
      }
      share = 2 * size ** 3 / (best * 1e6) / gflops;
    }
    assert.ok(share < 1.05, `${share} of the roofline`);
    assert.ok(share > 0.1, `${share} of the roofline: the probe counts too much`);
  } finally {
    staged.destroy();
  }
}, [1, 2]);
