/**
 * Blocks of lanes of a subgroup that load successive entries once and give them to each other: the parameter,
 * and the lanes that suit blocks.
 *
 * The default is 1, for counts ({@linkcode loadCycles}) promise nothing on GPUs whose limits are known. For
 * each entry a lane issues three loads (column, value, a vector of X); in blocks of b lanes 1 + 2 / b loads
 * and two shuffles. As many bytes are read from memory: lanes that load one entry together fetch it once. A
 * shuffle takes the same unit of an NVIDIA GPU as a load, but waits for no memory. On an NVIDIA H200 blocks
 * of a subgroup were slower for 64 to 604 columns, as counted, and faster for 16, which the counts do not
 * say: `tune` decides.
 *
 * @module
 */
import type { Parameter, ParameterValues } from "../../kernel.ts";
import { defaultLoad } from "../plans/lane_columns_webgpu/lane_columns.ts";

/** Fewest lanes of a block: those of the smallest subgroup that WebGPU allows. */
const LEAST_BLOCK = 4;

/** Parameter of kernels with blocks. */
export const BROADCAST: Parameter = {
  meaning:
    "most lanes that one load of an entry serves, from 4 on: successive entries are loaded at once by lanes of " +
    "a subgroup, which give them to each other; below, each lane loads all entries",
  default: 1,
  range: [1, 128],
};

/** Whether values of parameters ask for blocks, and so for subgroups. */
export function usesBlocks({ broadcast }: ParameterValues): boolean {
  return broadcast >= LEAST_BLOCK;
}

/** Largest power of two up to a number from 1 on. */
const powerUpTo = (count: number): number => 2 ** Math.floor(Math.log2(count));

/**
 * Values of `LANES`, a power of two so that blocks divide the lanes of a share, and of `BLOCK`, the lanes of
 * a block where a subgroup has as many; `undefined` where too few lanes share an entry.
 */
export function blockLanes(
  lanes: number,
  { workgroup, broadcast }: { readonly workgroup: number; readonly broadcast: number },
): { readonly LANES: number; readonly BLOCK: number } | undefined {
  const shared = Math.min(2 ** Math.ceil(Math.log2(lanes)), powerUpTo(workgroup));
  const block = Math.min(shared, powerUpTo(broadcast));
  return block < LEAST_BLOCK ? undefined : { LANES: shared, BLOCK: block };
}

/** Lanes of a warp, and bytes that a load unit of an NVIDIA GPU moves in a cycle. */
const WARP = 32, CYCLE_BYTES = 128;

/**
 * Cycles of an NVIDIA GPU's load unit for one weighted entry of a product over float32, by loads of the
 * default width: those of a row of X, and one for each load or shuffle of columns and values that a warp
 * issues.
 *
 * @example
 * ```ts
 * import { loadCycles } from "./entry_blocks_webgpu.ts";
 * // 64 columns: two cycles for 256 bytes, and two loads by a warp.
 * if (loadCycles(64, 1) !== 4) throw new Error("each lane loads column and value");
 * if (loadCycles(64, 32) !== 4.0625) throw new Error("two shuffles, and a 32nd of two loads");
 * ```
 */
export function loadCycles(columns: number, broadcast: number): number {
  const lanes = 4 * columns / defaultLoad(columns), blocks = blockLanes(lanes, { workgroup: 256, broadcast });
  const perEntry = 2 * (blocks?.LANES ?? lanes) / WARP;
  return 4 * columns / CYCLE_BYTES + perEntry * (blocks ? 1 + 1 / Math.min(blocks.BLOCK, WARP) : 1);
}
