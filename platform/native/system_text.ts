/**
 * Texts and folders that Linux keeps under `/proc` and `/sys`. Deno refuses them to every program that is not
 * granted everything; the C library, whose path may be granted alone, reads them like any others.
 *
 * @module
 */
import { findLibrary, NATIVE_LIBRARIES } from "./native_library.ts";

const SYMBOLS = {
  open: { parameters: ["buffer", "i32"], result: "i32" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
  // Since glibc 2.30.
  getdents64: { parameters: ["i32", "buffer", "usize"], result: "isize", optional: true },
} as const;

/** Functions of the C library that read a file or a folder. */
type FileCalls = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** Flags of `open`: to read, and not to be inherited by programs that are started meanwhile. */
const READ_ONLY = 0, CLOSE_ON_EXEC = 0o2000000;
/** Bytes that are read at once: most files of `/proc` give a page or less. */
const CHUNK = 2 ** 13;

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

/**
 * Bytes that a function of the C library reads of a file or folder, a chunk a call; `undefined` where it is
 * absent or unreadable.
 */
function readByLibrary(path: string, name: "read" | "getdents64"): readonly Uint8Array[] | undefined {
  opened ??= openCalls();
  const read = opened?.[name];
  if (opened === null || !read) return undefined;
  const file = opened.open(new TextEncoder().encode(`${path}\0`), READ_ONLY | CLOSE_ON_EXEC);
  if (file < 0) return undefined;
  try {
    const chunks: Uint8Array[] = [], chunk = new Uint8Array(CHUNK);
    for (;;) {
      const length = Number(read(file, chunk, BigInt(CHUNK)));
      if (length < 0) return undefined;
      if (length === 0) return chunks;
      chunks.push(chunk.slice(0, length));
    }
  } finally {
    opened.close(file);
  }
}

/** Text of chunks, whose ends may part a character. */
function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/**
 * Names in entries of a folder as `getdents64` writes them: each has its length in bytes 16 and 17, and its
 * name from byte 19 to the first zero.
 */
function namesOf(chunk: Uint8Array): string[] {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length), names: string[] = [];
  for (let at = 0; at < chunk.length; at += view.getUint16(at + 16, true)) {
    const name = chunk.subarray(at + 19, chunk.indexOf(0, at + 19));
    names.push(new TextDecoder().decode(name));
  }
  return names.filter((name) => name !== "." && name !== "..");
}

/**
 * Result of Deno's own reading, or of the C library's where Deno may not; `undefined` where neither may. Once
 * Deno has refused a file, it is not asked again: its refusal takes longer than the reading.
 */
function readEither<Read>(own: () => Read, byLibrary: () => Read | undefined): Read | undefined {
  if (opened) return byLibrary();
  try {
    return own();
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? byLibrary() : undefined;
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
  const byLibrary = () => {
    const chunks = readByLibrary(path, "read");
    return chunks && textOf(chunks);
  };
  return readEither(() => Deno.readTextFileSync(path), byLibrary)?.trim();
}

/**
 * Lists the names in a folder that the system keeps, in no order; `undefined` where it is absent or
 * unreadable, or where neither Deno nor the C library may read it.
 *
 * @example
 * ```ts
 * const threads = readSystemFolder("/proc/self/task");
 * if (threads !== undefined && !threads.includes(`${Deno.pid}`)) throw new Error(threads.join(" "));
 * ```
 */
export function readSystemFolder(path: string): readonly string[] | undefined {
  const byLibrary = () => readByLibrary(path, "getdents64")?.flatMap(namesOf);
  return readEither(() => Array.from(Deno.readDirSync(path), ({ name }) => name), byLibrary);
}
