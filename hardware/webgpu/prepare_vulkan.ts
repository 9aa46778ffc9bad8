/**
 * Preparation of the process for its first question to WebGPU on Linux: which Vulkan loader and driver
 * answer it. Later questions cannot change that.
 *
 * @module
 */
import { ensureSwiftShader, loadSwiftShader } from "./software.ts";
import { systemVulkan } from "./vulkan.ts";

/** Result of the process's first question; later ones cannot change the loader. */
let prepared: Promise<string | undefined> | undefined;

/**
 * Loads the system's Vulkan or, where that is absent and `software` allows it, the bundled SwiftShader.
 * Returns a reason why the question must not be asked yet.
 */
export async function prepareVulkan(software: boolean): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  return await (prepared ?? prepareOnce(software));
}

async function prepareOnce(software: boolean): Promise<string | undefined> {
  // Otherwise a machine without a Vulkan driver falls back to OpenGL, with half the bindings and a crash at
  // the end.
  Deno.env.set("DENO_WEBGPU_BACKEND", "vulkan");
  const system = systemVulkan();
  if (system.loader !== undefined) {
    preload(system.loader);
    prepared = Promise.resolve(undefined);
    return undefined;
  }
  if (!software) return system.detail;
  prepared = bundledVulkan();
  const reason = await prepared;
  if (reason === undefined) return undefined;
  prepared = undefined;
  return `${system.detail}; ${reason}`;
}

async function bundledVulkan(): Promise<string | undefined> {
  const { folder, reason } = await ensureSwiftShader();
  return folder === undefined ? reason : loadSwiftShader(folder);
}

/**
 * Loads a loader from an unusual folder (conda, GNN_REPRO_VULKAN) into the process; usual folders need no
 * help.
 */
function preload(loader: string): void {
  if (Deno.permissions.querySync({ name: "ffi", path: loader }).state !== "granted") return;
  try {
    Deno.dlopen(loader, { vkCreateInstance: { parameters: [], result: "i32" } });
  } catch {
    // WebGPU will look for itself and report what it found.
  }
}
