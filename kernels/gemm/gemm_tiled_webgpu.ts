/**
 * Register-tiled GEMM on WebGPU.
 *
 * @module
 */
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { epilogueBuffers, epilogueConstants, epiloguePrelude, epilogueWords } from "../epilogue/webgpu.ts";
import type { KernelOn } from "../kernel.ts";
import type { GemmOperandsOf } from "./gemm.ts";
import {
  dispatchSum,
  GEMM_BINDINGS,
  gemmSumSource,
  planGemm,
  type RegionContext,
  rowSlices,
} from "./gemm_plan_webgpu.ts";
import type { GemmRegion } from "./gemm_regions_webgpu.ts";
import text from "./gemm_tiled.wgsl" with { type: "text" };

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

/**
 * Prepares a region's dispatches: splits of a transposed product and a dispatch that adds them up, or slices
 * of rows otherwise.
 */
async function prepareRegion(context: RegionContext, region: GemmRegion): Promise<(() => void)[]> {
  const { device, builder, operands: { form, epilogue, rows: cRows, cols, b: { rows: bLines } } } = context;
  const { a, b, c, rows, inner, columns } = region;
  const { lanes, parts } = tileFor(cols);
  const granule = ROWS_PER_INVOCATION * parts, across = Math.ceil(columns / 4 / lanes);
  const split = form === "tn";
  const terms = split ? splitTerms(device, region, Math.ceil(rows / granule) * across) : inner;
  const splits = Math.ceil(inner / terms);
  const partial = split ? builder.reserve("partial sums", 4 * splits * rows * columns) : undefined;
  const together = Math.max(1, Math.min(splits, Math.floor(device.dispatchWork / (rows * terms * columns))));
  const dispatches: (() => void)[] = [];
  for (let firstSplit = 0; firstSplit < splits; firstSplit += together) {
    const some = Math.min(together, splits - firstSplit);
    for (
      const { firstRow, lastRow } of rowSlices(device, rows, { rowWork: some * terms * columns, granule })
    ) {
      dispatches.push(
        await builder.dispatch({
          label: "gemm tiled",
          source,
          constants: {
            LANES: lanes,
            PARTS: parts,
            ...epilogueConstants(epilogue),
            TRANSPOSED_A: form === "tn" ? 1 : 0,
            TRANSPOSED_B: form === "nt" ? 1 : 0,
          },
          launch: [
            ...epilogueWords(epilogue, {
              cols,
              firstCol: c.firstCol + region.cOffset,
              last: region.last && !split,
            }),
            ...[firstRow, lastRow, inner, region.adds ? 1 : 0, columns / 4],
            ...[a.stride / 4, region.aOffset / 4, b.stride / 4, region.bOffset / 4, region.bLine, bLines],
            ...(split ? [columns / 4, 0] : [c.stride / 4, region.cOffset / 4]),
            ...[terms, firstSplit, split ? rows : cRows],
          ],
          buffers: [
            ...epilogueBuffers(epilogue, a.buffer),
            ...[a.buffer, b.buffer, partial ?? c.buffer],
          ],
          groups: Math.ceil((lastRow - firstRow) / granule) * across * some,
          multiplyAdds: (lastRow - firstRow) * some * terms * columns,
        }),
      );
    }
  }
  if (partial) dispatches.push(await dispatchSum(context, { partial, splits, region }));
  return dispatches;
}

/** Kernel `tiled@webgpu`; see `gemm_tiled.wgsl`. */
export const gemmTiledWebGpu: KernelOn<"webgpu", GemmOperandsOf> = {
  id: "tiled",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping:
    "a workgroup computes 64 x 64 entries (128 x 16 where there are no more columns), an invocation 8 x 4 of them; " +
    "where A is transposed, over a part of the terms, and a last dispatch adds the parts in order",
  source: source + gemmSumSource,
  parameters: {},
  needs(_parameters, width) {
    const { lanes, parts } = tileFor(width);
    return {
      workgroupBytes: 4 * DEPTH * (ROWS_PER_INVOCATION * parts + 4 * lanes),
      workgroupInvocations: lanes * parts,
      storageBindings: GEMM_BINDINGS,
    };
  },
  prepare: (device, operands) => planGemm(device, operands, prepareRegion),
};
