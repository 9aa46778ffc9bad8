/**
 * The adapter that tests of WebGPU run on, hardware or software; where there is none they are ignored, and
 * say why.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "../../../hardware/webgpu/device.ts";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";

const choice = await requestAdapter({ allowSoftware: true });
if (choice.adapter === undefined) console.log(`WebGPU tests are ignored: ${choice.reason}`);

/** The adapter's name, or `undefined` where there is none. */
export const adapterInUse: string | undefined = choice.adapter && choice.name;

/** Devices of a file's tests by their options, with the pipelines that the tests have compiled. */
const devices = new Map<string, WebGpuDevice>();
Deno.test.afterAll(async () => {
  const lost = [...devices.values()].map((device) => {
    device.close();
    return device.gpu.lost;
  });
  devices.clear();
  // Dawn crashes where the tests' thread ends before its devices have.
  await Promise.all(lost);
});

/** Properties of a device that a test may change, and a later one would meet. */
function settingsOf(device: WebGpuDevice): unknown[] {
  const { dispatchWork, tuning, onPasses, gpu, limits } = device;
  return [dispatchWork, tuning, onPasses, { ...limits }, ...Object.keys(device), ...Object.keys(gpu)];
}

async function deviceOf(options: WebGpuDeviceOptions): Promise<WebGpuDevice> {
  const key = JSON.stringify(options), opened = devices.get(key);
  if (opened !== undefined) {
    opened.resetPeak();
    return opened;
  }
  const device = await openWebGpuDevice({ allowSoftware: true, ...options });
  devices.set(key, device);
  return device;
}

/**
 * A test on a device that later tests of the file with the same options use, too, unless this one fails,
 * changes it, loses it or leaves memory on it: an adapter that emulates a GPU compiles the pipelines of a
 * training for longer than it trains. Ignored without an adapter.
 */
export function testOnAdapter(
  criterion: string,
  test: (device: WebGpuDevice) => Promise<void>,
  options: WebGpuDeviceOptions = {},
): void {
  Deno.test({
    name: criterion,
    ignore: adapterInUse === undefined,
    fn: async () => {
      const device = await deviceOf(options), settings = settingsOf(device);
      let whole = false;
      try {
        await test(device);
        whole = device.lost === undefined && device.ledger.live === 0 &&
          isDeepStrictEqual(settingsOf(device), settings);
      } finally {
        if (!whole) {
          devices.delete(JSON.stringify(options));
          device.close();
        }
      }
    },
  });
}

/** A test on a device of its own, for what a device keeps or counts from its beginning. */
export function testOnNewDevice(
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
