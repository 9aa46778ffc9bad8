/**
 * The largest entries of segments on WebGPU.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { KernelOn, Plan } from "../kernel.ts";
import { planLaunches, WORKGROUP } from "../plan_webgpu.ts";
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "./segment_max.ts";
import gradientSource from "./segment_max_gradient.wgsl" with { type: "text" };
import source from "./segment_max.wgsl" with { type: "text" };
import { assertSegmentMax, assertSegmentMaxGradient } from "./segments.ts";

const kernel = {
  id: "vector-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation goes down the rows of a segment with four columns of it",
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }: Readonly<Record<string, number>>) => ({
    workgroupBytes: 0,
    workgroupInvocations: workgroup,
    storageBindings: 4,
  }),
} as const;

type Matrix = DeviceMatrix<WebGpuBuffer>;

/** Columns where a panel of one of the matrices begins or ends: they have different rows, and so may be cut differently. */
function cutsOf(matrices: readonly Matrix[]): number[] {
  const cuts = matrices.flatMap(({ panels }) =>
    panels.flatMap(({ firstCol, stride }) => [firstCol, firstCol + stride])
  );
  return [...new Set(cuts)].sort((a, b) => a - b);
}

/** Buffer, stride and offset, in vectors, of the panel of a matrix that has a column. */
function placeOf({ panels }: Matrix, column: number) {
  const panel = panels.findLast(({ firstCol }) => firstCol <= column)!;
  return { buffer: panel.buffer, layout: [panel.stride / 4, (column - panel.firstCol) / 4] };
}

/** A dispatch for each run of columns that lies in one panel of every matrix. */
function plan(
  device: WebGpuDevice,
  { matrices, offsets, segments, rows, source, workgroup }: {
    readonly matrices: readonly Matrix[];
    readonly offsets: WebGpuBuffer;
    readonly segments: number;
    readonly rows: number;
    readonly source: string;
    readonly workgroup: number;
  },
): Promise<Plan> {
  return planLaunches(device, () => {
    const cuts = cutsOf(matrices);
    return cuts.slice(0, -1).map((cut, i) => {
      const vectors = (cuts[i + 1] - cut) / 4;
      const places = matrices.map((matrix) => placeOf(matrix, cut));
      return {
        ...{ label: "segment max", source, constants: { WORKGROUP: workgroup } },
        launch: [segments, rows, vectors, ...places.flatMap(({ layout }) => layout)],
        buffers: [offsets, ...places.map(({ buffer }) => buffer)],
        groups: Math.ceil(segments * vectors / workgroup),
        multiplyAdds: 4 * rows * vectors,
      };
    });
  });
}

/** `vector-wise@webgpu` of segment-max; see `segment_max.wgsl`. */
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

/** `vector-wise@webgpu` of segment-max-gradient; see `segment_max_gradient.wgsl`. */
export const segmentMaxGradientVectorWiseWebGpu: KernelOn<"webgpu", SegmentMaxGradientOperandsOf> = {
  ...kernel,
  source: gradientSource,
  prepare(device, operands, { workgroup }) {
    assertSegmentMaxGradient(operands);
    const { x, offsets, gradient, output } = operands;
    const sizes = { segments: gradient.rows, rows: x.rows };
    return plan(device, {
      ...{ matrices: [x, gradient, output], offsets, ...sizes, workgroup },
      source: gradientSource,
    });
  },
};
