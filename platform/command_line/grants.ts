/**
 * Permissions of a run, and the flags of `deno run` that grant them.
 *
 * @module
 */
import { UsageError } from "../errors.ts";

/** Kinds of permissions, in the order of their flags. */
const PERMISSIONS = ["read", "write", "env", "sys", "run", "ffi", "net"] as const;

/** Permissions of a process: nothing of a kind that is absent. */
export type Grants = Partial<Readonly<Record<typeof PERMISSIONS[number], readonly string[]>>>;

/** All of several grants. */
export function mergeGrants(parts: readonly Grants[]): Grants {
  return Object.fromEntries(
    PERMISSIONS.map((kind) => [kind, [...new Set(parts.flatMap((part) => part[kind] ?? []))]]),
  );
}

/** Folders of which Deno gives a program nothing unless it is granted everything. */
const WITHHELD = Deno.build.os === "windows" ? [] : ["/dev", "/proc", "/sys"];
/** Devices in them that are given like any file. */
const GIVEN: readonly string[] = ["null", "zero", "random", "urandom", "tty"].map((name) => `/dev/${name}`);

/** Why no flag grants a path, and what one would; `undefined` where a flag does. */
function obstacle(path: string): Readonly<Record<"current" | "wanted" | "next", string>> | undefined {
  if (path.includes(",")) {
    return {
      current: "a comma, which ends a path among the permissions of Deno",
      wanted: "a path without one",
      next: "name another folder, or rename that one",
    };
  }
  const folder = WITHHELD.find((each) => path === each || path.startsWith(`${each}/`));
  if (folder === undefined || GIVEN.includes(path)) return undefined;
  return {
    current: `a path in ${folder}, which Deno withholds from a program that is not granted everything`,
    wanted: "a path elsewhere",
    next: "name another folder, on a disk or below /tmp",
  };
}

/** Whether a flag grants this absolute path. */
export function isGrantable(path: string): boolean {
  return obstacle(path) === undefined;
}

/**
 * Checks that a flag grants this absolute path.
 *
 * @throws {UsageError} for a path with a comma, and one in `/dev` (such as `/dev/shm`), `/proc` or `/sys`.
 */
export function assertGrantable(path: string): void {
  const found = obstacle(path);
  if (found !== undefined) throw new UsageError({ action: `grant a run ${JSON.stringify(path)}`, ...found });
}

/**
 * The flags that grant a run what it needs, and nothing else.
 *
 * @throws {UsageError} for a path that {@linkcode assertGrantable} refuses.
 */
export function denoFlags(grants: Grants): string[] {
  for (const path of [...grants.read ?? [], ...grants.write ?? []]) assertGrantable(path);
  // A flag without a list would grant everything.
  const flags = PERMISSIONS.flatMap((kind) => {
    const list = grants[kind] ?? [];
    return list.length > 0 ? [`--allow-${kind}=${list.join(",")}`] : [];
  });
  return ["--no-prompt", ...flags];
}
