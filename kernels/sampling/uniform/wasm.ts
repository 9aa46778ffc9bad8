/**
 * Uniform sampling on CPU threads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planLayer, SCAN } from "../plans/layer_wasm.ts";
import type { UniformOperandsOf } from "../sampling.ts";
import { uniform } from "./kernel.ts";
import { uniformWasm as module } from "./uniform_bindings.ts";

/** Kernel `uniform@wasm`; see `assembly/uniform.ts`. */
export const uniformWasm: KernelOn<"wasm", UniformOperandsOf> = kernelOn("wasm", uniform, {
  source: module.digest,
  prepare: (device, operands) =>
    planLayer(device, { module, operands }, () => ({
      words: [operands.fanout],
      launches: [{ fn: "count" }, SCAN, { fn: "draw" }],
      scratchWords: 4 * Math.ceil(operands.fanout / 4),
    })),
});
