/**
 * Three-step ID map on CPU threads.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import type { IdMapOperandsOf } from "./id_map.ts";
import { mapOnThreads } from "./table_wasm.ts";

/**
 * Kernel `three-step@wasm`; see `assembly/id_map.ts`. Local ids follow the order of first occurrence, for any
 * schedule of the threads.
 */
export const threeStepWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads({
  id: "three-step",
  origin: { paper: "fastgl", section: "4.3 (DGL)" },
  mapping:
    "threads enter blocks of ids with their first places, count first places a block, wait while one adds up, " +
    "number them, and look every id up",
}, {
  numbering: [
    { fn: "enter", over: "all" },
    { fn: "flag", over: "all" },
    { fn: "scan", over: "one" },
    { fn: "assign", over: "all" },
  ],
  steps: 3,
});
