import assert from "node:assert/strict";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { roundingError } from "../../../kernels/checks/rounding_error.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplitX86 } from "../../../kernels/spmm/row_split/x86.ts";
import { rowSplitBf16X86 } from "../../../kernels/spmm/row_split_bf16/x86.ts";
import { stageKernel } from "../../../kernels/staged_kernel.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";

testOnX86(
  "the error of rounded features is that of the given ones, of float32 it is next to nothing",
  async (device) => {
    // One entry of value 1 a row: a result is a feature, and its error that of the rounding alone.
    const { matrix } = randomProblem({ rows: 2, cols: 2, width: 4, weighted: false, entries: () => 2 });
    const single = { ...matrix, rowPtr: Uint32Array.of(0, 1, 2), colIdx: Uint32Array.of(0, 1) };
    const features = Float32Array.of(1, 2, 4, 8, 1 + 2 ** -8, 1, 1, 1);
    const errorOf = async (
      kernel: Kernel<SpmmOperandsOf>,
      problem: SpmmProblem = { matrix: single, features, width: 4 },
    ) => {
      const staged = await stageKernel(device, problem, { operation: spmm, kernel });
      const error = await roundingError(device, staged, problem, { seed: 1 });
      staged.destroy();
      return error;
    };
    const squares = 1 + 4 + 16 + 64 + (1 + 2 ** -8) ** 2 + 3;
    const { max: most, rms: mean } = await errorOf(rowSplitBf16X86);
    assert.equal(most, 2 ** -8 / 8);
    assert.ok(Math.abs(mean * Math.sqrt(squares) - 2 ** -8) < 2 ** -50, `${mean}`);
    assert.deepEqual(await errorOf(rowSplitX86), { max: 0, rms: 0 });

    const large = randomProblem({ rows: 20_000, cols: 5000, width: 96, entries: () => 120 });
    const { rms, max } = await errorOf(rowSplitBf16X86, large), single32 = await errorOf(rowSplitX86, large);
    // Uniform rounding of 8 bits has an RMS error near 2^-9 / sqrt(3) of a number.
    assert.ok(rms > 2 ** -11 && rms < 2 ** -8 && max > rms / 10 && max < 2 ** -6, `${rms}, ${max}`);
    assert.ok(single32.rms > 0 && single32.rms < 2 ** -20);
  },
  [2],
);
