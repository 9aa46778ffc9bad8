/**
 * GEMM in machine code: register tiles over packed panels.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { planMultiplicationX86 } from "../plans/multiplication_x86.ts";
import { blocked } from "./kernel.ts";
import { planPackedRowsX86 } from "./packed_rows_x86.ts";
import { sourceX86 } from "./source_x86.ts";
import { PHASES_X86 } from "./phases_x86.ts";
import { planSplitTermsX86 } from "./split_terms_x86.ts";
import { tileOf } from "./tuned_tile_x86.ts";

/** Kernel `blocked@x86`; see `code_x86.ts` and, where A is transposed, `split_code_x86.ts`. */
export const gemmBlockedX86: KernelOn<"x86", GemmOperandsOf> = kernelOn("x86", blocked, {
  source: sourceX86,
  phases: PHASES_X86,
  parameters: {
    tile: {
      meaning: "vectors of columns of a register tile where A is not transposed: 2, or 4 with AVX-512; " +
        "0 takes the tuned number, or else 2",
      default: 0,
      range: [0, 4],
    },
  },
  prepare: (device, operands, { tile }) =>
    planMultiplicationX86(
      device,
      operands,
      operands.form === "tn"
        ? planSplitTermsX86
        : (product) => planPackedRowsX86(product, tileOf(device, product.c.stride / 4, tile)),
    ),
});
