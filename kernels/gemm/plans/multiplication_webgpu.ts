/**
 * Multiplication that a WGSL kernel plans region by region, and the epilogue at the end of its dispatches.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { UniformValues } from "../../../hardware/webgpu/uniform.ts";
import {
  EPILOGUE_BINDINGS,
  epilogueBuffers,
  epilogueConstants,
  epilogueValues,
} from "../../epilogue_webgpu.ts";
import type { Launch, WebGpuPlanBuilder } from "../../plan_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";
import type { GemmRegion } from "./regions_webgpu.ts";

/** Storage buffers that a GEMM kernel binds: bias, training step, A, B, C. */
export const GEMM_BINDINGS: number = EPILOGUE_BINDINGS + 3;

/** Multiplication and the functions that build its plan. */
export interface Multiplication extends Pick<WebGpuPlanBuilder, "reserve"> {
  /** Device of the plan. */
  readonly device: WebGpuDevice;
  /** Operands of the whole multiplication. */
  readonly operands: GemmOperands<WebGpuBuffer>;
  /**
   * Prepares a dispatch that computes entries of a region of C. Adds the epilogue's uniform, constants and
   * bindings; the epilogue is applied where no later region adds to the entries.
   */
  dispatch(region: Pick<GemmRegion, "c" | "cOffset" | "last">, launch: RegionLaunch): Promise<() => void>;
}

/** Launch without the epilogue's part. */
export interface RegionLaunch extends Launch {
  readonly launch: UniformValues;
}

/** Multiplication of `operands` by dispatches of `builder`. */
export function multiplication(
  device: WebGpuDevice,
  builder: WebGpuPlanBuilder,
  operands: GemmOperands<WebGpuBuffer>,
): Multiplication {
  const { epilogue, cols } = operands;
  return {
    device,
    operands,
    reserve: builder.reserve,
    dispatch: ({ c, cOffset, last }, { constants, launch, buffers, ...rest }) =>
      builder.dispatch({
        ...rest,
        constants: { ...constants, ...epilogueConstants(epilogue) },
        launch: {
          epilogue: epilogueValues(epilogue, { cols, firstCol: c.firstCol + cOffset, last }),
          ...launch,
        },
        buffers: [...epilogueBuffers(epilogue, buffers[0]), ...buffers],
      }),
  };
}

/** Rows `[firstRow, lastRow)` that one dispatch computes. */
export interface RowSlice {
  /** First row. */
  readonly firstRow: number;
  /** Row after the last. */
  readonly lastRow: number;
}

/**
 * Divides rows so that no dispatch has more work than the device wants; each slice begins at a multiple of
 * `granule`.
 */
export function rowSlices(device: WebGpuDevice, rows: number, { rowWork, granule }: {
  readonly rowWork: number;
  readonly granule: number;
}): RowSlice[] {
  const most = Math.max(1, Math.floor(device.dispatchWork / Math.max(1, rowWork) / granule)) * granule;
  const slices: RowSlice[] = [];
  for (let firstRow = 0; firstRow < rows; firstRow += most) {
    slices.push({ firstRow, lastRow: Math.min(rows, firstRow + most) });
  }
  return slices;
}
