/**
 * The Python environments of the peers: what each one holds, where it lies in the user's cache folder,
 * whether it is there. A folder's name carries the digest of its requirements, so that a change of a version
 * makes a new one.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sha256 } from "../../../platform/files/digest.ts";
import { cacheFolder } from "../../../platform/files/user_folders.ts";

/** One environment a group of libraries that get along with each other. */
export const ENVIRONMENTS = ["scipy", "torch", "pyg-sampler", "dgl", "cupy"] as const;

/** One of {@link ENVIRONMENTS}. */
export type EnvironmentId = typeof ENVIRONMENTS[number];

/** Environment whose packages another one has too, by the latter's list. */
export const BASES: Readonly<Partial<Record<Requirements, Exclude<EnvironmentId, "cupy">>>> = {
  "pyg-sampler": "torch",
};

/** Command that sets up these environments. */
export function setupCommand(environments: readonly EnvironmentId[]): string {
  return `deno task peers:setup ${environments.join(" ")}`;
}

/** One list of pinned packages: an environment has one, or one a CUDA version. */
export type Requirements = Exclude<EnvironmentId, "cupy"> | "cupy-cuda13" | "cupy-cuda12";

/** The lists that an environment can be made of, the newest first. */
export function requirementsOf(id: EnvironmentId): readonly Requirements[] {
  return id === "cupy" ? ["cupy-cuda13", "cupy-cuda12"] : [id];
}

/**
 * Record of a completed set-up of an environment. The set-up writes the record last, so an environment that
 * has the record is complete.
 */
export interface EnvironmentText {
  /** Bytes of the folder. */
  readonly bytes: number;
  /** Package versions by import name, as the workers reported them. */
  readonly versions: Readonly<Record<string, string>>;
}

const readySchema: z.ZodType<EnvironmentText> = z.object({
  bytes: z.number().nonnegative(),
  versions: z.record(z.string(), z.string()),
});

const READY = "ready.json";

/** The pinned packages, one a line, as pip reads them. */
export function requirementsFile(requirements: Requirements): string {
  return fileURLToPath(new URL(`requirements-${requirements}.txt`, import.meta.url));
}

/** Folder of all environments, and of the operands on their way to a worker. */
export function peersFolder(): string {
  return join(cacheFolder(), "peers");
}

/** Folder of the environment of these requirements below `root`, whether or not the folder exists. */
export function environmentFolder(requirements: Requirements, root: string = peersFolder()): string {
  const lists = [requirements, ...(BASES[requirements] === undefined ? [] : [BASES[requirements]])];
  const digest = sha256(lists.map((each) => Deno.readTextFileSync(requirementsFile(each))).join("")).slice(
    0,
    12,
  );
  return join(root, `${requirements}-${digest}`);
}

/** The interpreter inside an environment's folder. */
export function interpreterIn(folder: string): string {
  return Deno.build.os === "windows" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** Marks the environment in `folder` as whole. */
export async function writeReady(folder: string, text: EnvironmentText): Promise<void> {
  await Deno.writeTextFile(join(folder, READY), `${JSON.stringify(text, null, 2)}\n`);
}

/** An environment that is set up. */
export interface ReadyEnvironment extends EnvironmentText {
  /** Folder of the environment. */
  readonly folder: string;
}

/**
 * The environment of these requirements; `undefined` where it is absent, half-made or of an interpreter that
 * has gone.
 */
export function readyEnvironment(requirements: Requirements, root?: string): ReadyEnvironment | undefined {
  const folder = environmentFolder(requirements, root);
  try {
    Deno.statSync(interpreterIn(folder));
    return { ...readySchema.parse(JSON.parse(Deno.readTextFileSync(join(folder, READY)))), folder };
  } catch {
    return undefined;
  }
}

/** The environment of that name as it is set up: of the newest requirements that are. */
export function findEnvironment(id: EnvironmentId, root?: string): ReadyEnvironment | undefined {
  return requirementsOf(id).map((each) => readyEnvironment(each, root)).find((each) => each !== undefined);
}

/** The interpreter of an environment that is set up, as an absolute path. */
export function environmentPython(id: EnvironmentId, root?: string): string | undefined {
  const found = findEnvironment(id, root);
  return found && interpreterIn(found.folder);
}

/** Interpreters of all environments that are set up, for granting the permission to run them. */
export function peerPythons(): readonly string[] {
  return ENVIRONMENTS.map((id) => environmentPython(id)).filter((path) => path !== undefined);
}
