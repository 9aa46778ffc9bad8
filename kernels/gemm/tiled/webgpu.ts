/**
 * Register-tiled GEMM on WebGPU.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { epiloguePrelude } from "../../epilogue/webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { Launch, WebGpuPlanBuilder } from "../../plan_webgpu.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { GEMM_BINDINGS, regionLaunch, rowSlices } from "../plans/region_launch_webgpu.ts";
import { planRegions } from "../plans/region_plan_webgpu.ts";
import type { GemmRegion } from "../plans/regions_webgpu.ts";
import { splitSum, splitSumSource } from "../plans/split_sum_webgpu.ts";
import { tiled } from "./kernel.ts";
import text from "./tiled.wgsl" with { type: "text" };

const source = epiloguePrelude + text;

/** Rows that an invocation computes, as in the shader. */
const ROWS_PER_INVOCATION = 8;
/** Terms staged at once, as in the shader. */
const DEPTH = 16;

/** Workgroups that a transposed product is split into: several for each core of a large GPU. */
const SPLIT_GROUPS = 512;
/** Fewest terms of a split. */
const SPLIT_TERMS = 16 * DEPTH;
/** Most bytes of the sums of all splits together. */
const PARTIAL_BYTES = 64 * 2 ** 20;

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

/** Terms of one split of a region whose result is so small that its tiles alone would leave a GPU idle. */
function splitTerms(device: WebGpuDevice, { rows, columns, inner }: GemmRegion, tiles: number): number {
  const room = Math.min(PARTIAL_BYTES, device.limits.bindingBytes) / (4 * rows * columns);
  const splits = Math.min(Math.ceil(SPLIT_GROUPS / tiles), Math.ceil(inner / SPLIT_TERMS), Math.floor(room));
  return Math.ceil(inner / Math.max(1, splits) / DEPTH) * DEPTH;
}

/** Multiplication whose regions are launched. */
interface Multiplication extends Pick<WebGpuPlanBuilder, "reserve"> {
  readonly device: WebGpuDevice;
  readonly operands: GemmOperandsOf["webgpu"];
}

/**
 * Lists a region's launches: splits of a transposed product and a launch that adds them up, or slices of rows
 * otherwise.
 */
function launches({ device, operands, reserve }: Multiplication, region: GemmRegion): Launch[] {
  const { a, b, c, rows, inner, columns } = region;
  const { lanes, parts } = tileFor(operands.cols);
  const granule = ROWS_PER_INVOCATION * parts, across = Math.ceil(columns / 4 / lanes);
  const split = operands.form === "tn";
  const terms = split ? splitTerms(device, region, Math.ceil(rows / granule) * across) : inner;
  const splits = Math.ceil(inner / terms);
  const partial = split ? reserve("partial sums", 4 * splits * rows * columns) : undefined;
  const to = partial
    ? { cStride: columns / 4, cOffset: 0, splitRows: rows }
    : { cStride: c.stride / 4, cOffset: region.cOffset / 4, splitRows: operands.rows };
  const together = Math.max(1, Math.min(splits, Math.floor(device.dispatchWork / (rows * terms * columns))));
  const found: Launch[] = [];
  for (let firstSplit = 0; firstSplit < splits; firstSplit += together) {
    const some = Math.min(together, splits - firstSplit);
    const rowWork = some * terms * columns;
    for (const { firstRow, lastRow } of rowSlices(device, rows, { rowWork, granule })) {
      found.push(regionLaunch(operands, { ...region, last: region.last && !split }, {
        label: "gemm tiled",
        source,
        constants: {
          LANES: lanes,
          PARTS: parts,
          TRANSPOSED_A: split ? 1 : 0,
          TRANSPOSED_B: operands.form === "nt" ? 1 : 0,
        },
        launch: {
          firstRow,
          rows: lastRow,
          inner,
          adds: region.adds ? 1 : 0,
          columns: columns / 4,
          aStride: a.stride / 4,
          aOffset: region.aOffset / 4,
          bStride: b.stride / 4,
          bOffset: region.bOffset / 4,
          bLine: region.bLine,
          bLines: operands.b.rows,
          ...to,
          terms,
          firstSplit,
        },
        buffers: [a.buffer, b.buffer, partial ?? c.buffer],
        groups: Math.ceil((lastRow - firstRow) / granule) * across * some,
        multiplyAdds: (lastRow - firstRow) * rowWork,
      }));
    }
  }
  return partial ? [...found, splitSum(operands, { partial, splits, region })] : found;
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
  prepare: (device, operands) =>
    planRegions(device, operands, (region, { reserve }) => launches({ device, operands, reserve }, region)),
});
