/**
 * Fused-Map on CPU threads.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnThreads } from "../plans/map_wasm.ts";
import { fusedMap, fusedMapGrouped } from "./kernel.ts";
import { FUSED_STEPS, GROUPED_STEPS } from "./steps.ts";

/** Kernel `fused-map@wasm`; see `assembly.ts`. */
export const fusedMapWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads(fusedMap, FUSED_STEPS);

/** Kernel `fused-map-grouped@wasm`; see `assembly.ts`. */
export const fusedMapGroupedWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads(
  fusedMapGrouped,
  GROUPED_STEPS,
);
