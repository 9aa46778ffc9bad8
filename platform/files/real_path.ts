/**
 * Paths without symbolic links: Deno checks a permission against the target of a link, so that a grant for
 * the link alone permits nothing.
 *
 * @module
 */
import { basename, dirname, join, resolve } from "node:path";

/**
 * Resolves an absolute or relative path with all links. Parts that do not exist yet keep their names below
 * the deepest existing folder.
 */
export function realPathOf(path: string): string {
  const absolute = resolve(path);
  try {
    return Deno.realPathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (!(error instanceof Deno.errors.NotFound) || parent === absolute) return absolute;
    return join(realPathOf(parent), basename(absolute));
  }
}

/** Absolute path, and its resolved path where that differs. */
export function withRealPath(path: string): string[] {
  return [...new Set([resolve(path), realPathOf(path)])];
}
