/**
 * Fused-Map on CPU threads.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import type { IdMapOperandsOf } from "./id_map.ts";
import { mapOnThreads } from "./table_wasm.ts";

const origin = { paper: "fastgl", section: "4.3, Algorithm 2" } as const;

/**
 * Kernel `fused-map@wasm`; see `assembly/id_map.ts`. Local ids follow the order in which threads enter the
 * ids.
 */
export const fusedMapWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads({
  id: "fused-map",
  origin,
  mapping:
    "a thread takes blocks of ids; whoever takes an id's slot adds one to a shared counter and numbers it; " +
    "then every id is looked up",
}, { numbering: [{ fn: "keep", over: "kept" }, { fn: "fused", over: "ids" }], steps: 2 });

/** Kernel `fused-map-grouped@wasm`: the counter is advanced once for all new ids of a block. */
export const fusedMapGroupedWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads({
  id: "fused-map-grouped",
  origin: { paper: "own", section: "" },
  mapping:
    "as fused-map, but a thread lists the slots that it took in a block of 1024 ids and numbers them with one " +
    "addition to the shared counter",
}, { numbering: [{ fn: "keep", over: "kept" }, { fn: "fusedGrouped", over: "ids" }], steps: 2 });
