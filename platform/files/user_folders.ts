/**
 * Folders for files of this program, by the custom of each operating system.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { MissingError } from "../errors.ts";

/** Context of the choice; by default the running system's. */
export interface UserFolderContext {
  /** Name of the operating system, as in Deno. */
  readonly os?: typeof Deno.build.os;
  /** Reads an environment variable. */
  readonly env?: (name: string) => string | undefined;
}

const PROGRAM = "gnn-repro";

/** Environment variables that {@linkcode cacheFolder} reads, for grants of permissions. */
export const CACHE_FOLDER_VARIABLES = [
  "GNN_REPRO_CACHE",
  "XDG_CACHE_HOME",
  "HOME",
  "LOCALAPPDATA",
  "USERPROFILE",
] as const;

/**
 * The folder for files that can be made again (fetched datasets, orderings, partitions), as an absolute path;
 * it may not exist yet. `GNN_REPRO_CACHE` overrides all; else `$XDG_CACHE_HOME/gnn-repro` or
 * `~/.cache/gnn-repro` on Linux and other Unix systems, `~/Library/Caches/gnn-repro` on macOS,
 * `%LOCALAPPDATA%\gnn-repro\cache` on Windows. A variable that is empty, or an `XDG_CACHE_HOME` that is
 * relative, counts as unset (XDG Base Directory Specification).
 *
 * @throws {MissingError} The environment names no home folder.
 *
 * @example
 * ```ts
 * const folder = cacheFolder({ os: "linux", env: (name) => name === "HOME" ? "/home/ada" : undefined });
 * if (folder !== "/home/ada/.cache/gnn-repro") throw new Error(folder);
 * ```
 */
export function cacheFolder(context: UserFolderContext = {}): string {
  const { os = Deno.build.os, env = (name) => Deno.env.get(name) } = context;
  const path = os === "windows" ? win32 : posix;
  const chosen = env("GNN_REPRO_CACHE");
  if (chosen) return path.resolve(chosen);

  if (os === "windows") {
    const local = env("LOCALAPPDATA");
    if (local) return path.join(local, PROGRAM, "cache");
    const profile = env("USERPROFILE");
    if (profile) return path.join(profile, "AppData", "Local", PROGRAM, "cache");
  } else {
    const xdg = env("XDG_CACHE_HOME");
    if (os !== "darwin" && xdg && path.isAbsolute(xdg)) return path.join(xdg, PROGRAM);
    const home = env("HOME");
    if (home) return path.join(home, ...(os === "darwin" ? ["Library", "Caches"] : [".cache"]), PROGRAM);
  }
  throw new MissingError({
    action: "find the cache folder",
    current: "an environment without a home folder",
    wanted: os === "windows" ? "LOCALAPPDATA or USERPROFILE" : "HOME",
    next: "set GNN_REPRO_CACHE to a folder",
  });
}
