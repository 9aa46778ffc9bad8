/**
 * Program that starts MPI ranks: its path and its MPI family.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { MissingError } from "../../../platform/errors.ts";
import { systemError } from "../../../platform/system_error.ts";
import { absentMpi, findMpiLibraries, missingMpi, type MpiFamily } from "./library.ts";

/** The environment variable that names `mpirun`; {@link findLauncher} reads it and `PATH`. */
export const LAUNCHER_VARIABLE = "GNN_REPRO_MPIRUN";

/** Names of launchers; those that Debian and others use where two MPIs are installed come first. */
const NAMES: Readonly<Record<MpiFamily, readonly string[]>> = {
  openmpi: ["mpirun.openmpi", "mpirun", "mpiexec"],
  mpich: ["mpirun.mpich", "mpiexec.hydra", "mpirun", "mpiexec"],
};

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/**
 * Finds the absolute path of the `mpirun` that belongs to the first library of {@link findMpiLibraries};
 * `undefined` where there is none. A path in `GNN_REPRO_MPIRUN` ends the search. Runs nothing.
 */
export function findLauncher(): string | undefined {
  const path = Deno.build.os === "windows" ? win32 : posix;
  const named = Deno.env.get(LAUNCHER_VARIABLE);
  if (named) return isFile(named) ? path.resolve(named) : undefined;
  const folders = (Deno.env.get("PATH") ?? "").split(path.delimiter).filter((folder) =>
    path.isAbsolute(folder)
  );
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  for (const { family } of findMpiLibraries()) {
    for (const name of NAMES[family]) {
      const found = folders.map((folder) => path.join(folder, name + suffix)).find(isFile);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Reason for which {@link findLauncher} finds none: the variable names no file, or `PATH` has none. */
export function launcherAbsence(): string {
  const named = Deno.env.get(LAUNCHER_VARIABLE);
  return named ? `but ${LAUNCHER_VARIABLE}=${named} is no file` : "but no mpirun in PATH";
}

/** Launcher, and the library that its ranks must load. */
export interface MpiInstallation {
  /** Absolute path of `mpirun`. */
  readonly launcher: string;
  /** MPI family of the launcher. */
  readonly family: MpiFamily;
  /** Absolute path of the library. */
  readonly library: string;
}

/**
 * Finds launcher and library and runs the launcher to learn its MPI family.
 *
 * @param launcher Absolute path of the launcher; that of {@link findLauncher} when absent.
 * @throws {MissingError} where one of them is absent, or their families differ.
 */
export async function findInstallation(launcher = findLauncher()): Promise<MpiInstallation> {
  const libraries = findMpiLibraries();
  if (libraries.length === 0) throw absentMpi("no MPI library on this machine");
  if (launcher === undefined) throw missingMpi(`${libraries[0].path}, ${launcherAbsence()}`);
  const family = await familyOf(launcher);
  const library = libraries.find((one) => one.family === family);
  if (library) return { launcher, family, library: library.path };
  throw new MissingError({
    action: "start MPI ranks",
    current: `${launcher} of ${family}, and ${libraries.map(({ path }) => path).join(", ")}`,
    wanted: "a launcher and a library of one MPI",
    next: `name them: ${LAUNCHER_VARIABLE}, and GNN_REPRO_MPI_${family.toUpperCase()}`,
  });
}

async function familyOf(launcher: string): Promise<MpiFamily> {
  try {
    const { stdout } = await new Deno.Command(launcher, { args: ["--version"], stdin: "null" }).output();
    const text = new TextDecoder().decode(stdout);
    return /open ?mpi|open-mpi|prrte/i.test(text) ? "openmpi" : "mpich";
  } catch (error) {
    throw systemError(error, `start ${launcher}`) ?? error;
  }
}
