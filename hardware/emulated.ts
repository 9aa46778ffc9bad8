/**
 * Devices that emulate another: fit for checks, not for times.
 *
 * @module
 */
import { MissingError } from "../platform/errors.ts";
import type { Device } from "./device.ts";

/** Device on which something is timed. */
export interface TimedOn {
  /** The device. */
  readonly device: Pick<Device, "adapterKind">;
  /** Whether the user wants times of an emulated GPU all the same; rows say that they are. */
  readonly allowSoftware: boolean;
}

/** Whether anything is timed on a device: on an emulated GPU only where the user asked for it. */
export function isTimed({ device: { adapterKind }, allowSoftware }: TimedOn): boolean {
  return adapterKind !== "software" || allowSoftware;
}

/**
 * Refuses to time anything on an emulated GPU, unless the user asked for it.
 *
 * @param action What was to be timed, in the infinitive: `time epochs`.
 * @throws {MissingError} where the device is a software adapter.
 */
export function refuseEmulated(on: TimedOn, action: string): void {
  if (isTimed(on)) return;
  throw new MissingError({
    action,
    current: "software adapter",
    wanted: "a GPU or CPU threads",
    next: "use a CPU, such as --device x86, or add --allow-software",
  });
}
