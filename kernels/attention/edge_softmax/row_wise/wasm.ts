/**
 * Softmaxes over the entries of rows, and their gradient, on the CPU.
 *
 * @module
 */
import { nnz } from "../../../../graph/csr.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/device.ts";
import type { CallItems } from "../../../../platform/wasm/bindings.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../../plan_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import { type EntryArrays, planEntryCall } from "../../plans/entry_call_wasm.ts";
import type {
  EdgeSoftmaxGradientOperandsOf,
  EdgeSoftmaxOperands,
  EdgeSoftmaxOperandsOf,
} from "../edge_softmax.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "../operand_fit.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";

/** Cost of an exponential and three visits of an entry, in multiply-adds. */
const SHARE = 24;
/** Cost of two visits of an entry, in multiply-adds. */
const SLOPE = 8;

/** Rows that a thread takes at once, where an entry and head cost `work` multiply-adds. */
function rowBlocks({ matrix, heads }: EdgeSoftmaxOperands, work: number, threads: number): CallItems {
  return { items: matrix.rows, block: itemsPerBlock(matrix.rows, nnz(matrix) * heads * work, threads) };
}

/** Arguments that the softmax and its gradient have alike. */
function softmaxArguments(
  share: EntryArrays["share"],
  { matrix, scores, heads, negativeSlope, output }: EdgeSoftmaxOperands<WasmBuffer>,
) {
  const from = wholePanel(scores), to = wholePanel(output);
  return {
    rowPtr: share("rowPtr", { of: matrix.rowPtr }).address,
    colIdx: share("colIdx", { of: matrix.colIdx }).address,
    scores: from.address,
    scoreStride: from.stride,
    heads,
    slope: negativeSlope,
    y: to.address,
    stride: to.stride,
  };
}

/** Kernel `row-wise@wasm` of edge-softmax; see `assembly.ts`. */
export const edgeSoftmaxRowWiseWasm: KernelOn<"wasm", EdgeSoftmaxOperandsOf> = kernelOn("wasm", rowWise, {
  source: attentionWasm.digest,
  prepare: (device, operands) =>
    planEntryCall(device, "edge-softmax", attentionWasm, ({ share }) => {
      assertEdgeSoftmax(operands);
      const rows = rowBlocks(operands, SHARE, device.threads);
      return attentionWasm.call("edge_softmax", rows, softmaxArguments(share, operands));
    }),
});

/** Kernel `row-wise@wasm` of edge-softmax-gradient; see `assembly.ts`. */
export const edgeSoftmaxGradientRowWiseWasm: KernelOn<"wasm", EdgeSoftmaxGradientOperandsOf> = kernelOn(
  "wasm",
  rowWiseGradient,
  {
    source: attentionWasm.digest,
    prepare: (device, operands) =>
      planEntryCall(device, "edge-softmax-gradient", attentionWasm, ({ share }) => {
        assertEdgeSoftmaxGradient(operands);
        return attentionWasm.call("edge_softmax_gradient", rowBlocks(operands, SLOPE, device.threads), {
          ...softmaxArguments(share, operands),
          attention: wholePanel(operands.attention).address,
          gradient: wholePanel(operands.gradient).address,
        });
      }),
  },
);
