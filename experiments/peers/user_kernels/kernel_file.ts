/**
 * Names of the files that a user's kernel can come in.
 *
 * @module
 */
import { extname } from "node:path";

/** Suffixes of shared libraries. */
export const LIBRARY_SUFFIXES: readonly string[] = [".so", ".dylib", ".dll"];

/** Suffix of Python files. */
export const PYTHON_SUFFIX = ".py";

/** Whether a name is that of a file with a user's kernel, and not the id of one of ours. */
export function isKernelFile(name: string): boolean {
  const suffix = extname(name).toLowerCase();
  return suffix === PYTHON_SUFFIX || LIBRARY_SUFFIXES.includes(suffix);
}
