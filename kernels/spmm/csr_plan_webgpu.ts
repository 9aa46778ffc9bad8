/**
 * What the row-by-row WGSL kernels share: their bindings, and one dispatch for each chunk of the matrix and each pair of
 * panels of X and Y that have columns in common.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { computePipeline } from "../../hardware/webgpu/pipeline.ts";
import { foldedGrid } from "../../hardware/webgpu/work_queue.ts";
import type { Plan } from "../kernel.ts";
import { chunkLimits, freeCsr, uploadCsr } from "./device_csr_webgpu.ts";
import type { SpmmOperands } from "./spmm.ts";

/** Storage buffers that such a kernel binds: row offsets, columns, values, X, Y. */
export const CSR_BINDINGS = 5;

/** Columns that a panel of X and a panel of Y share, in vectors of four. */
interface PanelPair {
  readonly x: WebGpuBuffer;
  readonly y: WebGpuBuffer;
  readonly vectors: number;
  readonly xStride: number;
  readonly xOffset: number;
  readonly yStride: number;
  readonly yOffset: number;
}

/** How one kernel maps work to invocations. */
export interface RowMapping {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** WGSL with the bindings and the `Launch` of `row_split.wgsl`, and an `override WEIGHTED`. */
  readonly source: string;
  /** Floats that one column index of the kernel stands for. */
  readonly vector: 1 | 4;
  /** The kernel's `override` constants for rows of `columns` columns (of `vector` floats), and its workgroups. */
  map(columns: number): {
    readonly constants: Readonly<Record<string, number>>;
    readonly groups: (rows: number) => number;
  };
}

/** Uploads the matrix, compiles the pipelines and returns the plan that dispatches them. */
export async function planRows(
  device: WebGpuDevice,
  operands: SpmmOperands<WebGpuBuffer>,
  mapping: RowMapping,
): Promise<Plan> {
  const { matrix, x, y } = operands;
  assertShapes(operands);
  const pairs = panelPairs(x, y);
  const widest = pairs.reduce((most, { vectors }) => Math.max(most, vectors * 4), 0);
  const csr = uploadCsr(device, matrix, chunkLimits(device, widest));
  const launches: WebGpuBuffer[] = [];
  const dispatches: (() => void)[] = [];
  for (const pair of pairs) {
    const scale = 4 / mapping.vector;
    const columns = pair.vectors * scale;
    const { constants, groups } = mapping.map(columns);
    const pipeline = await computePipeline(device, {
      label: mapping.label,
      source: mapping.source,
      constants: { ...constants, WEIGHTED: csr.weighted ? 1 : 0 },
    });
    for (const chunk of csr.chunks) {
      const { rows, firstRow, continues } = chunk;
      const places = [pair.xStride, pair.xOffset, pair.yStride, pair.yOffset].map((vectors) =>
        vectors * scale
      );
      const launch = device.uniform(
        "launch",
        Uint32Array.of(rows, firstRow, continues ? 1 : 0, columns, ...places),
      );
      launches.push(launch);
      const bound = device.bindGroup(pipeline, [
        launch,
        chunk.rowPtr,
        chunk.colIdx,
        chunk.values,
        pair.x,
        pair.y,
      ]);
      const grid = foldedGrid(groups(rows), device.limits.workgroupsPerAxis);
      const work = (chunk.entries + rows) * pair.vectors * 4;
      dispatches.push(() => device.dispatch(pipeline, bound, grid, work));
    }
  }
  return {
    run: () => {
      for (const dispatch of dispatches) dispatch();
    },
    destroy: () => {
      for (const launch of launches) device.free(launch);
      freeCsr(device, csr);
    },
    facts: { chunks: csr.chunks.length, dispatches: dispatches.length, bytes: csr.bytes },
  };
}

function panelPairs(x: DeviceMatrix<WebGpuBuffer>, y: DeviceMatrix<WebGpuBuffer>): PanelPair[] {
  const pairs: PanelPair[] = [];
  // Panels begin at multiples of four columns, so vectors never straddle two.
  for (const to of y.panels) {
    for (const from of x.panels) {
      const begin = Math.max(to.firstCol, from.firstCol) / 4;
      const end = Math.min(to.firstCol + to.stride, from.firstCol + from.stride) / 4;
      if (begin >= end) continue;
      pairs.push({
        x: from.buffer,
        y: to.buffer,
        vectors: end - begin,
        xStride: from.stride / 4,
        xOffset: begin - from.firstCol / 4,
        yStride: to.stride / 4,
        yOffset: begin - to.firstCol / 4,
      });
    }
  }
  return pairs;
}

/** The adapter would clamp what is out of bounds and compute something: refuse it here instead. */
function assertShapes({ matrix, x, y }: SpmmOperands<WebGpuBuffer>): void {
  if (x.rows === matrix.cols && y.rows === matrix.rows && x.cols === y.cols) return;
  throw new UsageError({
    action: `multiply a sparse matrix of ${matrix.rows} x ${matrix.cols}`,
    current: `X of ${x.rows} x ${x.cols} and Y of ${y.rows} x ${y.cols}`,
    wanted: `X of ${matrix.cols} x ${y.cols} and Y of ${matrix.rows} x ${y.cols}`,
    next: "stage the operands from one problem",
  });
}
