/** Devices that reserve memory in another way, for tests that count, move or overwrite buffers. @module */
import type { Device, DeviceBuffer } from "../../hardware/device.ts";

/** Reserves a buffer under a label. */
export type Allocate<Buffer extends DeviceBuffer> = Device<Buffer>["allocate"];

/**
 * Replaces both ways in which a device reserves memory, that of all kernels and that near WebAssembly, until
 * the result is disposed of.
 *
 * @param replace Gives the new way for a way of the device.
 */
export function replaceAllocation<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  replace: (allocate: Allocate<Buffer>) => Allocate<Buffer>,
): Disposable {
  const { allocate, allocateNear } = device;
  device.allocate = replace(allocate.bind(device));
  if (allocateNear) device.allocateNear = replace(allocateNear.bind(device));
  return {
    [Symbol.dispose]() {
      device.allocate = allocate;
      if (allocateNear) device.allocateNear = allocateNear;
    },
  };
}
