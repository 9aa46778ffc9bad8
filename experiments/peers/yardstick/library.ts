/**
 * The yardstick as a shared library in the user's cache: compiled once for the CPU at hand, where there is a
 * C compiler. The launcher compiles it, a run opens it by the path that it was granted.
 *
 * @module
 */
import { join } from "node:path";
import { cpuIdentity } from "../../../hardware/cpu/cpu_facts.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { MissingError } from "../../../platform/errors.ts";
import { contentKey } from "../../../platform/files/digest.ts";
import { peersFolder } from "../environments.ts";
import source from "./yardstick.c" with { type: "text" };

/** The C source. */
export const YARDSTICK_SOURCE: string = source;

const COMPILER = "cc";
const OPTIONS = ["-O3", "-march=native", "-shared", "-fPIC"] as const;

const SYMBOLS = { spmm_rows: { parameters: ["i32"], result: "usize" } } as const;

/** Path of the library for this source and CPU, whether or not it is there. */
export function yardstickPath(): string {
  const key = contentKey({ source, options: OPTIONS, cpu: cpuIdentity() }).slice(0, 12);
  return join(peersFolder(), `yardstick-${key}.so`);
}

/** Whether a path leads to a file. */
function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/**
 * Compiles the library unless it is there. Returns why there is none: another kind of machine, no compiler,
 * or its first words; `undefined` where the library is ready.
 */
export async function compileYardstick(path: string = yardstickPath()): Promise<string | undefined> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return `a machine of ${os} on ${arch}`;
  if (isThere(path)) return undefined;
  await Deno.mkdir(join(path, ".."), { recursive: true });
  const half = `${path}-${crypto.randomUUID()}`;
  try {
    const { success, stderr } = await new Deno.Command(COMPILER, {
      args: [...OPTIONS, "-o", half, "-x", "c", join(import.meta.dirname!, "yardstick.c")],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) return `${COMPILER} that fails: ${new TextDecoder().decode(stderr).trim().slice(0, 200)}`;
    // Another launcher may have compiled it in the meantime; both files do.
    await Deno.rename(half, path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `no program ${COMPILER}`;
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
 * @throws {MissingError} where it is not compiled or may not be opened.
 */
export function yardstickCode(isa: InstructionSet): bigint {
  opened ??= open();
  return opened.spmm_rows(isa === "avx512" ? 512 : 256);
}

function open(): Deno.DynamicLibrary<typeof SYMBOLS>["symbols"] {
  const path = yardstickPath();
  const missing = (current: string, cause?: unknown) =>
    new MissingError({
      action: "open the yardstick",
      current,
      wanted: "a library compiled from yardstick.c",
      next: "install a C compiler (apt install gcc) and start deno task bench, which compiles it",
    }, cause === undefined ? undefined : { cause });
  if (!isThere(path)) throw missing("not compiled");
  if (Deno.permissions.querySync({ name: "ffi", path }).state !== "granted") {
    throw missing(`no permission to open ${path}`);
  }
  try {
    return Deno.dlopen(path, SYMBOLS).symbols;
  } catch (cause) {
    throw missing(`${path}, which does not open (${cause instanceof Error ? cause.message : cause})`, cause);
  }
}
