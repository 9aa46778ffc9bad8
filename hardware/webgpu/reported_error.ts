/**
 * Errors that WebGPU reports, as typed ones.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError, type ReproError } from "../../platform/errors.ts";

/** Typed error for an error that WebGPU reported during an action. */
export function deviceError(action: string, error: GPUError): ReproError {
  const current = error.message.trim().replace(/\s+/g, " ") || "an error without a message";
  // Each implementation of WebGPU has classes of its own.
  return error.constructor.name === "GPUOutOfMemoryError"
    ? new OutOfMemoryError({
      action,
      current,
      wanted: "device memory",
      next: "lower the problem's size, or --scale it",
    })
    : new DeviceError({ action, current, wanted: "valid work", next: "report this with the kernel's name" });
}
