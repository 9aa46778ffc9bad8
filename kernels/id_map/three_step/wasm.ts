/**
 * Three-step ID map on CPU threads.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnThreads } from "../plans/map_wasm.ts";
import { threeStep } from "./kernel.ts";
import { THREE_STEPS } from "./steps.ts";

/** Kernel `three-step@wasm`; see `assembly.ts`. */
export const threeStepWasm: KernelOn<"wasm", IdMapOperandsOf> = mapOnThreads(threeStep, THREE_STEPS);
