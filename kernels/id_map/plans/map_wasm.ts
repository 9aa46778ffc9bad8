/**
 * ID maps on CPU threads, by WebAssembly.
 *
 * @module
 */
import { type KernelIdentity, type KernelOn, kernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { idMapWasm } from "../id_map_bindings.ts";
import { TABLE_PARAMETERS } from "../table.ts";
import { type MapSteps, planMap } from "./map_plan.ts";

/** Builds the part of a kernel that all ID maps of WebAssembly have in common. */
export function mapOnThreads(identity: KernelIdentity, steps: MapSteps): KernelOn<"wasm", IdMapOperandsOf> {
  return kernelOn("wasm", identity, {
    source: idMapWasm.digest,
    parameters: TABLE_PARAMETERS,
    prepare: (device, operands, parameters) => planMap(device, operands, { ...steps, parameters }),
  });
}
