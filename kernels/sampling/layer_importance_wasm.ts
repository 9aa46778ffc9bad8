/**
 * Layer-wise importance sampling of FastGCN on CPU threads.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { floatBits } from "../plan_webgpu.ts";
import { BLOCK, onThreads, planLayer, SCAN } from "./layer_wasm.ts";
import type { LayerImportanceOperandsOf } from "./sampling.ts";

const module = await loadWasm(new URL("./layer_importance.wasm", import.meta.url));

const CLEARED = 65_536;

/**
 * Kernel `layer-importance@wasm`; see `assembly/layer_importance.ts`. It draws the same vertices as the
 * sampler on the host.
 */
export const layerImportanceWasm: KernelOn<"wasm", LayerImportanceOperandsOf> = {
  ...onThreads(module),
  id: "layer-importance",
  origin: { paper: "own", section: "FastGCN (ICLR 2018), Algorithm 2" },
  mapping:
    "threads take blocks of 256 draws and search for each draw's vertex, then blocks of 256 destinations whose " +
    "entries in drawn columns they count and, once one thread has added up, write",
  prepare: (device, operands) =>
    planLayer(device, { module, operands }, ({ reserve }) => {
      const { vertices, layerSize, ends, inverse, graphValues } = operands;
      const times = reserve("times that vertices were drawn", 4 * vertices).address;
      const drawingBlocks = Math.ceil(layerSize / BLOCK);
      return {
        words: [
          ...[layerSize, floatBits(1 / layerSize), ends.address, inverse.address],
          ...[graphValues?.address ?? 0, vertices, times],
        ],
        launches: [
          { fn: "clear", items: Math.ceil(4 * vertices / CLEARED) },
          { fn: "pick", items: drawingBlocks },
          ...[{ fn: "count" }, SCAN, { fn: "restrict" }],
        ],
        drawingBlocks,
      };
    }),
};
