/**
 * The yardstick as a shared library in the user's cache: compiled once for the CPU at hand, where there is a
 * C compiler. The launcher compiles it and names it; a run opens the one that it was named and granted.
 *
 * @module
 */
import { join } from "node:path";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { readVariable } from "../../../platform/environment_variable.ts";
import { MissingError } from "../../../platform/errors.ts";
import { openingFailure } from "../../../platform/native/opening_failure.ts";
import { contentKey } from "../../../platform/files/digest.ts";
import { peersFolder } from "../environments/environments.ts";
import source from "./yardstick.c" with { type: "text" };

/** The C source. */
export const YARDSTICK_SOURCE: string = source;

/** Variable by which the launcher names the library to a run. */
export const YARDSTICK_VARIABLE = "GNN_REPRO_YARDSTICK";

const COMPILER = "cc";
const OPTIONS = ["-O3", "-march=native", "-shared", "-fPIC"] as const;

const SYMBOLS = { spmm_rows: { parameters: ["i32"], result: "usize" } } as const;

/** Path of a compiled library, or the reason why there is none. */
export type Yardstick =
  | { readonly path: string; readonly reason?: never }
  | { readonly path?: never; readonly reason: string };

/** Whether a path leads to a file. */
function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Success and messages of the compiler. */
async function compiler(...args: readonly string[]): Promise<{ success: boolean; messages: string }> {
  const { success, stderr } = await new Deno.Command(COMPILER, {
    args: [...args],
    env: { LC_ALL: "C" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { success, messages: new TextDecoder().decode(stderr).trim() };
}

/** Version of the compiler, and its options as it understands them: `native` is another on each CPU. */
async function expandedOptions(): Promise<string> {
  return (await compiler(...OPTIONS, "-###", "-E", "-x", "c", "-")).messages;
}

/**
 * Compiles the library unless it is there for this source, compiler and CPU. There is none on another kind of
 * machine, without a compiler, or where that fails.
 *
 * @param folder Folder of the library.
 */
export async function compileYardstick(folder: string = peersFolder()): Promise<Yardstick> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return { reason: `a machine of ${os} on ${arch}` };
  const half = join(folder, `yardstick-${crypto.randomUUID()}`);
  try {
    const key = contentKey({ source, options: await expandedOptions() }).slice(0, 12);
    const path = join(folder, `yardstick-${key}.so`);
    if (isThere(path)) return { path };
    await Deno.mkdir(folder, { recursive: true });
    const input = join(import.meta.dirname!, "yardstick.c");
    const { success, messages } = await compiler(...OPTIONS, "-o", half, "-x", "c", input);
    if (!success) return { reason: `${COMPILER} that fails: ${messages.slice(0, 200)}` };
    // Another launcher may have compiled it in the meantime; both files do.
    await Deno.rename(half, path);
    return { path };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { reason: `no program ${COMPILER}` };
    throw error;
  } finally {
    await Deno.remove(half).catch(() => {});
  }
}

/** Functions of the library that this process has opened; a process opens it once. */
let opened: Deno.DynamicLibrary<typeof SYMBOLS>["symbols"] | undefined;

/**
 * Address of the yardstick's code for an instruction set; the library is opened once.
 *
 * @throws {MissingError} where none is named, or it may not be opened.
 */
export function yardstickCode(isa: InstructionSet): bigint {
  opened ??= open();
  return opened.spmm_rows(isa === "avx512" ? 512 : 256);
}

function open(): Deno.DynamicLibrary<typeof SYMBOLS>["symbols"] {
  const path = readVariable(YARDSTICK_VARIABLE);
  const missing = (current: string, next: string, cause?: unknown) =>
    new MissingError(
      { action: "open the yardstick", current, wanted: "a library compiled from yardstick.c", next },
      cause === undefined ? undefined : { cause },
    );
  const start = "start by deno task bench, which compiles it";
  if (!path) throw missing("none compiled", `install a C compiler (apt install gcc) and ${start}`);
  if (Deno.permissions.querySync({ name: "ffi", path }).state !== "granted") {
    throw missing(`no permission to open ${path}`, start);
  }
  try {
    return Deno.dlopen(path, SYMBOLS).symbols;
  } catch (cause) {
    throw missing(
      `${path}, which does not open (${openingFailure(cause, path)})`,
      `remove that file and ${start}`,
      cause,
    );
  }
}
