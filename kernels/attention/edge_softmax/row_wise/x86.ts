/**
 * Softmaxes over the entries of rows, and their gradient, in machine code.
 *
 * @module
 */
import { assertCsr } from "../../../../graph/csr.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { wholePanel } from "../../../plans/plan_wasm.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import { HEADS_SOURCE_SHAPES } from "../../plans/heads_shape.ts";
import type { EdgeSoftmaxGradientOperandsOf, EdgeSoftmaxOperandsOf } from "../edge_softmax.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "../operand_fit.ts";
import { emitEdgeSoftmax } from "./code_x86.ts";
import { emitEdgeSoftmaxGradient, GRADIENT_LAYOUT } from "./gradient_code_x86.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";
import { SOFTMAX_LAYOUT } from "./scores_x86.ts";
import { rowBlocks, SHARE, SLOPE, softmaxArguments } from "./softmax_arguments.ts";

/** Kernel `row-wise@x86` of edge-softmax; see `code_x86.ts`. */
export const edgeSoftmaxRowWiseX86: KernelOn<"x86", EdgeSoftmaxOperandsOf> = kernelOn("x86", rowWise, {
  source: emittedSource(HEADS_SOURCE_SHAPES, emitEdgeSoftmax),
  phases: { rows: (isa, heads) => emitEdgeSoftmax(isa, { heads }) },
  prepare: (device, operands) =>
    planEntryCallX86(device, "edge-softmax", ({ share }) => {
      assertCsr(operands.matrix);
      assertEdgeSoftmax(operands);
      const { rowPtr, colIdx, scores, heads, slope, y } = softmaxArguments(share, operands);
      return {
        layout: SOFTMAX_LAYOUT,
        emit: emitEdgeSoftmax,
        shape: { heads },
        items: rowBlocks(operands, SHARE, device.threads),
        addresses: { rowPtr, colIdx, scores, y },
        numbers: { slope },
      };
    }),
});

/** Kernel `row-wise@x86` of edge-softmax-gradient; see `gradient_code_x86.ts`. */
export const edgeSoftmaxGradientRowWiseX86: KernelOn<"x86", EdgeSoftmaxGradientOperandsOf> = kernelOn(
  "x86",
  rowWiseGradient,
  {
    source: emittedSource(HEADS_SOURCE_SHAPES, emitEdgeSoftmaxGradient),
    phases: { rows: (isa, heads) => emitEdgeSoftmaxGradient(isa, { heads }) },
    prepare: (device, operands) =>
      planEntryCallX86(device, "edge-softmax-gradient", ({ share }) => {
        assertCsr(operands.matrix);
        assertEdgeSoftmaxGradient(operands);
        const { rowPtr, colIdx, scores, heads, slope, y } = softmaxArguments(share, operands);
        const attention = wholePanel(operands.attention).address;
        const gradient = wholePanel(operands.gradient).address;
        return {
          layout: GRADIENT_LAYOUT,
          emit: emitEdgeSoftmaxGradient,
          shape: { heads },
          items: rowBlocks(operands, SLOPE, device.threads),
          addresses: { rowPtr, colIdx, scores, y, attention, gradient },
          numbers: { slope },
        };
      }),
  },
);
