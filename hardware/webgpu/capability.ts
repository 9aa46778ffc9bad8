/**
 * Capability for `doctor`: WebGPU.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { requestAdapter } from "./adapter.ts";
import { findSwiftShader } from "./software.ts";

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
    detail: hardware.adapter !== undefined ? hardware.name : hardware.reason,
    adds: "timings of the WGSL kernels; without it they can only be checked",
    install: Deno.build.os === "linux"
      ? "the GPU's driver with Vulkan: apt-get install libvulkan1 mesa-vulkan-drivers, or NVIDIA's own driver"
      : "the GPU's current driver",
    fallback: swiftShader.folder !== undefined
      ? "wasm for timings; SwiftShader, unpacked, for checks"
      : `wasm for timings; for checks a software adapter with --device webgpu (${swiftShader.reason})`,
  };
}
