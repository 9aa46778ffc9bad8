/**
 * Passes of the fixed-point kernel on WebGPU over the rows of several groups: their sums become floats, or
 * the sums that lose accuracy are counted.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { PanelPair } from "../../plans/panel_pairs_webgpu.ts";
import { type Launch, planLaunches } from "../../plans/plan_webgpu.ts";
import type { GroupChunk } from "../plans/device_groups_webgpu.ts";
import { SHARED_WORDS } from "../../plans/work_items_webgpu.ts";
import { rowMagnitude } from "./row_magnitude.ts";
import scale from "./fixed_scale.wgsl" with { type: "text" };
import toFloat from "./fixed_to_float.wgsl" with { type: "text" };

/** WGSL prelude of every pass that scales sums. */
export const fixedScaleSource: string = scale;

/** WGSL of the passes over the rows of several groups. */
export const fixedToFloatSource: string = scale + toFloat;

const WORD_MAX = 2 ** 32 - 1;
const WORKGROUP = 128;

/**
 * Fewest quanta that the sum of a row's |terms| must have. Rounding the sums of n groups costs n / 2 quanta,
 * float arithmetic costs (terms + 2) 2^-24 of the sum, and the check allows twice that: so n / 2 quanta may
 * be (terms + 2) 2^-24 of the sum. The sum of magnitudes is itself rounded up once per group.
 */
export function leastQuanta(groups: number, terms: number): number {
  return groups === 0 ? 0 : Math.min(WORD_MAX, Math.ceil(1.01 * groups * 2 ** 23 / (terms + 2) + groups));
}

/**
 * Records of a chunk's shared rows for the shaders: row, bits of the sum of its |values|, least quanta,
 * flags.
 */
export function sharedRows(
  matrix: CsrMatrix,
  groupPtr: Uint32Array,
  { shared }: GroupChunk,
): Uint32Array<ArrayBuffer> {
  const { rowPtr } = matrix;
  const words = shared.slice();
  const weight = new Float32Array(words.buffer);
  for (let at = 0; at < words.length; at += SHARED_WORDS) {
    const row = words[at];
    weight[at + 1] = rowMagnitude(matrix, row);
    words[at + 2] = leastQuanta(groupPtr[row + 1] - groupPtr[row], rowPtr[row + 1] - rowPtr[row]);
  }
  return words;
}

/** Pass over the shared rows of a chunk, in one pair of panels. */
export interface RowPass {
  /** Records of the shared rows. */
  readonly rows: WebGpuBuffer;
  /** Largest |x| of each column of the panel of X. */
  readonly bound: WebGpuBuffer;
  /** Pair of panels of X and Y. */
  readonly pair: PanelPair;
}

/** Launch over the shared rows that converts them to floats, or counts the rows that lose accuracy. */
export function rowLaunch({ rows, bound, pair }: RowPass, lossy?: WebGpuBuffer): Launch {
  const { vectors, xOffset, yStride, yOffset } = pair;
  const count = rows.bytes / (4 * SHARED_WORDS);
  return {
    label: "fixed-to-float",
    source: fixedToFloatSource,
    entry: lossy ? "countLossy" : "main",
    constants: { WORKGROUP },
    launch: { rows: count, columns: vectors, xOffset, yStride, yOffset },
    buffers: [rows, bound, pair.y, ...(lossy ? [lossy] : [])],
    groups: Math.ceil(count * vectors / WORKGROUP),
    multiplyAdds: count * vectors * 4,
  };
}

/** Counts the vectors of sums that the fixed point resolves too coarsely, for the present X. */
export async function countLossy(
  device: WebGpuDevice,
  { before, magnitudes, passes }: {
    readonly before: readonly (() => void)[];
    readonly magnitudes: readonly Launch[];
    readonly passes: readonly RowPass[];
  },
): Promise<number> {
  const lossy = device.allocate("lossy sums", 4);
  try {
    device.write(lossy, Uint32Array.of(0));
    const launches = [...magnitudes, ...passes.map((pass) => rowLaunch(pass, lossy))];
    const { run, destroy } = await planLaunches(device, () => launches);
    try {
      for (const step of [...before, run]) step();
      return new Uint32Array(await device.read(lossy))[0];
    } finally {
      destroy();
    }
  } finally {
    device.free(lossy);
  }
}
