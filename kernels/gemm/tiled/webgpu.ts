/**
 * GEMM on WebGPU by tiles of 8 x 4 entries an invocation.
 *
 * @module
 */
import { epiloguePrelude } from "../../epilogue/webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { GEMM_BINDINGS } from "../plans/region_launch_webgpu.ts";
import { planRegions } from "../plans/region_plan_webgpu.ts";
import { splitSumSource } from "../plans/split_sum_webgpu.ts";
import { type TileKernel, tileLaunches } from "../plans/tile_launches_webgpu.ts";
import { tiled } from "./kernel.ts";
import text from "./tiled.wgsl" with { type: "text" };

const source = epiloguePrelude + text;

/** Rows that an invocation computes, as in the shader. */
const ROWS_PER_INVOCATION = 8;
/** Terms staged at once, as in the shader. */
const DEPTH = 16;

/** Layout of a workgroup's invocations: vectors of four columns, and parts of the rows. */
interface Tile {
  readonly lanes: number;
  readonly parts: number;
}

/**
 * Tile for a number of columns. Narrow results (16 hidden units are common) get narrow and long tiles, so
 * that no lane idles.
 */
function tileFor(cols: number): Tile {
  if (cols > 32) return { lanes: 16, parts: 8 };
  return { lanes: cols > 16 ? 8 : 4, parts: 16 };
}

function tileKernel({ lanes, parts }: Tile): TileKernel {
  return {
    label: "gemm tiled",
    source,
    constants: { LANES: lanes, PARTS: parts },
    rows: ROWS_PER_INVOCATION * parts,
    columns: 4 * lanes,
  };
}

/** Kernel `tiled@webgpu`; see `tiled.wgsl`. */
export const gemmTiledWebGpu: KernelOn<"webgpu", GemmOperandsOf> = kernelOn("webgpu", tiled, {
  source: source + splitSumSource,
  needs(_parameters, width) {
    const { lanes, parts } = tileFor(width);
    return {
      workgroupBytes: 4 * DEPTH * (ROWS_PER_INVOCATION * parts + 4 * lanes),
      workgroupInvocations: lanes * parts,
      storageBindings: GEMM_BINDINGS,
    };
  },
  prepare(device, operands) {
    const kernel = tileKernel(tileFor(operands.cols));
    return planRegions(
      device,
      operands,
      (region, { reserve }) => tileLaunches(kernel, { device, operands, reserve }, region),
    );
  },
});
