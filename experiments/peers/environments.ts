/**
 * The Python environments of the peers: what each one holds, where it lies in the user's cache folder, whether it is
 * there. A folder's name carries the digest of its requirements, so that a change of a version makes a new one.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sha256 } from "../../platform/digest.ts";
import { cacheFolder } from "../../platform/user_folders.ts";

/** One environment a group of libraries that get along with each other. */
export const ENVIRONMENTS = ["scipy", "torch", "dgl", "cupy"] as const;

/** One of {@link ENVIRONMENTS}. */
export type EnvironmentId = typeof ENVIRONMENTS[number];

/** What an environment that is set up says of itself; written last, so that its presence says that it is whole. */
export interface EnvironmentText {
  /** Bytes of the folder. */
  readonly bytes: number;
  /** Package versions by import name, as the workers said them. */
  readonly versions: Readonly<Record<string, string>>;
}

const readySchema: z.ZodType<EnvironmentText> = z.object({
  bytes: z.number().nonnegative(),
  versions: z.record(z.string(), z.string()),
});

const READY = "ready.json";

/** The pinned packages, one a line, as pip reads them. */
export function requirementsFile(id: EnvironmentId): string {
  return fileURLToPath(new URL(`requirements-${id}.txt`, import.meta.url));
}

/** Folder of all environments, and of the operands on their way to a worker. */
export function peersFolder(): string {
  return join(cacheFolder(), "peers");
}

/** Where the environment of these requirements lies below `root`, whether or not it is there. */
export function environmentFolder(id: EnvironmentId, root: string = peersFolder()): string {
  const digest = sha256(Deno.readTextFileSync(requirementsFile(id))).slice(0, 12);
  return join(root, `${id}-${digest}`);
}

/** The interpreter inside an environment's folder. */
export function interpreterIn(folder: string): string {
  return Deno.build.os === "windows" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** Marks the environment in `folder` as whole. */
export async function writeReady(folder: string, text: EnvironmentText): Promise<void> {
  await Deno.writeTextFile(join(folder, READY), `${JSON.stringify(text, null, 2)}\n`);
}

/** What the environment says of itself; `undefined` where it is absent, half-made or of an interpreter that has gone. */
export function environmentText(id: EnvironmentId, root?: string): EnvironmentText | undefined {
  const folder = environmentFolder(id, root);
  try {
    Deno.statSync(interpreterIn(folder));
    return readySchema.parse(JSON.parse(Deno.readTextFileSync(join(folder, READY))));
  } catch {
    return undefined;
  }
}

/** The interpreter of an environment that is set up, as an absolute path. */
export function environmentPython(id: EnvironmentId, root?: string): string | undefined {
  return environmentText(id, root) && interpreterIn(environmentFolder(id, root));
}

/** Interpreters of all environments that are set up, for whoever grants permissions. */
export function peerPythons(): readonly string[] {
  return ENVIRONMENTS.map((id) => environmentPython(id)).filter((path) => path !== undefined);
}
