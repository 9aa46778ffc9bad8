/**
 * Arrays of a sparse matrix on a device, shared by the plans that read them: a training step multiplies by
 * the same matrix in several widths, and the graph should be stored on the device once. The first plan
 * uploads the arrays, the last plan to be destroyed frees them.
 *
 * @module
 */
import type { Device, DeviceBuffer, DeviceData } from "../../../hardware/device.ts";
import type { Plan } from "../../kernel.ts";

/** Source of a shared array. Two sources of one label, one host array and one form share a buffer. */
export interface SharedSource {
  /** Host array, known by its identity: it must not change while a plan lives. */
  readonly of: Uint32Array | Float32Array;
  /** Form of the derived data, such as a range or a stride; the array itself when absent. */
  readonly form?: string;
  /** Derives the data; called only where no plan holds the buffer yet. The array itself when absent. */
  readonly make?: () => DeviceData;
}

/**
 * Function that returns the buffer of a shared array, which belongs to the plan that is being built and to
 * all other plans that asked for it.
 */
export type Share<B extends DeviceBuffer> = (label: string, source: SharedSource) => B;

function upload<B extends DeviceBuffer>(device: Device<B>, label: string, data: DeviceData): B {
  const buffer = device.allocate(label, data.byteLength);
  try {
    device.write(buffer, data);
    return buffer;
  } catch (error) {
    device.free(buffer);
    throw error;
  }
}

/**
 * Builds a plan out of shared arrays: the plan holds them until it is destroyed, or until building fails.
 *
 * @throws whatever `build` throws and the device reports of it, with nothing left that only this plan would
 * have held.
 */
export async function planSharing<B extends DeviceBuffer>(
  device: Device<B>,
  kernel: string,
  build: (share: Share<B>) => Plan | Promise<Plan>,
): Promise<Plan> {
  const held: (() => void)[] = [];
  const release = () => held.splice(0).forEach((letGo) => letGo());
  const share: Share<B> = (label, { of, form = "", make = () => of }) => {
    const arrays = device.shared.getOrInsertComputed(of, () => new Map()), key = `${label} ${form}`;
    const array = arrays.getOrInsertComputed(
      key,
      () => ({ buffer: upload(device, label, make()), plans: 0 }),
    );
    array.plans++;
    held.push(() => {
      if (--array.plans > 0) return;
      arrays.delete(key);
      device.free(array.buffer as B);
    });
    return array.buffer as B;
  };
  try {
    // The build needs an error scope of its own: errors that a GPU reports late must be known here, where the
    // arrays can still be released.
    const plan = await device.guard(`prepare kernel "${kernel}"`, () => build(share));
    const destroy = () => {
      plan.destroy();
      release();
    };
    return { ...plan, destroy };
  } catch (error) {
    release();
    throw error;
  }
}
