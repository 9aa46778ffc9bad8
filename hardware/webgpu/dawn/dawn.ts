/**
 * Dawn, the WebGPU of Chromium, as a second implementation beside the runtime's own: a library of npm's
 * package `webgpu` that `deno task dawn:setup` fetches into the user's cache folder, loaded by Node-API. Its
 * waits end within microseconds of the GPU's work, and its compiler (Tint) is another one.
 *
 * @module
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { arch, platform } from "node:process";
import { cacheFolder } from "../../../platform/files/user_folders.ts";
import { paceImmediates } from "./polling.ts";

/** Path of Dawn's library, or the reason why it is unavailable. */
export type Dawn =
  | { readonly library: string; readonly reason?: never }
  | { readonly library: undefined; readonly reason: string };

/** Command that fetches Dawn. */
export const DAWN_SETUP = "deno task dawn:setup";
/** Version of the npm package, so that a newer one gets another folder. */
const VERSION = "0.6.2";
const LIBRARY = "dawn.node";
/**
 * Dawn rounds timestamps to 0.1 ms unless told: web pages must not measure caches of others. Its other
 * backend on Linux is OpenGL.
 */
const FLAGS = [
  "disable-dawn-features=timestamp_quantization",
  ...(Deno.build.os === "linux" ? ["backend=vulkan"] : []),
];

/** Folder of the npm package's library for this machine, below its `dist`; it may have none. */
export function dawnBuild(): string {
  return `${platform}-${platform === "darwin" ? "universal" : arch}`;
}

/** Folder of the fetched library; `undefined` where there is no place for it. */
export function dawnFolder(): string | undefined {
  try {
    return join(cacheFolder(), `dawn-${VERSION}`);
  } catch {
    return undefined;
  }
}

/** Path of Dawn's library in its folder. */
export function dawnLibrary(folder: string): string {
  return join(folder, LIBRARY);
}

/**
 * Finds a fetched Dawn; loads and downloads nothing. Links in the path are followed, as Node-API does before
 * Deno looks for the permission to load that file.
 */
export function findDawn(): Dawn {
  const folder = dawnFolder();
  if (folder === undefined) return { library: undefined, reason: "no cache folder to look for Dawn in" };
  const library = dawnLibrary(folder);
  try {
    return { library: Deno.realPathSync(library) };
  } catch (error) {
    const refused = error instanceof Deno.errors.NotCapable;
    return {
      library: undefined,
      reason: refused ? `no permission to read ${folder}` : `Dawn is not fetched (${DAWN_SETUP})`,
    };
  }
}

/**
 * Entry points of Dawn, one for each set of drivers. They are kept: Dawn frees an instance, and crashes, once
 * nothing in JavaScript refers to it.
 */
const instances = new Map<string, GPU>();

/**
 * Entry point of Dawn. The first question to it fixes its drivers; `drivers` names the set, so that another
 * one gets an instance of its own.
 *
 * @throws where the library cannot be loaded.
 */
export function loadDawn(library: string, drivers: string): GPU {
  let instance = instances.get(drivers);
  if (instance === undefined) {
    paceImmediates();
    const { create } = createRequire(import.meta.url)(library) as { create(flags: readonly string[]): GPU };
    instance = create(FLAGS);
    instances.set(drivers, instance);
  }
  return instance;
}
