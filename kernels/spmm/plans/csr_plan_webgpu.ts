/**
 * Plans of the row-by-row WGSL kernels: their bindings, and one dispatch for each range of the matrix and
 * each pair of panels of X and Y with columns in common.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { Plan } from "../../kernel.ts";
import { type Launch, planOnWebGpu, type WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import { type PanelPair, panelPairs, widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { assertShapes } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { type CsrChunk, type CsrRange, type DeviceCsr, shareCsr } from "./device_csr_webgpu.ts";
import { planSharing } from "./shared_arrays.ts";
import rows from "./csr_rows.wgsl" with { type: "text" };

/** WGSL prelude of every row-by-row kernel. */
export const csrRowsSource: string = rows;

/** Storage buffers that a row-by-row kernel binds: row offsets, columns, values, X, Y. */
export const CSR_BINDINGS = 5;

/** Launch of a row-by-row kernel over a pair of panels, for any range of rows. */
export interface RowLaunch {
  /** WGSL that begins with {@link csrRowsSource}. */
  readonly source: string;
  /** Numbers that one column index of the kernel stands for, a divisor of the strides of the pair. */
  readonly vector: 1 | 2 | 4 | 8;
  /** Values of the `override` constants. */
  readonly constants: Readonly<Record<string, number>>;
  /** Number of workgroups for a number of rows. */
  readonly groups: (rows: number) => number;
}

/** Mapping of a kernel's work to invocations. */
export interface RowMapping {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** Format of X; float32 when absent. */
  readonly features?: NumberFormat;
  /** Launch for a pair of panels. */
  map(pair: PanelPair): RowLaunch;
}

/** Range of a matrix on the adapter, and the panels that a launch reads and writes. */
export interface RangeOperands {
  /** The matrix. */
  readonly csr: DeviceCsr;
  /** Chunk of the matrix. */
  readonly chunk: CsrChunk;
  /** Range of the chunk. */
  readonly range: CsrRange;
  /** Pair of panels of X and Y. */
  readonly pair: PanelPair;
}

/** Launch over a range of rows, without the number of its workgroups. */
export function rangeLaunch(
  { csr, chunk, range, pair }: RangeOperands,
  { label, source, vector, constants }: Omit<RowLaunch, "groups"> & Pick<RowMapping, "label">,
): Omit<Launch, "groups"> {
  const { rows, entries, firstRow, firstEntry, continues } = range, scale = 4 / vector;
  return {
    label,
    source,
    constants: { ...constants, WEIGHTED: csr.weighted ? 1 : 0 },
    launch: {
      rows,
      firstRow: chunk.firstRow + firstRow,
      continues: continues ? 1 : 0,
      columns: pair.vectors * scale,
      xStride: pair.xStride * scale,
      xOffset: pair.xOffset * scale,
      yStride: pair.yStride * scale,
      yOffset: pair.yOffset * scale,
      boundRow: firstRow,
      firstEntry,
      lastEntry: firstEntry + entries,
    },
    buffers: [chunk.rowPtr, chunk.colIdx, chunk.values, pair.x, pair.y],
    multiplyAdds: (entries + rows) * pair.vectors * 4,
  };
}

/** Plan of dispatches one after the other, with the facts of the matrix that they read. */
export function planOfDispatches(
  { chunks, bytes }: DeviceCsr,
  dispatches: readonly (() => void)[],
  facts: Readonly<Record<string, number>> = {},
): Omit<Plan, "destroy"> {
  return {
    run: () => {
      for (const run of dispatches) run();
    },
    facts: { chunks: chunks.length, dispatches: dispatches.length, bytes, ...facts },
  };
}

/** Matrix of a product without columns. */
const NO_MATRIX: DeviceCsr = { weighted: false, chunks: [], bytes: 0 };

/** Checks the operands, uploads the matrix to arrays that plans share, and builds a plan over it. */
export function planOnCsr(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { label, features }: Pick<RowMapping, "label" | "features">,
  build: (
    csr: DeviceCsr,
    pairs: readonly PanelPair[],
    builder: WebGpuPlanBuilder,
  ) => Promise<Omit<Plan, "destroy">>,
): Promise<Plan> {
  assertShapes(operands, features);
  const pairs = panelPairs(operands.x, operands.y), width = widestPair(pairs) * 4;
  return planSharing(device, label, (share) =>
    planOnWebGpu(device, (builder) => {
      const csr = pairs.length === 0 ? NO_MATRIX : shareCsr(device, operands, { share, width });
      return build(csr, pairs, builder);
    }));
}

/** Uploads the matrix to the adapter, compiles the pipelines and returns the plan that dispatches them. */
export function planRows(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { label, features, map }: RowMapping,
): Promise<Plan> {
  return planOnCsr(
    device,
    operands,
    { label, ...(features && { features }) },
    async (csr, pairs, { dispatch }) => {
      const dispatches: (() => void)[] = [];
      for (const pair of pairs) {
        const { groups, ...mapping } = map(pair);
        for (const chunk of csr.chunks) {
          for (const range of chunk.ranges) {
            const launch = rangeLaunch({ csr, chunk, range, pair }, { label, ...mapping });
            dispatches.push(await dispatch({ ...launch, groups: groups(range.rows) }));
          }
        }
      }
      return planOfDispatches(csr, dispatches);
    },
  );
}
