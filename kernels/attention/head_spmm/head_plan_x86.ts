/**
 * Calls of the machine-code kernels of head-spmm.
 *
 * @module
 */
import { assertCsr } from "../../../graph/csr.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { LOOK_AHEAD } from "../../spmm/plans/csr_plan_x86.ts";
import { rowsPerBlock } from "../../spmm/plans/device_csr_wasm.ts";
import type { EntryArrays } from "../plans/entry_call_wasm.ts";
import type { EntryCallX86 } from "../plans/entry_call_x86.ts";
import type { HeadSpmmShape, HeadTypes } from "./entry_weights_x86.ts";
import { headArguments } from "./head_arguments_wasm.ts";
import type { HeadSpmmOperandsOf } from "./head_spmm.ts";
import { assertHeadSpmm } from "./operand_fit.ts";

/** Call over the rows of a matrix, but for its code. */
type HeadCall = Omit<
  EntryCallX86<HeadTypes, HeadSpmmShape, Exclude<keyof HeadTypes, "lastEntry">>,
  "layout" | "emit"
>;

/**
 * Shape, rows and arguments for operands whose indices are checked, but for those of the order: they are on
 * the device, and kernels keep within the attention whatever they are.
 *
 * @throws {UsageError} and {@linkcode ReproError} where an operand does not fit or an index is out of range.
 */
export function headCallX86(
  device: X86Device,
  operands: HeadSpmmOperandsOf["wasm"],
  { share }: EntryArrays,
): HeadCall {
  assertCsr(operands.matrix);
  assertHeadSpmm(operands);
  const { matrix, heads, headWidth, order: ofEntries } = operands;
  const { rowPtr, sources, order, lastEntry, weights, x, y } = headArguments(share, operands, LOOK_AHEAD);
  return {
    shape: { heads, headWidth, ordered: ofEntries !== undefined },
    items: { items: matrix.rows, block: rowsPerBlock(matrix, heads * headWidth, device.threads) },
    addresses: { rowPtr, sources, values: weights, x, y, order },
    numbers: { lastEntry },
  };
}
