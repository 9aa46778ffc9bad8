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

/**
 * The flags that grant a run what it needs, and nothing else.
 *
 * @throws {UsageError} for a path with a comma, which would grant others.
 */
export function denoFlags(grants: Grants): string[] {
  const torn = [...grants.read ?? [], ...grants.write ?? []].find((path) => path.includes(","));
  if (torn !== undefined) {
    throw new UsageError({
      action: `grant a run ${JSON.stringify(torn)}`,
      current: "a comma, which ends a path among the permissions of Deno",
      wanted: "a path without one",
      next: "name another folder, or rename that one",
    });
  }
  // A flag without a list would grant everything.
  const flags = PERMISSIONS.flatMap((kind) => {
    const list = grants[kind] ?? [];
    return list.length > 0 ? [`--allow-${kind}=${list.join(",")}`] : [];
  });
  return ["--no-prompt", ...flags];
}
