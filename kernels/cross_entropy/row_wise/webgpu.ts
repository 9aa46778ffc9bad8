/**
 * Classification losses and their gradients on WebGPU.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { invocationNeeds, type Launch, planOnWebGpu, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { CrossEntropyOperands, CrossEntropyOperandsOf } from "../cross_entropy.ts";
import floatBitsText from "../../../platform/float_bits.wgsl" with { type: "text" };
import sigmoidGradient from "./sigmoid_gradient.wgsl" with { type: "text" };
import sigmoidLoss from "./sigmoid_loss.wgsl" with { type: "text" };
import softmaxGradient from "./softmax_gradient.wgsl" with { type: "text" };
import softmaxLoss from "./softmax_loss.wgsl" with { type: "text" };
import softmaxSum from "./softmax_sum.wgsl" with { type: "text" };
import { assertCrossEntropy } from "../truth.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";

const BINDINGS = 5;
/** Cost of a vector, in multiply-adds: four exponentials, and four logarithms or divisions. */
const VECTOR_WORK = 64;

type Operands = CrossEntropyOperands<WebGpuBuffer>;
type Result = "loss" | "gradient";

/** Dispatch whose invocations per workgroup are not yet chosen. */
type Pass = Pick<Launch, "label" | "source" | "launch" | "buffers" | "multiplyAdds"> & {
  readonly invocations: number;
};

/**
 * Passes of the softmax: one per panel that sums the rows of the scores, then one per panel that computes the
 * result from the sums.
 */
function softmaxPasses(
  { logits, weights, output }: Operands,
  labels: WebGpuBuffer,
  { result, sums }: { readonly result: Result; readonly sums: WebGpuBuffer },
): Pass[] {
  const { rows, cols: classes, panels } = logits;
  const summing = panels.map(({ firstCol, cols, stride, buffer }): Pass => ({
    label: "softmax sum",
    source: floatBitsText + softmaxSum,
    launch: { rows, classes: cols, stride: stride / 4, continues: firstCol > 0 ? 1 : 0 },
    buffers: [buffer, sums],
    invocations: rows,
    multiplyAdds: VECTOR_WORK * rows * stride / 4,
  }));
  if (result === "loss") {
    const losses = panels.map(({ firstCol, cols, stride, buffer }): Pass => ({
      label: "softmax loss",
      source: floatBitsText + softmaxLoss,
      launch: { rows, classes: cols, stride, firstClass: firstCol, lastClass: classes - 1 },
      buffers: [buffer, sums, labels, weights, output.panels[0].buffer],
      invocations: rows,
      multiplyAdds: VECTOR_WORK * rows,
    }));
    return [...summing, ...losses];
  }
  const gradients = alignedPanels("compute a gradient", [logits, output]).map(([from, to]): Pass => ({
    label: "softmax gradient",
    source: floatBitsText + softmaxGradient,
    launch: {
      rows,
      classes: from.cols,
      stride: from.stride / 4,
      firstClass: from.firstCol,
      lastClass: classes - 1,
    },
    buffers: [from.buffer, sums, labels, weights, to.buffer],
    invocations: rows * from.stride / 4,
    multiplyAdds: VECTOR_WORK * rows * from.stride / 4,
  }));
  return [...summing, ...gradients];
}

/** Passes of the sigmoid loss, one per panel of the scores. */
function sigmoidPasses(
  { logits, weights, output }: Operands,
  targets: DeviceMatrix<WebGpuBuffer>,
  result: Result,
): Pass[] {
  const { rows } = logits;
  if (result === "loss") {
    return alignedPanels("compute a loss", [logits, targets]).map(([from, target]): Pass => ({
      label: "sigmoid loss",
      source: floatBitsText + sigmoidLoss,
      launch: {
        rows,
        classes: from.cols,
        stride: from.stride / 4,
        continues: from.firstCol > 0 ? 1 : 0,
      },
      buffers: [from.buffer, target.buffer, weights, output.panels[0].buffer],
      invocations: rows,
      multiplyAdds: VECTOR_WORK * rows * from.stride / 4,
    }));
  }
  return alignedPanels("compute a gradient", [logits, targets, output]).map(([from, target, to]): Pass => ({
    label: "sigmoid gradient",
    source: floatBitsText + sigmoidGradient,
    launch: { rows, classes: from.cols, stride: from.stride / 4 },
    buffers: [from.buffer, target.buffer, weights, to.buffer],
    invocations: rows * from.stride / 4,
    multiplyAdds: VECTOR_WORK * rows * from.stride / 4,
  }));
}

function plan(
  device: WebGpuDevice,
  operands: Operands,
  { result, workgroup }: { readonly result: Result; readonly workgroup: number },
): Promise<Plan> {
  return planOnWebGpu(device, async ({ reserve, dispatch }) => {
    const { logits, truth, output } = operands;
    assertCrossEntropy(operands, result === "loss" ? 1 : logits.cols);
    const passes = truth.labels
      ? softmaxPasses(operands, truth.labels, {
        result,
        // A binding must hold at least one element.
        sums: reserve("sums of exponentials", 8 * Math.max(1, logits.rows)),
      })
      : sigmoidPasses(operands, truth.targets, result);
    const dispatches: (() => void)[] = [];
    for (const { invocations, ...pass } of passes) {
      const groups = Math.ceil(invocations / workgroup);
      dispatches.push(await dispatch({ ...pass, constants: { WORKGROUP: workgroup }, groups }));
    }
    return {
      run: () => {
        // A loss over no classes is zero, and there is no panel whose pass would write it.
        if (passes.length === 0) { for (const { buffer } of output.panels) device.clear(buffer); }
        for (const encode of dispatches) encode();
      },
      facts: { dispatches: dispatches.length },
    };
  });
}

const common = { parameters: { workgroup: WORKGROUP }, needs: invocationNeeds(BINDINGS) };

/**
 * Kernel `row-wise@webgpu` of cross-entropy; see `softmax_sum.wgsl`, `softmax_loss.wgsl` and
 * `sigmoid_loss.wgsl`.
 */
export const crossEntropyRowWiseWebGpu: KernelOn<"webgpu", CrossEntropyOperandsOf> = kernelOn(
  "webgpu",
  rowWise,
  {
    ...common,
    source: floatBitsText + softmaxSum + softmaxLoss + sigmoidLoss,
    prepare: (device, operands, { workgroup }) => plan(device, operands, { result: "loss", workgroup }),
  },
);

/**
 * Kernel `row-wise@webgpu` of cross-entropy-gradient; see `softmax_gradient.wgsl` and
 * `sigmoid_gradient.wgsl`.
 */
export const crossEntropyGradientRowWiseWebGpu: KernelOn<"webgpu", CrossEntropyOperandsOf> = kernelOn(
  "webgpu",
  rowWiseGradient,
  {
    ...common,
    source: floatBitsText + softmaxSum + softmaxGradient + sigmoidGradient,
    prepare: (device, operands, { workgroup }) => plan(device, operands, { result: "gradient", workgroup }),
  },
);
