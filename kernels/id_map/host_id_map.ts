/**
 * ID map of a device in the form that the samplers on the host take.
 *
 * @module
 */
import type { IdMap } from "../../graph/sampling/id_map.ts";
import type { Device } from "../../hardware/device.ts";
import { type Kernel, type ParameterValues, prepareKernel } from "../kernel.ts";
import { type IdMapOperandsOf, readIdMap, releaseIdMap, stageIdMap } from "./id_map.ts";

/**
 * Copies ids to the device, numbers them there, and copies the result back. To time the map itself, prepare
 * its kernel: most of the time of this function goes into copies.
 *
 * @throws {MissingError} where the kernel is of another backend; {@linkcode OutOfMemoryError} where its table
 * fills up.
 * @example
 * ```ts
 * import { openWasmDevice } from "gnn-repro";
 * import { idMapOn, idMaps } from "gnn-repro/kernels";
 * const device = openWasmDevice({ threads: 1 });
 * const kernel = idMaps.find(({ backend }) => backend === "wasm")!;
 * const { unique } = await idMapOn(device, kernel)(Uint32Array.of(7, 900, 7), Uint32Array.of(900));
 * if (unique.join() !== "900,7") throw new Error("each id once, those that are kept first");
 * device.close();
 * ```
 */
export function idMapOn(
  device: Device,
  kernel: Kernel<IdMapOperandsOf>,
  parameters: ParameterValues = {},
): IdMap {
  return async (ids, kept) => {
    const operands = stageIdMap(device, { ids, kept });
    try {
      // The buffers belong to the backend of the device that allocated them; `prepareKernel` compares that
      // backend with the kernel's.
      const plan = await prepareKernel(kernel, device, operands as IdMapOperandsOf["wasm"], 0, {
        parameters,
      });
      try {
        plan.run();
        return await readIdMap(device, operands);
      } finally {
        plan.destroy();
      }
    } finally {
      releaseIdMap(device, operands);
    }
  };
}
