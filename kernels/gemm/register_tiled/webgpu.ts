/**
 * Register-tiled GEMM on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { GEMM_BINDINGS } from "../plans/region_launch_webgpu.ts";
import { planRegions } from "../plans/region_plan_webgpu.ts";
import { splitSumSource } from "../plans/split_sum_webgpu.ts";
import { type TileKernel, tileLaunches, tilePrelude } from "../plans/tile_launches_webgpu.ts";
import { registerTiled } from "./kernel.ts";
import { tileShape } from "./tile_shape.ts";
import text from "./register_tiled.wgsl" with { type: "text" };

const source = tilePrelude + text;

/** Rows and columns that an invocation computes, as in the shader. */
const SIDE = 8;

/** Kernel for a number of columns, and of slices in workgroup memory. */
function tileKernel(cols: number, slices: number): TileKernel {
  const { lanes, parts, depth, bStride, blocks } = tileShape(cols);
  return {
    label: "gemm register-tiled",
    source,
    constants: {
      LANES: lanes,
      PARTS: parts,
      DEPTH: depth,
      BUFFERS: slices,
      B_STRIDE: bStride,
      BLOCKS: blocks,
    },
    rows: SIDE * parts,
    columns: SIDE * lanes,
  };
}

/** Kernel `register-tiled@webgpu`; see `register_tiled.wgsl`. */
export const gemmRegisterTiledWebGpu: KernelOn<"webgpu", GemmOperandsOf> = kernelOn("webgpu", registerTiled, {
  source: source + splitSumSource,
  parameters: {
    slices: {
      meaning:
        "slices of A and B that workgroup memory holds; with one, invocations wait for each other twice a slice",
      default: 2,
      range: [1, 2],
    },
  },
  needs({ slices }, width) {
    const { lanes, parts, sliceBytes } = tileShape(width);
    return {
      workgroupBytes: slices * sliceBytes,
      workgroupInvocations: lanes * parts,
      storageBindings: GEMM_BINDINGS,
    };
  },
  prepare(device, operands, { slices }) {
    const kernel = tileKernel(operands.cols, slices);
    return planRegions(
      device,
      operands,
      (region, { reserve }) => tileLaunches(kernel, { device, operands, reserve }, region),
    );
  },
});
