/**
 * The yardstick as a kernel: a C compiler's code on the operands, threads and blocks of this project's own.
 *
 * @module
 */
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { type KernelOn, kernelOn } from "../../../kernels/kernel.ts";
import { CSR_LAYOUT, csrPointers, planCsrX86 } from "../../../kernels/spmm/plans/csr_plan_x86.ts";
import { rowsPerBlock } from "../../../kernels/spmm/plans/device_csr_wasm.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { YARDSTICK_SOURCE, yardstickCode } from "./library.ts";

/** Id of the yardstick, as contender and as kernel. */
export const YARDSTICK = "c-intrinsics";

/** Argument block: `struct product` of `yardstick.c`. */
const LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, columns: "u64" });

/**
 * Kernel `c-intrinsics`: row-split SpMM by a C compiler; see `yardstick.c`. It is in no registry: only
 * comparisons that ask for it have it.
 */
export const yardstickKernel: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", {
  id: YARDSTICK,
  origin: { paper: "own", section: "" },
  mapping: "row-split by a C compiler: blocks of rows, passes of up to eight accumulators, requests ahead",
}, {
  source: YARDSTICK_SOURCE,
  prepare: (device, operands) =>
    planCsrX86(device, operands, { id: YARDSTICK }, (csr, arrays) => {
      const { matrix, y } = operands;
      const itemsPerBlock = rowsPerBlock(matrix, y.cols, device.threads);
      if (y.cols === 0) return { run: () => {}, facts: { block: itemsPerBlock } };
      const block = arrays.reserve("arguments", LAYOUT.bytes);
      // Address 0 of the arena stands for absent values.
      const { values, ...others } = csrPointers(device, csr);
      const pointers = { ...others, values: csr.values === 0 ? 0n : values };
      device.write(block, LAYOUT.pack({ ...pointers, columns: csr.stride / 4 }));
      const call = { code: yardstickCode(device.isa), block, items: matrix.rows, itemsPerBlock };
      return { run: () => device.execute(call), facts: { block: itemsPerBlock } };
    }),
});
