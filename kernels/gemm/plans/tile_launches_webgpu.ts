/**
 * Launches of the WGSL GEMM kernels whose workgroups compute a tile of the result each.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Launch, WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { regionLaunch, rowSlices } from "./region_launch_webgpu.ts";
import type { GemmRegion } from "./regions_webgpu.ts";
import { splitSum } from "./split_sum_webgpu.ts";

/** Workgroups that a transposed product is split into: several for each core of a large GPU. */
const SPLIT_GROUPS = 512;
/** Fewest terms of a split. */
const SPLIT_TERMS = 256;
/** Terms of a split are a multiple of these, which are one of the terms that any kernel stages at once. */
const SPLIT_GRANULE = 16;
/** Most bytes of the sums of all splits together. */
const PARTIAL_BYTES = 64 * 2 ** 20;

/** Kernel whose workgroups compute tiles. */
export interface TileKernel {
  /** Name of its pipelines. */
  readonly label: string;
  /** WGSL, the epilogue prelude included. */
  readonly source: string;
  /** Values of its `override`s apart from the two that say which factor is transposed. */
  readonly constants: Readonly<Record<string, number>>;
  /** Rows of a tile. */
  readonly rows: number;
  /** Columns of a tile, a multiple of 4. */
  readonly columns: number;
}

/** Multiplication whose regions are launched. */
export interface TiledMultiplication extends Pick<WebGpuPlanBuilder, "reserve"> {
  readonly device: WebGpuDevice;
  readonly operands: GemmOperandsOf["webgpu"];
}

/** Terms of one split of a region whose result is so small that its tiles alone would leave a GPU idle. */
function splitTerms(device: WebGpuDevice, { rows, columns, inner }: GemmRegion, tiles: number): number {
  const room = Math.min(PARTIAL_BYTES, device.limits.bindingBytes) / (4 * rows * columns);
  const splits = Math.min(Math.ceil(SPLIT_GROUPS / tiles), Math.ceil(inner / SPLIT_TERMS), Math.floor(room));
  return Math.ceil(inner / Math.max(1, splits) / SPLIT_GRANULE) * SPLIT_GRANULE;
}

/**
 * Lists a region's launches: splits of a transposed product and a launch that adds them up, or slices of rows
 * otherwise.
 */
export function tileLaunches(
  { label, source, constants, rows: granule, columns: width }: TileKernel,
  { device, operands, reserve }: TiledMultiplication,
  region: GemmRegion,
): Launch[] {
  const { a, b, c, rows, inner, columns } = region;
  const across = Math.ceil(columns / width);
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
        label,
        source,
        constants: {
          ...constants,
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
