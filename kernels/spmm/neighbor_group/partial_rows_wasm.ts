/**
 * Partial rows of neighbour groups in the arena.
 *
 * @module
 */
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { PlanArrays } from "../../plans/plan_wasm.ts";
import type { WasmGroups } from "../plans/group_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { cutWaves, partialSlots, type Wave } from "./waves.ts";

/** Most bytes of partial rows in one wave. */
const PARTIAL_BYTES = 8 * 2 ** 20;

/** Memory of partial rows, and the waves that use it one after another. */
export interface PartialRows {
  /** Address of the first partial row of each row, `rows + 1` words. */
  readonly slotPtr: number;
  /** Partial rows of one wave. */
  readonly partials: WasmBuffer;
  /** Waves; none where Y has no columns. */
  readonly waves: readonly Wave[];
}

/** Reserves partial rows for waves of at most 8 MiB. */
export function reservePartials(
  { matrix, y }: SpmmOperandsOf["wasm"],
  { groups, args: { stride } }: WasmGroups,
  { upload, reserve }: PlanArrays,
): PartialRows {
  const slots = partialSlots(groups);
  const fit = Math.max(1, Math.floor(PARTIAL_BYTES / Math.max(1, stride)));
  const capacity = Math.min(Math.max(1, slots[matrix.rows]), fit);
  return {
    slotPtr: upload("partial rows of a row", slots),
    partials: reserve("partial rows", capacity * stride),
    waves: y.cols === 0 ? [] : cutWaves(groups, slots, capacity),
  };
}
