/**
 * Layer-wise importance sampling of FastGCN on CPU threads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { BLOCK, planLayer, SCAN } from "../plans/layer_wasm.ts";
import type { LayerImportanceOperandsOf } from "../sampling.ts";
import { layerImportance } from "./kernel.ts";
import { layerImportanceWasm as module } from "./layer_importance_bindings.ts";

const CLEARED_BYTES = 65_536;

/** Kernel `layer-importance@wasm`; see `assembly/layer_importance.ts`. */
export const layerImportanceWasm: KernelOn<"wasm", LayerImportanceOperandsOf> = kernelOn(
  "wasm",
  layerImportance,
  {
    source: module.digest,
    prepare: (device, operands) =>
      planLayer(device, { module, operands }, ({ reserve }) => {
        const { vertices, layerSize, ends, inverse, graphValues } = operands;
        const times = reserve("times that vertices were drawn", 4 * vertices).address;
        const drawingBlocks = Math.ceil(layerSize / BLOCK);
        const [shareBits] = new Uint32Array(Float32Array.of(1 / layerSize).buffer);
        return {
          words: [
            layerSize,
            shareBits,
            ends.address,
            inverse.address,
            // The arena is one binding.
            graphValues?.[0].address ?? 0,
            vertices,
            times,
          ],
          launches: [
            { fn: "clear", items: Math.ceil(4 * vertices / CLEARED_BYTES) },
            { fn: "pick", items: drawingBlocks },
            { fn: "count" },
            SCAN,
            { fn: "restrict" },
          ],
          drawingBlocks,
        };
      }),
  },
);
