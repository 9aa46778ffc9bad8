/**
 * Maxima of segments and their gradient on WebGPU.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride } from "../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { KernelOn, Plan } from "../kernel.ts";
import { panelRuns, vectorPlaceIn } from "../panel_runs_webgpu.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../plan_webgpu.ts";
import floatBitsText from "../../platform/float_bits.wgsl" with { type: "text" };
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "./segment_max.ts";
import gradientText from "./segment_max_gradient.wgsl" with { type: "text" };
import text from "./segment_max.wgsl" with { type: "text" };
import { assertSegmentMax, assertSegmentMaxGradient } from "./segments.ts";

const source = floatBitsText + text, gradientSource = floatBitsText + gradientText;

const kernel = {
  id: "vector-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation goes down the rows of a segment with four columns of it",
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(4),
} as const;

/** Builds a plan with one dispatch for each run of columns that lies in one panel of every matrix. */
function plan(
  device: WebGpuDevice,
  { matrices, offsets, segments, rows, source, workgroup }: {
    readonly matrices: readonly DeviceMatrix<WebGpuBuffer>[];
    readonly offsets: WebGpuBuffer;
    readonly segments: number;
    readonly rows: number;
    readonly source: string;
    readonly workgroup: number;
  },
): Promise<Plan> {
  return planLaunches(device, () => {
    const runs = panelRuns(paddedStride(matrices[0].cols), matrices.map((matrix) => ({ matrix })));
    return runs.map(({ begin, end, panels }) => {
      const vectors = (end - begin) / 4;
      return {
        label: "segment max",
        source,
        constants: { WORKGROUP: workgroup },
        launch: [segments, rows, vectors, ...panels.flatMap((panel) => vectorPlaceIn(panel, begin))],
        buffers: [offsets, ...panels.map(({ buffer }) => buffer)],
        groups: Math.ceil(segments * vectors / workgroup),
        multiplyAdds: 4 * rows * vectors,
      };
    });
  });
}

/** Kernel `vector-wise@webgpu` of segment-max; see `segment_max.wgsl`. */
export const segmentMaxVectorWiseWebGpu: KernelOn<"webgpu", SegmentMaxOperandsOf> = {
  ...kernel,
  source,
  prepare(device, operands, { workgroup }) {
    assertSegmentMax(operands);
    const { x, offsets, output } = operands;
    const sizes = { segments: output.rows, rows: x.rows };
    return plan(device, { matrices: [x, output], offsets, ...sizes, source, workgroup });
  },
};

/** Kernel `vector-wise@webgpu` of segment-max-gradient; see `segment_max_gradient.wgsl`. */
export const segmentMaxGradientVectorWiseWebGpu: KernelOn<"webgpu", SegmentMaxGradientOperandsOf> = {
  ...kernel,
  source: gradientSource,
  prepare(device, operands, { workgroup }) {
    assertSegmentMaxGradient(operands);
    const { x, offsets, gradient, output } = operands;
    const sizes = { segments: gradient.rows, rows: x.rows };
    return plan(device, {
      matrices: [x, gradient, output],
      offsets,
      ...sizes,
      workgroup,
      source: gradientSource,
    });
  },
};
