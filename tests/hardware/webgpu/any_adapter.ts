/**
 * The adapter that tests of WebGPU run on, hardware or software; where there is none they are ignored, and
 * say why.
 *
 * @module
 */
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "../../../hardware/webgpu/device.ts";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";

const choice = await requestAdapter({ allowSoftware: true });
if (choice.adapter === undefined) console.log(`WebGPU tests are ignored: ${choice.reason}`);

/** The adapter's name, or `undefined` where there is none. */
export const adapterInUse: string | undefined = choice.adapter && choice.name;

/** A test with a device that is closed at its end, ignored without an adapter. */
export function testOnAdapter(
  criterion: string,
  test: (device: WebGpuDevice) => Promise<void>,
  options: WebGpuDeviceOptions = {},
): void {
  Deno.test({
    name: criterion,
    ignore: adapterInUse === undefined,
    fn: async () => {
      const device = await openWebGpuDevice({ allowSoftware: true, ...options });
      try {
        await test(device);
      } finally {
        device.close();
      }
    },
  });
}

/** A test on an adapter whose kernels can use subgroups; on another one it tests nothing, and says why. */
export function testOnSubgroups(
  criterion: string,
  test: (device: WebGpuDevice) => Promise<void>,
  options: WebGpuDeviceOptions = {},
): void {
  testOnAdapter(criterion, async (device) => {
    if (device.limits.subgroups !== undefined) return await test(device);
    console.log(`"${criterion}" is not tested: ${device.name} has no subgroups by ${device.webgpu}`);
  }, options);
}
