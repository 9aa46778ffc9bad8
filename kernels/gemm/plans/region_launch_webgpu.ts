/**
 * Launches of the WGSL GEMM kernels on a region, and the epilogue at their end.
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
} from "../../epilogue/webgpu.ts";
import type { Launch } from "../../plans/plan_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";
import type { GemmRegion } from "./regions_webgpu.ts";

/** Storage buffers that a GEMM kernel binds: bias, training step, A, B, C. */
export const GEMM_BINDINGS: number = EPILOGUE_BINDINGS + 3;

/**
 * Adds the epilogue's uniform, constants and bindings to a launch that computes entries of a region of C. The
 * epilogue is applied where no later region adds to the entries.
 */
export function regionLaunch(
  { epilogue, cols }: Pick<GemmOperands<WebGpuBuffer>, "epilogue" | "cols">,
  { c, cOffset, last }: Pick<GemmRegion, "c" | "cOffset" | "last">,
  { launch, ...rest }: Launch & { readonly launch: UniformValues },
): Launch {
  return {
    ...rest,
    constants: { ...rest.constants, ...epilogueConstants(epilogue) },
    launch: {
      epilogue: epilogueValues(epilogue, { cols, firstCol: c.firstCol + cOffset, last }),
      ...launch,
    },
    buffers: [...epilogueBuffers(epilogue, rest.buffers[0]), ...rest.buffers],
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
