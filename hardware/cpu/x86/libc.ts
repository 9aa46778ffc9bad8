/**
 * Functions of the C library that machine code rests on: memory that can be made executable, copies to and
 * from addresses, and calls of an address.
 *
 * Only the library's path has to be granted (`--allow-ffi=<path>`): addresses travel as 64-bit numbers, and
 * `Deno.UnsafePointer`, which takes the grant of everything, is not used.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { openingFailure } from "../../../platform/native/opening_failure.ts";
import { findLibrary, NATIVE_LIBRARIES, refusedSearch } from "../../../platform/native/native_library.ts";

const SYMBOLS = {
  mmap: { parameters: ["usize", "usize", "i32", "i32", "i32", "i64"], result: "usize" },
  mprotect: { parameters: ["usize", "usize", "i32"], result: "i32" },
  madvise: { parameters: ["usize", "usize", "i32"], result: "i32" },
  munmap: { parameters: ["usize", "usize"], result: "i32" },
  copyTo: { name: "memcpy", parameters: ["usize", "buffer", "usize"], result: "void" },
  copyFrom: { name: "memcpy", parameters: ["buffer", "usize", "usize"], result: "void" },
  // Returns its first argument: of 0 bytes, only the address is left.
  addressOf: { name: "memcpy", parameters: ["buffer", "buffer", "usize"], result: "usize" },
  // bsearch(key, base, 1, size, compare) calls compare(key, base) once: a call of any address, and one that
  // V8 makes without leaving compiled code, which calls by `Deno.UnsafeFnPointer` are not.
  bsearch: { parameters: ["buffer", "usize", "usize", "usize", "usize"], result: "void" },
} as const;

/** Functions of the C library, as they are called. */
export type Libc = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** The library, once this thread has opened it. */
let opened: Libc | undefined;

function missing(current: string, next: string, cause?: unknown): MissingError {
  const wanted = "the C library, by a path that may be opened";
  return new MissingError(
    { action: "run machine code", current, wanted, next },
    cause === undefined ? undefined : { cause },
  );
}

/**
 * Opens the C library, once a thread.
 *
 * @throws {MissingError} if it is not found, may not be read or opened (no prompt appears) or does not open.
 */
export function openLibc(): Libc {
  if (opened !== undefined) return opened;
  const path = findLibrary(NATIVE_LIBRARIES.libc);
  if (path === undefined) {
    const refused = refusedSearch(NATIVE_LIBRARIES.libc);
    if (refused !== undefined) throw missing(refused.current, `${refused.next}, or use --device wasm`);
    throw missing("no libc.so.6 on this machine", "use --device wasm");
  }
  if (Deno.permissions.querySync({ name: "ffi", path }).state !== "granted") {
    throw missing(`no permission to open ${path}`, `run with --allow-ffi=${path}, or use --device wasm`);
  }
  try {
    return opened = Deno.dlopen(path, SYMBOLS).symbols;
  } catch (cause) {
    throw missing(
      `${path}, which does not open (${openingFailure(cause, path)})`,
      "use --device wasm",
      cause,
    );
  }
}

/**
 * Returns the address of the first byte of a view. It stays valid only for memory that never moves: that of a
 * `WebAssembly.Memory` or of a `SharedArrayBuffer`, as long as either is reachable.
 *
 * @throws {MissingError} like {@linkcode openLibc}.
 */
export function addressOf(view: ArrayBufferView): bigint {
  // Deno takes views of shared memory, too; only the types do not know.
  const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
  return openLibc().addressOf(bytes, bytes, 0n);
}
