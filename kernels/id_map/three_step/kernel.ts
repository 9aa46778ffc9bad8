/**
 * Three-step ID map of DGL: enter all ids, number the distinct ones, look all up.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `three-step`. Local ids follow the order of first occurrence, for any schedule. */
export const threeStep: KernelIdentity = {
  id: "three-step",
  origin: { paper: "fastgl", section: "4.3 (DGL)" },
  mapping: {
    wasm: "threads enter blocks of ids with their first places, count first places a block, wait while one " +
      "adds up, number them, and look every id up",
    x86: "as on wasm, with a request for the slot of an id that comes 16 places later",
    webgpu:
      "one invocation an id enters it with its first place; workgroups count the first places of their " +
      "blocks, then number them behind those of all blocks before; then one invocation an id looks it up",
  },
};
