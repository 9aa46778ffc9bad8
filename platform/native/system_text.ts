/**
 * Texts that Linux keeps under `/proc` and `/sys`. Deno refuses them to every program that is not granted
 * everything; the C library, whose path may be granted alone, reads them like any file.
 *
 * @module
 */
import { findLibrary, NATIVE_LIBRARIES } from "./native_library.ts";

const SYMBOLS = {
  open: { parameters: ["buffer", "i32"], result: "i32" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
} as const;

/** Functions of the C library that read a file. */
type FileCalls = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** Flags of `open`: to read, and not to be inherited by programs that are started meanwhile. */
const READ_ONLY = 0, CLOSE_ON_EXEC = 0o2000000;
/** Bytes that are read at once: a file of `/proc` gives at most a page or so. */
const CHUNK = 2 ** 16;

/** The C library, once this thread has opened it; null where it cannot. */
let opened: FileCalls | null | undefined;

/** The C library; null where there is none or it may not be opened. No prompt appears. */
function openCalls(): FileCalls | null {
  try {
    const path = Deno.build.os === "linux" ? findLibrary(NATIVE_LIBRARIES.libc) : undefined;
    const granted = path !== undefined &&
      Deno.permissions.querySync({ name: "ffi", path }).state === "granted";
    return granted ? Deno.dlopen(path, SYMBOLS).symbols : null;
  } catch {
    return null;
  }
}

/** Reads a file through the C library; `undefined` where it is absent or unreadable. */
function readByLibrary(path: string): string | undefined {
  opened ??= openCalls();
  if (opened === null) return undefined;
  const file = opened.open(new TextEncoder().encode(`${path}\0`), READ_ONLY | CLOSE_ON_EXEC);
  if (file < 0) return undefined;
  try {
    const decoder = new TextDecoder(), chunk = new Uint8Array(CHUNK);
    let text = "";
    for (;;) {
      const length = Number(opened.read(file, chunk, BigInt(CHUNK)));
      if (length < 0) return undefined;
      if (length === 0) return text + decoder.decode();
      text += decoder.decode(chunk.subarray(0, length), { stream: true });
    }
  } finally {
    opened.close(file);
  }
}

/**
 * Reads the text of a small file that the system keeps, without spaces around it; `undefined` where it is
 * absent or unreadable, or where neither Deno nor the C library may read it.
 *
 * @example
 * ```ts
 * const kernel = readSystemText("/proc/sys/kernel/ostype");
 * if (Deno.build.os === "linux" && kernel !== "Linux") throw new Error(kernel);
 * ```
 */
export function readSystemText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? readByLibrary(path)?.trim() : undefined;
  }
}
