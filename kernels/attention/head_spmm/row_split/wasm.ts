/**
 * Sparse-times-dense multiplication with weights for each head, on the CPU: row-split SpMM whose weight
 * changes from head to head. The plan shares the matrix on the device with the plans of spmm.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { rowsPerBlock } from "../../../spmm/plans/device_csr_wasm.ts";
import type { HeadShape } from "../../attention.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import { planEntryCall } from "../../plans/entry_call_wasm.ts";
import { headArguments } from "../head_arguments_wasm.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { assertHeadSpmm } from "../operand_fit.ts";
import { rowSplit } from "./kernel.ts";

const LANES = 4;
const PATTERN_WORDS = 8;

/**
 * Patterns that spread four neighbouring weights of an entry over a vector of four columns, one for each
 * vector of a row: the bytes of a swizzle, then the position of the four weights. Padding columns get the
 * weight of the last head; `weightStride` has the bytes from one entry's weights to the next entry's.
 */
function headPatterns({ heads, headWidth }: HeadShape, weightStride: number): Uint32Array {
  const vectors = Math.ceil(heads * headWidth / LANES), patterns = new Uint32Array(vectors * PATTERN_WORDS);
  const headOf = (column: number) => Math.min(Math.floor(column / headWidth), heads - 1);
  for (let vector = 0; vector < vectors; vector++) {
    // Four columns have at most four heads; the last four weights of an entry end with the padding.
    const first = Math.min(headOf(vector * LANES), weightStride / 4 - LANES);
    for (let lane = 0; lane < LANES; lane++) {
      const byte = 4 * (headOf(vector * LANES + lane) - first);
      patterns[vector * PATTERN_WORDS + lane] = byte * 0x01010101 + 0x03020100;
    }
    patterns[vector * PATTERN_WORDS + LANES] = 4 * first;
  }
  return patterns;
}

/** Kernel `row-split@wasm` of head-spmm; see `assembly.ts`. */
export const headSpmmRowSplitWasm: KernelOn<"wasm", HeadSpmmOperandsOf> = kernelOn("wasm", rowSplit, {
  source: attentionWasm.digest,
  prepare: (device, operands) =>
    planEntryCall(device, "head-spmm", attentionWasm, ({ share, upload }) => {
      assertHeadSpmm(operands);
      const { matrix, heads, headWidth } = operands;
      const rows = { items: matrix.rows, block: rowsPerBlock(matrix, heads * headWidth, device.threads) };
      const shared = headArguments(share, operands);
      if (headWidth % LANES === 0) {
        return attentionWasm.call("head_spmm", rows, { ...shared, heads, headBytes: 4 * headWidth });
      }
      const patterns = upload("head patterns", headPatterns(operands, shared.weightStride));
      return attentionWasm.call("head_spmm_odd", rows, { ...shared, patterns });
    }),
});
