/**
 * Devices that emulate another: fit for checks, not for times.
 *
 * @module
 */
import { MissingError } from "../platform/errors.ts";
import type { Device } from "./device.ts";

/**
 * Refuses to time anything on an emulated GPU.
 *
 * @param action What was to be timed, in the infinitive: `time epochs`.
 * @throws {MissingError} where the device is a software adapter.
 */
export function refuseEmulated({ adapterKind }: Pick<Device, "adapterKind">, action: string): void {
  if (adapterKind !== "software") return;
  throw new MissingError({
    action,
    current: "software adapter",
    wanted: "a GPU or CPU threads",
    next: "run it with --device wasm",
  });
}
