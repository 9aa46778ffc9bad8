/**
 * The adapter that tests of WebGPU run on, hardware or software; where there is none they are ignored, and
 * say why. `GNN_REPRO_TEST_LIMITS=default` gives tests no more of it than every GPU has.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "../../../hardware/webgpu/device.ts";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";

const choice = await requestAdapter({ allowSoftware: true });
const defaultLimits = Deno.env.get("GNN_REPRO_TEST_LIMITS") === "default";
if (choice.adapter === undefined) console.log(`WebGPU tests are ignored: ${choice.reason}`);

/** The adapter's name, or `undefined` where there is none. */
export const adapterInUse: string | undefined = choice.adapter && choice.name;

/** Limits of a test below those of the adapter, to test what is cut or refused. */
export type LowerLimits = Pick<WebGpuDeviceOptions, "memoryBytes" | "bindingBytes">;

/** Device of a file's tests, with the pipelines that they have compiled. */
let shared: WebGpuDevice | undefined;
Deno.test.afterAll(async () => {
  shared?.close();
  // Dawn crashes where the tests' thread ends before its device has.
  await shared?.gpu.lost;
});

/** Properties of a device that a test may change, and a later one would meet. */
function settingsOf(device: WebGpuDevice): unknown[] {
  const { dispatchWork, tuning, onPasses, gpu, limits } = device;
  return [dispatchWork, tuning, onPasses, { ...limits }, ...Object.keys(device), ...Object.keys(gpu)];
}

/**
 * A test on a device that later tests of the file use, too, unless this one fails, changes it, loses it or
 * leaves memory on it: an adapter that emulates a GPU compiles the pipelines of a training for longer than it
 * trains. Ignored without an adapter.
 */
export function testOnAdapter(
  criterion: string,
  test: (device: WebGpuDevice) => Promise<void>,
  lower: LowerLimits = {},
): void {
  Deno.test({
    name: criterion,
    ignore: adapterInUse === undefined,
    fn: async () => {
      const device = shared ?? await openWebGpuDevice({ allowSoftware: true, defaultLimits });
      const { limits } = device;
      shared = undefined;
      const { memoryBytes, bindingBytes } = limits, { memoryBytes: memory, bindingBytes: binding } = lower;
      // A device asks for its limits whenever it reserves or binds.
      const limit = (to: LowerLimits) => Object.assign(limits, to);
      limit({
        memoryBytes: Math.min(memoryBytes, memory ?? Infinity),
        bindingBytes: Math.min(bindingBytes, binding ?? Infinity),
      });
      device.resetPeak();
      const settings = settingsOf(device);
      try {
        await test(device);
        if (
          device.lost === undefined && device.ledger.live === 0 &&
          isDeepStrictEqual(settingsOf(device), settings)
        ) shared = device;
      } finally {
        limit({ memoryBytes, bindingBytes });
        if (shared === undefined) device.close();
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
      const device = await openWebGpuDevice({ allowSoftware: true, defaultLimits, ...options });
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
  lower: LowerLimits = {},
): void {
  testOnAdapter(criterion, async (device) => {
    if (device.limits.subgroups !== undefined) return await test(device);
    console.log(`"${criterion}" is not tested: ${device.name} has no subgroups by ${device.webgpu}`);
  }, lower);
}
