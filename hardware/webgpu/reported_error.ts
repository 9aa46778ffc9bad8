/**
 * Errors that WebGPU reports, as typed ones.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError, type ReproError } from "../../platform/errors.ts";

/** Names of the error by drivers and by implementations of WebGPU, some of which lose the device for it. */
const OUT_OF_MEMORY = /out[ _]?of[ _]?(\w+[ _])?memory|not enough memory/i;

/** Whether a message says that memory ran out. */
export function saysOutOfMemory(message: string): boolean {
  return OUT_OF_MEMORY.test(message);
}

/** Typed error for an error that WebGPU reported during an action. */
export function deviceError(action: string, error: GPUError): ReproError {
  const current = error.message.trim().replace(/\s+/g, " ") || "an error without a message";
  // Each implementation of WebGPU has classes of its own.
  return error.constructor.name === "GPUOutOfMemoryError" || saysOutOfMemory(current)
    ? new OutOfMemoryError({
      action,
      current,
      wanted: "device memory",
      next: "lower the problem's size, or --scale it",
    })
    : new DeviceError({ action, current, wanted: "valid work", next: "report this with the kernel's name" });
}
