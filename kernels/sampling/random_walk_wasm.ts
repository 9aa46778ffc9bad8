/**
 * Random-walk sampling on CPU threads.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { BLOCK, onThreads, planLayer, SCAN } from "./layer_wasm.ts";
import type { RandomWalkOperandsOf } from "./sampling.ts";

const module = await loadWasm(new URL("./random_walk.wasm", import.meta.url));

/**
 * Kernel `random-walk@wasm`; see `assembly/random_walk.ts`. It takes the same walks as the sampler on the
 * host.
 */
export const randomWalkWasm: KernelOn<"wasm", RandomWalkOperandsOf> = {
  ...onThreads(module),
  id: "random-walk",
  origin: { paper: "fastgl", section: "Table 7" },
  mapping:
    "threads take blocks of 256 destinations: they walk, sort the visits and keep the most visited in slots of " +
    "the block, wait while one adds up, and move the blocks together",
  prepare: (device, operands) =>
    planLayer(device, { module, operands }, ({ reserve }) => {
      const { fanout, length, walks, reciprocals, maxRows } = operands;
      const steps = length * walks;
      const slots = Math.ceil(maxRows / BLOCK) * BLOCK * Math.min(fanout, steps);
      const slotIds = reserve("kept vertices of blocks", 4 * slots).address;
      const slotValues = reserve("shares of kept vertices of blocks", 4 * slots).address;
      return {
        words: [fanout, length, walks, reciprocals.address, slotIds, slotValues],
        launches: [{ fn: "walk" }, SCAN, { fn: "pack" }],
        scratchWords: 2 * steps,
      };
    }),
};
