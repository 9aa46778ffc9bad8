/**
 * Fused-Map in machine code.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapInMachineCode } from "../plans/map_x86.ts";
import { emitFused, emitFusedGrouped, emitKeep } from "./code_x86.ts";
import { fusedMap, fusedMapGrouped } from "./kernel.ts";
import { FUSED_STEPS, GROUPED_STEPS } from "./steps.ts";

/** Kernel `fused-map@x86`; see `code_x86.ts`. */
export const fusedMapX86: KernelOn<"x86", IdMapOperandsOf> = mapInMachineCode(fusedMap, {
  ...FUSED_STEPS,
  codes: { keep: emitKeep, fused: emitFused },
});

/** Kernel `fused-map-grouped@x86`; see `code_x86.ts`. */
export const fusedMapGroupedX86: KernelOn<"x86", IdMapOperandsOf> = mapInMachineCode(fusedMapGrouped, {
  ...GROUPED_STEPS,
  codes: { keep: emitKeep, fusedGrouped: emitFusedGrouped },
});
