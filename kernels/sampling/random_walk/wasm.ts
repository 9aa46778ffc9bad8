/**
 * Random-walk sampling on CPU threads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { BLOCK, planLayer, SCAN } from "../plans/layer_wasm.ts";
import type { RandomWalkOperandsOf } from "../sampling.ts";
import { randomWalk } from "./kernel.ts";
import { randomWalkWasm as module } from "./random_walk_bindings.ts";

/** Kernel `random-walk@wasm`; see `assembly/random_walk.ts`. */
export const randomWalkWasm: KernelOn<"wasm", RandomWalkOperandsOf> = kernelOn("wasm", randomWalk, {
  source: module.digest,
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
});
