/**
 * Plans of the row-by-row WGSL kernels: their bindings, and one dispatch for each range of the matrix and
 * each pair of panels of X and Y with columns in common.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { Plan } from "../../kernel.ts";
import { planOnWebGpu } from "../../plan_webgpu.ts";
import { type PanelPair, panelPairs, widestPair } from "../../panel_pairs_webgpu.ts";
import { assertShapes } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { shareCsr } from "./device_csr_webgpu.ts";
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
  /** Numbers that one column index of the kernel stands for; strides and offsets of the pair in whole ones. */
  readonly vector: 1 | 4 | 8;
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

/** Uploads the matrix to the adapter, compiles the pipelines and returns the plan that dispatches them. */
export function planRows(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { label, features, map }: RowMapping,
): Promise<Plan> {
  assertShapes(operands, features);
  const pairs = panelPairs(operands.x, operands.y);
  return planSharing(device, label, (share) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      if (pairs.length === 0) return { run: () => {}, facts: { chunks: 0, dispatches: 0, bytes: 0 } };
      const { chunks, weighted, bytes } = shareCsr(device, operands, { share, width: widestPair(pairs) * 4 });
      const dispatches: (() => void)[] = [];
      for (const pair of pairs) {
        const { source, vector, constants, groups } = map(pair);
        const scale = 4 / vector, columns = pair.vectors * scale;
        const place = {
          xStride: pair.xStride * scale,
          xOffset: pair.xOffset * scale,
          yStride: pair.yStride * scale,
          yOffset: pair.yOffset * scale,
        };
        for (const { ranges, rowPtr, colIdx, values, ...chunk } of chunks) {
          for (const { rows, entries, firstRow, firstEntry, continues } of ranges) {
            dispatches.push(
              await dispatch({
                label,
                source,
                constants: { ...constants, WEIGHTED: weighted ? 1 : 0 },
                launch: {
                  rows,
                  firstRow: chunk.firstRow + firstRow,
                  continues: continues ? 1 : 0,
                  columns,
                  ...place,
                  boundRow: firstRow,
                  firstEntry,
                  lastEntry: firstEntry + entries,
                },
                buffers: [rowPtr, colIdx, values, pair.x, pair.y],
                groups: groups(rows),
                multiplyAdds: (entries + rows) * pair.vectors * 4,
              }),
            );
          }
        }
      }
      return {
        run: () => {
          for (const run of dispatches) run();
        },
        facts: { chunks: chunks.length, dispatches: dispatches.length, bytes },
      };
    }));
}
