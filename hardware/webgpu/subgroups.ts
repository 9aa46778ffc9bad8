/**
 * Subgroups: lanes of a workgroup that run together and exchange numbers without memory. An optional feature
 * of WebGPU, which Deno's own WebGPU has in a form of its own.
 *
 * @module
 */
import type { SubgroupSizes } from "../device.ts";
import type { WebGpuRuntime } from "./implementation.ts";
import directive from "./subgroups.wgsl" with { type: "text" };

/** Name of the feature. */
const SUBGROUPS = "subgroups";
/** Sizes where an implementation has the feature and does not tell them (WebGPU, "GPUAdapterInfo"). */
const ANY_SIZE: SubgroupSizes = { least: 4, most: 128 };

/** WGSL that kernels with subgroups begin with. */
export const subgroupsSource: string = directive;

/**
 * Requests a device with subgroups where the adapter has them. Deno 2.9's own WebGPU does not list the
 * feature, but grants it where the driver has it, and refuses a device for what the driver lacks.
 */
export async function requestWithSubgroups(
  adapter: GPUAdapter,
  webgpu: WebGpuRuntime,
  descriptor: GPUDeviceDescriptor & { readonly requiredFeatures: GPUFeatureName[] },
): Promise<GPUDevice> {
  const listed = adapter.features.has(SUBGROUPS);
  const requiredFeatures: GPUFeatureName[] = [...descriptor.requiredFeatures, SUBGROUPS];
  if (listed) return await adapter.requestDevice({ ...descriptor, requiredFeatures });
  if (webgpu === "native") {
    try {
      return await adapter.requestDevice({ ...descriptor, requiredFeatures });
    } catch {
      // A refusal for another reason is repeated, and told, below.
    }
  }
  return await adapter.requestDevice(descriptor);
}

/** Sizes of a device's subgroups; `undefined` where it has none. */
export function subgroupSizes(
  { features, adapterInfo }: Pick<GPUDevice, "features" | "adapterInfo">,
): SubgroupSizes | undefined {
  if (!features.has(SUBGROUPS)) return undefined;
  const { subgroupMinSize: least, subgroupMaxSize: most } = adapterInfo;
  return least > 0 && most >= least ? { least, most } : ANY_SIZE;
}

/** Sizes in words: `32`, or `8 to 32`. */
export function subgroupText({ least, most }: SubgroupSizes): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}

/**
 * Text as an implementation compiles it: Naga, the compiler of Deno's own WebGPU, has subgroups without the
 * directive that enables them and refuses the directive (gfx-rs/wgpu#5555). Lines keep their numbers.
 */
export function compiledSource(source: string, webgpu: WebGpuRuntime): string {
  return webgpu === "native" ? source.replace(/^enable subgroups;/m, "") : source;
}
