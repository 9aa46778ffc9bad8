/**
 * Prerequisites of WebGPU on Linux: the Vulkan loader and a driver. Both are searched before WebGPU is asked,
 * because its first question fixes the answer for the life of the process.
 *
 * @module
 */
import { join } from "node:path";
import {
  findLibrary,
  LIBRARY_SEARCH_VARIABLES,
  libraryVariable,
  NATIVE_LIBRARIES,
  refusedSearch,
} from "../../platform/native/native_library.ts";
import { CACHE_FOLDER_VARIABLES } from "../../platform/files/user_folders.ts";
import { dawnFolder, findDawn } from "./dawn/dawn.ts";
import { WEBGPU_VARIABLE } from "./implementation.ts";
import { swiftShaderFolder, swiftShaderLoader } from "./software.ts";

/** Path of a loader, or the reason why there is none. */
export type Vulkan =
  | { readonly loader: string; readonly detail: string }
  | { readonly loader: undefined; readonly detail: string };

/** Permissions that WebGPU needs of Deno, as lists for `--allow-ffi`, `--allow-env` and `--allow-read`. */
export interface WebGpuGrants {
  /** Absolute paths of libraries. */
  readonly ffi: readonly string[];
  /** Names of variables. */
  readonly env: readonly string[];
  /** Absolute paths of files and folders. */
  readonly read: readonly string[];
}

/** Variables by which a user points the loader at drivers (Vulkan loader, "Driver discovery"). */
const DRIVER_VARIABLES = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"] as const;
const DATA_VARIABLES = ["XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME"] as const;

/** Folders in which drivers announce themselves. */
function manifestFolders(): string[] {
  const env = (name: string, standard: string) => Deno.env.get(name) || standard;
  const home = env("HOME", "");
  const data = env("XDG_DATA_HOME", home && join(home, ".local/share"));
  const shared = env("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":");
  const roots = ["/etc", "/usr/local/etc", data, ...shared].filter((root) => root.startsWith("/"));
  return [...new Set(roots)].map((root) => join(root, "vulkan/icd.d"));
}

/** Manifests of drivers that the loader would read. */
function manifests(): string[] {
  const named = DRIVER_VARIABLES.flatMap((name) => (Deno.env.get(name) ?? "").split(":")).filter((path) =>
    path !== ""
  );
  const found = manifestFolders().flatMap((folder) => {
    try {
      return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".json")).map(({ name }) =>
        join(folder, name)
      );
    } catch {
      return [];
    }
  });
  const overridden = Deno.env.get("VK_DRIVER_FILES") || Deno.env.get("VK_ICD_FILENAMES");
  return (overridden ? named : [...named, ...found]).filter((path) => {
    try {
      return Deno.statSync(path).isFile || Deno.statSync(path).isDirectory;
    } catch {
      return false;
    }
  });
}

/** Finds the system's Vulkan: both the loader and a driver's manifest. */
export function systemVulkan(): Vulkan {
  const loader = findLibrary(NATIVE_LIBRARIES.vulkan);
  if (loader === undefined) {
    const refused = refusedSearch(NATIVE_LIBRARIES.vulkan);
    const why = refused && `: ${refused.current}; ${refused.next}`;
    return { loader, detail: `no Vulkan loader (libvulkan.so.1)${why ?? ""}` };
  }
  const drivers = manifests();
  if (drivers.length === 0) {
    return {
      loader: undefined,
      detail: `the Vulkan loader ${loader} has no driver manifest in ${manifestFolders()[0]} and the like`,
    };
  }
  return {
    loader,
    detail: `${loader} with ${drivers.length} driver ${drivers.length === 1 ? "manifest" : "manifests"}`,
  };
}

/** Permissions for Dawn, on any system. */
function dawnGrants(): WebGpuGrants {
  const { library } = findDawn(), folder = dawnFolder();
  const found = library === undefined ? [] : [library];
  return {
    ffi: found,
    env: [WEBGPU_VARIABLE, ...CACHE_FOLDER_VARIABLES],
    read: folder === undefined ? found : [folder, ...found],
  };
}

/**
 * Permissions that a process needs to use WebGPU on this machine. Where the bundled SwiftShader may be used,
 * unpack it first (`ensureSwiftShader`): that starts `deno`, which only a launcher should be allowed to do.
 */
export function webGpuGrants(): WebGpuGrants {
  const dawn = dawnGrants();
  if (Deno.build.os !== "linux") return dawn;
  const system = findLibrary(NATIVE_LIBRARIES.vulkan);
  const bundled = swiftShaderFolder();
  return {
    ffi: [...dawn.ffi, ...(system ? [system] : []), ...(bundled ? [swiftShaderLoader(bundled)] : [])],
    env: [
      ...new Set([
        "DENO_WEBGPU_BACKEND",
        ...DRIVER_VARIABLES,
        ...DATA_VARIABLES,
        ...LIBRARY_SEARCH_VARIABLES,
        libraryVariable(NATIVE_LIBRARIES.vulkan),
        ...dawn.env,
      ]),
    ],
    read: [
      ...dawn.read,
      ...(system ? [system] : []),
      ...(bundled ? [bundled] : []),
      ...manifestFolders(),
      ...DRIVER_VARIABLES.flatMap((name) => (Deno.env.get(name) ?? "").split(":")).filter((path) =>
        path !== ""
      ),
      "/etc/ld.so.conf",
      "/etc/ld.so.conf.d",
    ],
  };
}
