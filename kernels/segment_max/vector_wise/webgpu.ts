/**
 * Maxima of segments and their gradient on WebGPU.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride } from "../../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { panelRuns, vectorPlaceIn } from "../../plans/panel_runs_webgpu.ts";
import { invocationNeeds, type Launch, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "../segment_max.ts";
import { assertSegmentMax, assertSegmentMaxGradient } from "../segments.ts";
import { vectorWise } from "./kernel.ts";
import floatBitsText from "../../../platform/float_bits.wgsl" with { type: "text" };
import gradientText from "./segment_max_gradient.wgsl" with { type: "text" };
import text from "./segment_max.wgsl" with { type: "text" };

const source = floatBitsText + text, gradientSource = floatBitsText + gradientText;

const parameters = { workgroup: WORKGROUP };
const needs = invocationNeeds(4);

/** Sizes, shader and operands of a kernel. */
interface Work {
  readonly source: string;
  readonly workgroup: number;
  readonly segments: number;
  readonly rows: number;
  readonly offsets: WebGpuBuffer;
  /** Matrices by the letter that stands before their strides and offsets in the shader. */
  readonly matrices: Readonly<Record<string, DeviceMatrix<WebGpuBuffer>>>;
}

/** Lists one dispatch for each run of columns that lies in one panel of every matrix. */
function launches({ source, workgroup, segments, rows, offsets, matrices }: Work): Launch[] {
  const letters = Object.keys(matrices), all = Object.values(matrices);
  const runs = panelRuns(paddedStride(all[0].cols), all.map((matrix) => ({ matrix })));
  return runs.map(({ begin, end, panels }) => {
    const vectors = (end - begin) / 4;
    const places = panels.flatMap((panel, i) => {
      const [stride, offset] = vectorPlaceIn(panel, begin);
      return [[`${letters[i]}Stride`, stride], [`${letters[i]}Offset`, offset]];
    });
    return {
      label: "segment max",
      source,
      constants: { WORKGROUP: workgroup },
      launch: { segments, rows, vectors, ...Object.fromEntries(places) },
      buffers: [offsets, ...panels.map(({ buffer }) => buffer)],
      groups: Math.ceil(segments * vectors / workgroup),
      multiplyAdds: 4 * rows * vectors,
    };
  });
}

/** Kernel `vector-wise@webgpu` of segment-max; see `segment_max.wgsl`. */
export const segmentMaxVectorWiseWebGpu: KernelOn<"webgpu", SegmentMaxOperandsOf> = kernelOn(
  "webgpu",
  vectorWise,
  {
    source,
    parameters,
    needs,
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertSegmentMax(operands);
        const { x, offsets, output: y } = operands;
        const sizes = { segments: y.rows, rows: x.rows };
        return launches({ source, workgroup, ...sizes, offsets, matrices: { x, y } });
      }),
  },
);

/** Kernel `vector-wise@webgpu` of segment-max-gradient; see `segment_max_gradient.wgsl`. */
export const segmentMaxGradientVectorWiseWebGpu: KernelOn<"webgpu", SegmentMaxGradientOperandsOf> = kernelOn(
  "webgpu",
  vectorWise,
  {
    source: gradientSource,
    parameters,
    needs,
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertSegmentMaxGradient(operands);
        const { x, offsets, gradient: g, output: t } = operands;
        const sizes = { segments: g.rows, rows: x.rows };
        return launches({ source: gradientSource, workgroup, ...sizes, offsets, matrices: { x, g, t } });
      }),
  },
);
