/**
 * What the row-by-row WGSL kernels share: their bindings, and one dispatch for each chunk of the matrix and each pair of
 * panels of X and Y that have columns in common.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { computePipeline } from "../../hardware/webgpu/pipeline.ts";
import { foldedGrid } from "../../hardware/webgpu/work_queue.ts";
import type { Plan } from "../kernel.ts";
import { chunkLimits, freeCsr, uploadCsr } from "./device_csr_webgpu.ts";
import { assertShapes, panelPairs, widestPair } from "./panel_pairs_webgpu.ts";
import type { SpmmOperands } from "./spmm.ts";

/** Storage buffers that such a kernel binds: row offsets, columns, values, X, Y. */
export const CSR_BINDINGS = 5;

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
  const widest = widestPair(pairs) * 4;
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
