/**
 * What the WGSL GEMM kernels share: their bindings, and one dispatch for each panel of A, each pair of panels of B and C
 * with columns in common, and each slice of rows that is one dispatch's work.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { computePipeline } from "../../hardware/webgpu/pipeline.ts";
import { foldedGrid } from "../../hardware/webgpu/work_queue.ts";
import { UsageError } from "../../platform/errors.ts";
import type { Plan } from "../kernel.ts";
import type { GemmOperands } from "./gemm.ts";

/** Storage buffers that such a kernel binds: A, B, C. */
export const GEMM_BINDINGS = 3;

/** How one kernel maps work to invocations. */
export interface GemmMapping {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** WGSL with the bindings and the `Launch` of `gemm_tiled.wgsl`. */
  readonly source: string;
  /** Floats that one column index of the kernel stands for. */
  readonly vector: 1 | 4;
  /** Rows of a workgroup; a dispatch begins at a multiple of them. */
  readonly rowsPerGroup: number;
  /** The kernel's `override` constants. */
  readonly constants: Readonly<Record<string, number>>;
  /** Workgroups for `rows` rows of `columns` columns (of `vector` floats). */
  readonly groups: (rows: number, columns: number) => number;
}

/** The adapter would clamp what is out of bounds and compute something: refuse it here instead. */
function assertShapes({ a, b, c, rows, inner, cols }: GemmOperands<WebGpuBuffer>): void {
  const fits = a.rows === rows && a.cols === inner && b.rows === inner && b.cols === cols &&
    c.rows === rows && c.cols === cols;
  if (fits) return;
  throw new UsageError({
    action: `multiply matrices to ${rows} x ${cols} over ${inner}`,
    current: `A of ${a.rows} x ${a.cols}, B of ${b.rows} x ${b.cols}, C of ${c.rows} x ${c.cols}`,
    wanted: `A of ${rows} x ${inner}, B of ${inner} x ${cols}, C of ${rows} x ${cols}`,
    next: "stage the operands from one problem",
  });
}

/** Columns that a panel of B and a panel of C share, in floats; both begin at multiples of four. */
function* panelPairs({ b, c }: GemmOperands<WebGpuBuffer>) {
  for (const to of c.panels) {
    for (const from of b.panels) {
      const begin = Math.max(to.firstCol, from.firstCol);
      const end = Math.min(to.firstCol + to.stride, from.firstCol + from.stride);
      if (begin < end) yield { from, to, begin, end };
    }
  }
}

/** Compiles the pipeline and returns the plan that dispatches it. */
export async function planGemm(
  device: WebGpuDevice,
  operands: GemmOperands<WebGpuBuffer>,
  mapping: GemmMapping,
): Promise<Plan> {
  const { label, source, vector, rowsPerGroup, constants } = mapping;
  const { a, c, rows, inner } = operands;
  assertShapes(operands);
  const launches: WebGpuBuffer[] = [];
  const dispatches: (() => void)[] = [];
  const pipeline = await computePipeline(device, { label, source, constants });
  for (const { from, to, begin, end } of panelPairs(operands)) {
    const columns = (end - begin) / vector;
    for (const panel of a.panels) {
      const rowWork = panel.cols * (end - begin);
      const most = Math.max(1, Math.floor(device.dispatchWork / rowWork / rowsPerGroup)) * rowsPerGroup;
      for (let firstRow = 0; firstRow < rows; firstRow += most) {
        const lastRow = Math.min(rows, firstRow + most);
        const launch = device.uniform(
          "launch",
          Uint32Array.of(
            ...[firstRow, lastRow, panel.cols, panel.firstCol > 0 ? 1 : 0, columns],
            ...[panel.stride / vector, from.stride / vector, (begin - from.firstCol) / vector],
            ...[panel.firstCol, to.stride / vector, (begin - to.firstCol) / vector],
          ),
        );
        launches.push(launch);
        const bound = device.bindGroup(pipeline, [launch, panel.buffer, from.buffer, to.buffer]);
        const groups = mapping.groups(lastRow - firstRow, columns);
        const grid = foldedGrid(groups, device.limits.workgroupsPerAxis);
        const work = (lastRow - firstRow) * rowWork;
        dispatches.push(() => device.dispatch(pipeline, bound, grid, work));
      }
    }
  }
  return {
    run: () => {
      // A product over no terms is zero, and no panel of A would write it.
      if (inner === 0) { for (const { buffer } of c.panels) device.clear(buffer); }
      for (const dispatch of dispatches) dispatch();
    },
    destroy: () => {
      for (const launch of launches) device.free(launch);
    },
    facts: { dispatches: dispatches.length },
  };
}
