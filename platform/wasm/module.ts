/**
 * WebAssembly modules beside the code that calls them: compiled once a process, identified by their digest.
 *
 * @module
 */
import { sha256 } from "../files/digest.ts";
import { DeviceError, MissingError } from "../errors.ts";

/** A compiled module. Every thread makes its own instance around the shared memory. */
export interface WasmModule {
  /** File name, for messages. */
  readonly name: string;
  /** SHA-256 of the module's bytes, in hexadecimal, which identifies a kernel's source. */
  readonly digest: string;
  /** The compiled code. */
  readonly module: WebAssembly.Module;
}

/**
 * Modules of this process by their addresses: compiled code belongs to no device, and every device and thread
 * makes its instances from the same.
 */
const loaded = new Map<string, Promise<WasmModule>>();

/**
 * Reads and compiles the module at `url`; later calls with the same address get the same module.
 *
 * @throws {MissingError} where the file cannot be read.
 * @throws {DeviceError} where it is no module that this runtime can compile.
 * @example
 * ```ts
 * import { loadWasm } from "./module.ts";
 * const spmm = await loadWasm(new URL("../../kernels/spmm/spmm.wasm", import.meta.url));
 * if (WebAssembly.Module.exports(spmm.module).length === 0) throw new Error("a kernel is an export");
 * ```
 */
export function loadWasm(url: URL): Promise<WasmModule> {
  const found = loaded.get(url.href);
  if (found) return found;
  const loading = compile(url);
  loaded.set(url.href, loading);
  loading.catch(() => loaded.delete(url.href));
  return loading;
}

async function compile(url: URL): Promise<WasmModule> {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  const bytes = await Deno.readFile(url).catch((cause: unknown) => {
    throw new MissingError({
      action: `load "${name}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: `a readable file at ${url.href}`,
      next: `build it with "deno task build:wasm"`,
    }, { cause });
  });
  return await compileWasm(name, bytes);
}

/**
 * Compiles a module from its bytes.
 *
 * @throws {DeviceError} where this runtime cannot compile them.
 */
export async function compileWasm(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule> {
  try {
    return { name, digest: sha256(bytes), module: await WebAssembly.compile(bytes) };
  } catch (cause) {
    throw new DeviceError({
      action: `compile "${name}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: "a WebAssembly module with SIMD, relaxed SIMD and threads",
      next: "update Deno, or build the module again",
    }, { cause });
  }
}
