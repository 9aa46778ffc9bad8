/**
 * SwiftShader, the bundled software Vulkan for machines that have none: unpacked once into the user's cache
 * folder by a separate Deno (tools/swiftshader), and loaded into this process before WebGPU looks for
 * adapters.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../../platform/files/user_folders.ts";

/** Folder of SwiftShader, or the reason why it is unavailable. */
export type SwiftShader =
  | { readonly folder: string; readonly reason?: never }
  | { readonly folder: undefined; readonly reason: string };

/** Version of the npm package, so that a newer one gets another folder. */
const VERSION = "153.0.0";
const LOADER = "libvulkan.so.1";
const DRIVER = "libvk_swiftshader.so";
const MANIFEST = "vk_swiftshader_icd.json";
/**
 * Timeout of unpacking. The whole package is downloaded for two of its files: 70 MB, minutes on a slow line.
 */
const UNPACK_MS = 600_000;

/** Variables that name the loader's drivers, the newer one first. */
const DRIVERS = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] as const;

/** Folder of the unpacked files; `undefined` where there is no build for this machine or no place for it. */
export function swiftShaderFolder(): string | undefined {
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") return undefined;
  try {
    return join(cacheFolder(), `swiftshader-${VERSION}`);
  } catch {
    return undefined;
  }
}

/** Path of the loader in a folder with SwiftShader. */
export function swiftShaderLoader(folder: string): string {
  return join(folder, LOADER);
}

/** Finds an unpacked SwiftShader; starts and downloads nothing. */
export function findSwiftShader(): SwiftShader {
  const folder = swiftShaderFolder();
  if (folder === undefined) {
    return {
      folder,
      reason:
        `the bundled SwiftShader is for Linux on x86-64, this is ${Deno.build.os} on ${Deno.build.arch}`,
    };
  }
  for (const name of [LOADER, DRIVER, MANIFEST]) {
    try {
      Deno.statSync(join(folder, name));
    } catch (error) {
      const refused = error instanceof Deno.errors.NotCapable;
      return {
        folder: undefined,
        reason: refused
          ? `no permission to read ${folder}`
          : `the bundled SwiftShader is not unpacked in ${folder}`,
      };
    }
  }
  return { folder };
}

/**
 * Finds SwiftShader, or unpacks it now. Unpacking runs `deno` with a lock of its own, so that users who need
 * no software adapter never download it; a machine without a network or a process without the permission gets
 * a reason.
 */
export async function ensureSwiftShader(): Promise<SwiftShader> {
  const found = findSwiftShader();
  const folder = swiftShaderFolder();
  if (found.folder !== undefined || folder === undefined) return found;
  const tool = new URL("../../tools/swiftshader/", import.meta.url);
  if (tool.protocol !== "file:") {
    return { folder: undefined, reason: "tools/swiftshader is not on this disk" };
  }
  const path = (name: string) => fileURLToPath(new URL(name, tool));
  const deno = Deno.execPath();
  if ((await Deno.permissions.query({ name: "run", command: deno })).state !== "granted") {
    return { folder: undefined, reason: `${found.reason}, and no permission to run ${deno} to do so` };
  }
  const args = [
    "run",
    "--quiet",
    "--no-prompt",
    `--config=${path("deno.json")}`,
    "--frozen",
    "--allow-read",
    "--allow-env",
    `--allow-write=${cacheFolder()}`,
    path("unpack.ts"),
    folder,
  ];
  try {
    const { success, stderr } = await new Deno.Command(deno, {
      args,
      env: { NO_COLOR: "1" },
      stdout: "null",
      stderr: "piped",
      signal: AbortSignal.timeout(UNPACK_MS),
    }).output();
    if (success) return findSwiftShader();
    const lines = new TextDecoder().decode(stderr).trim().split("\n");
    return { folder: undefined, reason: `unpacking SwiftShader failed: ${lines[0] || "no reason given"}` };
  } catch (error) {
    return {
      folder: undefined,
      reason: `unpacking SwiftShader failed: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/**
 * Loads SwiftShader's loader into this process and names its driver. Only the first question to WebGPU takes
 * notice. Returns a reason where loading was refused.
 */
export function loadSwiftShader(folder: string): string | undefined {
  try {
    // The library stays open: WebGPU finds it by its name because it is in the process.
    Deno.dlopen(swiftShaderLoader(folder), { vkCreateInstance: { parameters: [], result: "i32" } });
    Deno.env.set("VK_ICD_FILENAMES", join(folder, MANIFEST));
    // The newer variable would take precedence over the one that every loader knows.
    Deno.env.delete("VK_DRIVER_FILES");
    return undefined;
  } catch (error) {
    return `loading SwiftShader failed: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * Returns the result of `work`, in which new instances of Vulkan find SwiftShader as their only driver, under
 * whichever loader the process has.
 */
export async function withSwiftShader<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = DRIVERS.map((name) => [name, Deno.env.get(name)] as const);
  try {
    Deno.env.set("VK_ICD_FILENAMES", join(folder, MANIFEST));
    Deno.env.delete("VK_DRIVER_FILES");
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
}
