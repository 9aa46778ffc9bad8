/**
 * Uniform sampling on CPU threads.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { onThreads, planLayer, SCAN } from "./layer_wasm.ts";
import type { UniformOperandsOf } from "./sampling.ts";

const module = await loadWasm(new URL("./uniform.wasm", import.meta.url));

/**
 * Kernel `uniform@wasm`; see `assembly/uniform.ts`. It draws the same neighbours as the sampler on the host.
 */
export const uniformWasm: KernelOn<"wasm", UniformOperandsOf> = {
  ...onThreads(module),
  id: "uniform",
  origin: { paper: "fastgl", section: "2.1" },
  mapping: "threads take blocks of 256 destinations: they count, wait while one adds up, and draw",
  prepare: (device, operands) =>
    planLayer(device, { module, operands }, () => ({
      words: [operands.fanout],
      launches: [{ fn: "count" }, SCAN, { fn: "draw" }],
      scratchWords: 4 * Math.ceil(operands.fanout / 4),
    })),
};
