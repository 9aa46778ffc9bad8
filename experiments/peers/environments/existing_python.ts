/**
 * A Python that is on the machine already, whose packages peers may use.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { readVariable } from "../../../platform/environment_variable.ts";

/** Environment variable that names an existing Python for peers: a path, or a program on `PATH`. */
export const PEERS_PYTHON_VARIABLE = "GNN_REPRO_PEERS_PYTHON";

/** Location of an existing Python. Nobody has asked yet whether the program is one. */
export interface ExistingPython {
  /** Path of the interpreter, absolute where the interpreter was found on `PATH`. */
  readonly path: string;
  /** Whether {@link PEERS_PYTHON_VARIABLE} names it. */
  readonly named: boolean;
}

/** Reads an environment variable. */
export type ReadVariable = (name: string) => string | undefined;

/** Names under which a Python 3 is installed, the usual one first. Windows has `python3` from a shop only. */
export function pythonPrograms(os: typeof Deno.build.os = Deno.build.os): readonly [string, ...string[]] {
  return os === "windows" ? ["python", "python3"] : ["python3"];
}

/**
 * The Python that the variable names, else `python3` on `PATH` (on Windows `python`); nothing is started.
 */
export function existingPython(env: ReadVariable = readVariable): ExistingPython | undefined {
  const named = env(PEERS_PYTHON_VARIABLE);
  const path = Deno.build.os === "windows" ? win32 : posix;
  if (named && path.basename(named) !== named) return { path: path.resolve(named), named: true };
  const folders = (env("PATH") ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const suffix = Deno.build.os === "windows" && !named?.endsWith(".exe") ? ".exe" : "";
  const programs = named ? [named] : pythonPrograms();
  const found = programs.flatMap((program) => folders.map((folder) => path.join(folder, program + suffix)))
    .find(isFile);
  if (found !== undefined) return { path: found, named: Boolean(named) };
  return named ? { path: named, named: true } : undefined;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
