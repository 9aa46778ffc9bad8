/**
 * Fused-Map: ids are numbered while they are entered, then all are looked up.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `fused-map`. Local ids follow the order in which threads or invocations enter the ids. */
export const fusedMap: KernelIdentity = {
  id: "fused-map",
  origin: { paper: "fastgl", section: "4.3, Algorithm 2" },
  mapping: {
    wasm:
      "a thread takes blocks of ids; whoever takes an id's slot adds one to a shared counter and numbers " +
      "it; then every id is looked up",
    x86: "as on wasm, with a request for the slot of an id that comes 16 places later",
    webgpu:
      "one invocation an id; whichever takes an id's slot adds one to a shared counter and numbers it; " +
      "then one invocation an id looks it up",
  },
};

/** Kernel `fused-map-grouped`: the counter is advanced once for all new ids of a block or workgroup. */
export const fusedMapGrouped: KernelIdentity = {
  id: "fused-map-grouped",
  mapping: {
    wasm: "as fused-map, but a thread lists the slots that it took in a block of 1024 ids and numbers them " +
      "with one addition to the shared counter",
    x86: "as on wasm, with a request for the slot of an id that comes 16 places later",
    webgpu: "as fused-map, but invocations that take a slot are ranked in workgroup memory and one of them " +
      "adds all to the shared counter",
  },
};
