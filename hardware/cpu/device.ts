/**
 * The CPU as a device: threads that compute with WebAssembly SIMD in a bounded arena of memory.
 * Host-to-device is a real copy into the arena, so that budgets and transfers mean the same as on a GPU.
 *
 * @module
 */
import { ArenaDevice } from "./arena_device.ts";
import type { CpuDeviceOptions, WasmDevice } from "./wasm_device.ts";

export type { CpuDeviceOptions, WasmBuffer, WasmDevice } from "./wasm_device.ts";

/**
 * Opens the CPU as a device. Closing it ends its workers; a process that does not close it can end all the
 * same.
 *
 * @throws {DeviceError} where a memory of that size cannot be reserved, and for invalid numbers of threads or
 * bytes.
 *
 * @example
 * ```ts
 * import { openWasmDevice } from "gnn-repro/hardware";
 * const device = openWasmDevice({ threads: 2, memoryBytes: 64 * 2 ** 20 });
 * const buffer = device.allocate("x", 4);
 * device.write(buffer, Float32Array.of(1));
 * if (new Float32Array(await device.read(buffer))[0] !== 1) throw new Error("what was written");
 * device.close();
 * ```
 */
export function openWasmDevice(options: CpuDeviceOptions = {}): WasmDevice {
  return new ArenaDevice("wasm", "simd128", options);
}
