/**
 * The yardstick as a kernel: a C compiler's code on the operands, the threads' number and the blocks of this
 * project's own.
 *
 * @module
 */
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { instructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { addressOf } from "../../../hardware/cpu/x86/libc.ts";
import { type KernelOn, kernelOn } from "../../../kernels/kernel.ts";
import { planInArena } from "../../../kernels/plan_wasm.ts";
import { assertInBounds } from "../../../kernels/spmm/operand_shapes.ts";
import { LOOK_AHEAD } from "../../../kernels/spmm/plans/csr_plan_x86.ts";
import { rowsPerBlock, shareCsr } from "../../../kernels/spmm/plans/device_csr_wasm.ts";
import { planSharing } from "../../../kernels/spmm/plans/shared_arrays.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { MissingError } from "../../../platform/errors.ts";
import { openYardstick, YARDSTICK_SOURCE } from "./library.ts";

/** Id of the yardstick, as contender and as kernel. */
export const YARDSTICK = "c-intrinsics";

/**
 * Instructions that the yardstick may use here: as wide as this project's machine code has them.
 *
 * @throws {MissingError} where no machine code runs here.
 */
export function yardstickIsa(): "avx2" | "avx512" {
  const { isa, reason } = instructionSet();
  if (isa !== "none") return isa;
  throw new MissingError({
    action: `run ${YARDSTICK}`,
    current: reason,
    wanted: "Linux on an x86-64 CPU with AVX2",
    next: "leave it out",
  });
}

/**
 * Kernel `c-intrinsics`: row-split SpMM by a C compiler; see `yardstick.c`. It is in no registry: only
 * comparisons that ask for it have it.
 */
export const yardstickKernel: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", {
  id: YARDSTICK,
  origin: { paper: "own", section: "" },
  mapping: "row-split by a C compiler: blocks of rows, passes of up to eight accumulators, requests ahead",
}, {
  source: YARDSTICK_SOURCE,
  prepare: (device, operands) => {
    const { spmm } = openYardstick();
    const bits = yardstickIsa() === "avx512" ? 512 : 256;
    return planSharing(device, YARDSTICK, (share) => {
      assertInBounds(operands);
      return planInArena(device, () => {
        const { matrix, y } = operands;
        const args = shareCsr(share, operands, LOOK_AHEAD);
        const block = rowsPerBlock(matrix, y.cols, device.threads);
        if (y.cols === 0) return { run: () => {}, facts: { block } };
        const base = arenaAddress(device, operands);
        const at = (address: number) => address === 0 ? 0n : base + BigInt(address);
        const pointers = [args.rowPtr, args.sources, args.values, args.x, args.y].map(at);
        const [rowPtr, sources, values, x, out] = pointers;
        const rows = BigInt(matrix.rows), columns = BigInt(args.stride / 4);
        const run = () =>
          spmm(rowPtr, sources, values, x, out, rows, columns, BigInt(block), device.threads, bits);
        return { run, facts: { block } };
      });
    });
  },
});

/** Address in the process of the arena's address 0. */
function arenaAddress(device: WasmDevice, { y }: SpmmOperandsOf["wasm"]): bigint {
  const { buffer } = y.panels[0];
  return addressOf(device.view!(buffer, 4)) - BigInt(buffer.address);
}
