/**
 * Capabilities for `doctor`: WebGPU, and a second implementation of it.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { cardText } from "../gpu_state.ts";
import { FIRST_PATIENCE_MS, gpuState } from "../nvidia_smi.ts";
import { requestAdapter } from "./adapter.ts";
import { chooseImplementation } from "./choose_implementation.ts";
import { DAWN_SETUP, findDawn } from "./dawn/dawn.ts";
import type { FoundAdapter } from "./found_adapter.ts";
import type { WebGpuImplementation } from "./implementation.ts";
import { findSwiftShader } from "./software.ts";
import { requestWithSubgroups, subgroupSizes, subgroupText } from "./subgroups.ts";

/**
 * Reports whether WebGPU reaches a GPU of this machine. A software adapter does not count, but is named; the
 * bundled one is neither unpacked nor downloaded for the question.
 */
export async function capability(): Promise<Capability> {
  const hardware = await requestAdapter();
  const swiftShader = findSwiftShader();
  return {
    part: "GPU (WebGPU adapter)",
    present: hardware.adapter !== undefined,
    detail: hardware.adapter !== undefined ? await adapterText(hardware) : hardware.reason,
    adds: "timings of the WGSL kernels; without it they can only be checked",
    install: Deno.build.os === "linux"
      ? "the GPU's driver with Vulkan: apt-get install libvulkan1 mesa-vulkan-drivers, or NVIDIA's own driver"
      : "the GPU's current driver",
    fallback: swiftShader.folder !== undefined
      ? "the CPU for timings; SwiftShader, unpacked, for checks"
      : `the CPU for timings; for checks a software adapter with --device webgpu (${swiftShader.reason})`,
  };
}

/** Name, subgroups and state of an adapter. */
async function adapterText({ adapter, name, webgpu }: FoundAdapter & { webgpu: WebGpuImplementation }) {
  const card = cardText(name, await gpuState(name, FIRST_PATIENCE_MS));
  return [`${name}, ${await subgroupsOf(adapter, webgpu)}`, card].filter(Boolean).join("; ");
}

/** Subgroups of an adapter in words; only a device tells them. */
async function subgroupsOf(adapter: GPUAdapter, webgpu: WebGpuImplementation): Promise<string> {
  try {
    const device = await requestWithSubgroups(adapter, webgpu, { requiredFeatures: [] });
    const sizes = subgroupSizes(device);
    device.destroy();
    return sizes === undefined ? "without subgroups" : `subgroups of ${subgroupText(sizes)} lanes`;
  } catch (error) {
    return `which refuses a device (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Reports whether Dawn is fetched, which adapter it reaches, and whether a run would take it. */
export async function dawnCapability(): Promise<Capability> {
  const { library, reason } = findDawn();
  return {
    part: "Dawn (second WebGPU)",
    present: library !== undefined,
    detail: library === undefined ? reason : `${library}; ${await dawnReach()}`,
    adds: "waits for the GPU of microseconds, not of 10 ms, and a second compiler for the WGSL kernels",
    install: `${DAWN_SETUP} (50 MB from npm)`,
    fallback: "the runtime's own WebGPU",
  };
}

/** Adapter that Dawn reaches on this machine, or why it reaches none. */
async function dawnReach(): Promise<string> {
  const dawn = await requestAdapter({ webgpu: "dawn" });
  if (dawn.adapter === undefined) return `here it has ${dawn.reason}`;
  const { webgpu, because } = await chooseImplementation({ allowSoftware: false });
  return `reaches ${dawn.name}; --webgpu auto takes ${webgpu}: ${because}`;
}
