/**
 * Register-tiled GEMM on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import type { GemmOperandsOf } from "./gemm.ts";
import { GEMM_BINDINGS, planGemm } from "./gemm_plan_webgpu.ts";
import source from "./gemm_tiled.wgsl" with { type: "text" };

/** Rows that an invocation holds, as in the shader. */
const ROWS_PER_INVOCATION = 8;
/** Terms staged at once, as in the shader. */
const DEPTH = 16;

/** A workgroup's invocations: so many vectors of four columns, so many parts of the rows. */
interface Tile {
  readonly lanes: number;
  readonly parts: number;
}

/** Narrow results (16 hidden units are common) get narrow and long tiles, so that no lane idles. */
function tileFor(cols: number): Tile {
  if (cols > 32) return { lanes: 16, parts: 8 };
  return { lanes: cols > 16 ? 8 : 4, parts: 16 };
}

/** `tiled@webgpu`; see `gemm_tiled.wgsl`. */
export const gemmTiledWebGpu: KernelOn<"webgpu", GemmOperandsOf> = {
  id: "tiled",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping:
    "a workgroup computes 64 x 64 entries (128 x 16 where there are no more columns), an invocation 8 x 4 of them",
  source,
  parameters: {},
  needs(_parameters, width) {
    const { lanes, parts } = tileFor(width);
    return {
      workgroupBytes: 4 * DEPTH * (ROWS_PER_INVOCATION * parts + 4 * lanes),
      workgroupInvocations: lanes * parts,
      storageBindings: GEMM_BINDINGS,
    };
  },
  prepare(device, operands) {
    const { lanes, parts } = tileFor(operands.cols);
    const rowsPerGroup = ROWS_PER_INVOCATION * parts;
    return planGemm(device, operands, {
      label: "tiled",
      source,
      vector: 4,
      rowsPerGroup,
      constants: { LANES: lanes, PARTS: parts },
      groups: (rows, columns) => Math.ceil(rows / rowsPerGroup) * Math.ceil(columns / lanes),
    });
  },
};
