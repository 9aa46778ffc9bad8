/**
 * Layer-wise importance sampling of FastGCN: vertices are drawn for a whole layer, and each destination keeps
 * its in-neighbours among them.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `layer-importance`. It draws the same vertices as the sampler on the host. */
export const layerImportance: KernelIdentity = {
  id: "layer-importance",
  origin: { paper: "own", section: "FastGCN (ICLR 2018), Algorithm 2" },
  mapping: {
    wasm: "threads take blocks of 256 draws and search for each draw's vertex, then blocks of 256 " +
      "destinations whose entries in drawn columns they count and, once one thread has added up, write",
    webgpu: "one invocation a draw searches for its vertex; one workgroup a destination counts its entries " +
      "in drawn columns and, once all workgroups have added up, writes them; one invocation an entry weighs it",
  },
};
