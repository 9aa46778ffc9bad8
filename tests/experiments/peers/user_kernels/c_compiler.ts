/** The C compiler that tests of users' kernels take. @module */
import assert from "node:assert/strict";
import { join } from "node:path";

const HEADER = join(import.meta.dirname!, "../../../../experiments/peers/user_kernels");

/** A kernel in C that is right without the faults that a definition switches on. */
export const FAULTY = join(import.meta.dirname!, "faulty_kernel.c");

/** Compiles a C program to a shared library. */
export async function compile(
  folder: string,
  name: string,
  source: string,
  options: readonly string[] = [],
): Promise<string> {
  const path = join(folder, `${name}.so`);
  const { success, stderr } = await new Deno.Command("cc", {
    args: ["-O1", "-shared", "-fPIC", "-pthread", `-I${HEADER}`, ...options, "-o", path, source],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return path;
}

/** Whether there is a compiler that makes what this system loads. */
export const HAS_COMPILER = (() => {
  try {
    return new Deno.Command("cc", { args: ["--version"] }).outputSync().success && Deno.build.os === "linux";
  } catch {
    return false;
  }
})();
