/**
 * Paths without symbolic links: Deno checks a permission against the file that a path leads to, so that a
 * grant for a link alone opens nothing behind it.
 *
 * @module
 */
import { basename, dirname, join, resolve } from "node:path";

/**
 * The path that an absolute or relative one leads to, whatever links are in it. What does not exist yet keeps
 * its name below the deepest folder that does.
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

/** The absolute path, and the path that it leads to where that is another one. */
export function withRealPath(path: string): string[] {
  return [...new Set([resolve(path), realPathOf(path)])];
}
