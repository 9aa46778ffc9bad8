/**
 * Fused-Map on CPU threads.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnThreads } from "../plans/map_wasm.ts";
import { fusedMap, fusedMapGrouped } from "./kernel.ts";

/** Kernel `fused-map@wasm`; see `assembly.ts`. */
export const fusedMapWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads(fusedMap, {
  numbering: [{ fn: "keep", over: "kept" }, { fn: "fused", over: "ids" }],
  steps: 2,
});

/** Kernel `fused-map-grouped@wasm`; see `assembly.ts`. */
export const fusedMapGroupedWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads(fusedMapGrouped, {
  numbering: [{ fn: "keep", over: "kept" }, { fn: "fusedGrouped", over: "ids" }],
  steps: 2,
});
