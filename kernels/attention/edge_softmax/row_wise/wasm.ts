/**
 * Softmaxes over the entries of rows, and their gradient, on the CPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { wholePanel } from "../../../plans/plan_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import { planEntryCall } from "../../plans/entry_call_wasm.ts";
import type { EdgeSoftmaxGradientOperandsOf, EdgeSoftmaxOperandsOf } from "../edge_softmax.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "../operand_fit.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";
import { rowBlocks, SHARE, SLOPE, softmaxArguments } from "./softmax_arguments.ts";

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
