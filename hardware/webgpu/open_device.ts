/**
 * Opening of a WebGPU device: the choice of an adapter, and the state of its GPU as its driver tells it.
 *
 * @module
 */
import { MissingError } from "../../platform/errors.ts";
import { type GpuState, gpuStateText } from "../gpu_state.ts";
import { FIRST_PATIENCE_MS, gpuState } from "../nvidia_smi.ts";
import { requestAdapter } from "./adapter.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "./device.ts";
import { openAdapter } from "./open_adapter.ts";

/**
 * Opens an adapter with all of its features and calibrates its timer.
 *
 * @throws {MissingError} where there is no adapter, with the reason.
 *
 * @example
 * ```ts
 * import { openWebGpuDevice } from "gnn-repro/hardware";
 * async function throughTheGpu(numbers: Float32Array<ArrayBuffer>): Promise<Float32Array> {
 *   const device = await openWebGpuDevice({ allowSoftware: true });
 *   const buffer = device.allocate("x", numbers.byteLength);
 *   device.write(buffer, numbers);
 *   const read = new Float32Array(await device.read(buffer));
 *   device.close();
 *   return read;
 * }
 * ```
 */
export async function openWebGpuDevice(options: WebGpuDeviceOptions = {}): Promise<WebGpuDevice> {
  const choice = await requestAdapter(options);
  if (choice.adapter === undefined) {
    throw new MissingError({
      action: "open a WebGPU device",
      current: choice.reason,
      wanted: options.allowSoftware ? "an adapter" : "a hardware adapter",
      next: choice.next,
    });
  }
  const { adapter, name } = choice;
  const state = choice.kind === "hardware" ? await gpuState(name, FIRST_PATIENCE_MS) : undefined;
  return await openAdapter({ ...choice, ...described(adapter, options, { name, state }) }, {
    ...options,
    ...(options.memoryBytes === undefined && state?.memoryBytes !== undefined &&
      { memoryBytes: state.memoryBytes }),
  });
}

/** Driver and first state of an adapter, as far as they are told, and the reason for the implementation. */
function described(
  { info: { description } }: GPUAdapter,
  { because }: WebGpuDeviceOptions,
  { name, state }: { readonly name: string; readonly state: GpuState | undefined },
) {
  const driver = state?.driver ?? (description === name ? "" : description);
  return {
    ...(driver !== "" && { driver }),
    ...(state !== undefined && { state: gpuStateText(state) }),
    ...(because !== undefined && { because }),
  };
}
