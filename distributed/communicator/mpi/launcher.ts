/**
 * Program that starts MPI ranks: its path, its MPI family, and its messages when a rank dies.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { MissingError } from "../../../platform/errors.ts";
import { LIBRARY_PATH_VARIABLE } from "../../../platform/native/loader_variables.ts";
import { readVariable } from "../../../platform/environment_variable.ts";
import { systemError } from "../../../platform/system_error.ts";
import type { RankEnd } from "../rank_error.ts";
import { RANK_ALLOCATOR } from "./launch_environment.ts";
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

/** Text about a launcher that {@link findLauncher} does not find: named in vain, or not there. */
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

/** Seconds until Open MPI's launcher notices that a host does not answer; 300 and more by default. */
export const LOST_HOST_SECONDS = 15;

/** Keepalive of the launcher's connections: idle seconds, seconds between probes, unanswered probes. */
const HOST_WATCH = [
  ["oob_tcp_keepalive_time", LOST_HOST_SECONDS - 5],
  ["oob_tcp_keepalive_intvl", 1],
  ["oob_tcp_keepalive_probes", 5],
] as const;

/**
 * Arguments before the ranks' own command line. They pass library folders to the ranks, since Deno removes
 * those from the launcher's environment, and the settings of their allocator.
 */
export function launcherArguments(
  { family, ranks, libraryPath = readVariable(LIBRARY_PATH_VARIABLE) }: {
    readonly family: MpiFamily;
    readonly ranks: number;
    readonly libraryPath?: string | undefined;
  },
): string[] {
  const variables = Object.entries({
    ...RANK_ALLOCATOR,
    ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }),
  });
  if (family === "mpich") {
    return [...variables.flatMap(([name, value]) => ["-genv", name, value]), "-n", `${ranks}`];
  }
  // A rank may have threads, so it is not bound to one core.
  const shared = ["--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"];
  const watched = HOST_WATCH.flatMap(([parameter, value]) => ["--mca", parameter, `${value}`]);
  const passed = variables.flatMap(([name, value]) => ["-x", `${name}=${value}`]);
  return [...shared, ...watched, ...passed, "-n", `${ranks}`];
}

/** Environment variables of the launcher. */
export function launcherEnvironment(family: MpiFamily): Record<string, string> {
  // Open MPI refuses the user root, the usual one in a container, where there is no other user to protect.
  return family === "openmpi" ? { OMPI_ALLOW_RUN_AS_ROOT: "1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: "1" } : {};
}

const SIGNALS: Readonly<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  15: "SIGTERM",
};

/** Reason of a code by which a program tells that a process was ended by a signal: 128 + n. */
function reasonOfSignal(signal: number): string {
  return SIGNALS[signal] ?? `signal ${signal}`;
}

/**
 * End of a rank that the launcher's exit code alone tells: Open MPI 4 may end with that of the killed rank
 * and print "Primary job terminated normally, but 1 process returned a non-zero exit code", which names none.
 */
export function endByCode(code: number): ToldEnd {
  if (code <= 128) return {};
  return { reason: `${reasonOfSignal(code - 128)}, of a rank that mpirun did not name`, code };
}

/** End of a rank as the launcher reported it. */
export type ToldEnd = Partial<Pick<RankEnd, "rank" | "reason" | "code">> & {
  /** Host that does not answer any more, and with it all of its ranks. */
  readonly lostHost?: string;
};

/**
 * Parses the dead rank and its reason from a launcher's output. `rankOf` finds a rank by process id, which is
 * all that MPICH reports.
 */
export function readEnd(text: string, rankOf: (pid: number) => number | undefined): ToldEnd {
  const bySignal = (signal: number) => ({ reason: reasonOfSignal(signal), code: 128 + signal });
  const byCode = (code: number) => ({ reason: "it ended by itself", code });

  // Open MPI 4: "ORTE has lost communication with a remote daemon. [...] Remote daemon: [[1,0],2] on node x".
  const lost = text.match(/lost communication with[^]*?Remote daemon\s*:[^\n]* on node (\S+)/);
  if (lost) return { lostHost: lost[1], reason: `its host ${lost[1]} does not answer` };
  // Open MPI 4: "process rank 1 with PID 0 on node x exited on signal 9 (Killed)."
  const signalled = text.match(/process rank (\d+)[^.]*?exited on signal (\d+)/s);
  if (signalled) return { rank: Number(signalled[1]), ...bySignal(Number(signalled[2])) };
  // Open MPI 4: "Process name: [[8204,1],1]" and "Exit code:    3"; 5: "Process name: [prterun-x-1@1,1]".
  const exited = text.match(/Process name: \[+[^\]]*\]?,\s*(\d+)\][^]*?Exit code:\s+(\d+)/);
  if (exited) return { rank: Number(exited[1]), ...byCode(Number(exited[2])) };
  // Open MPI 4: "MPI_ABORT was invoked on rank 1 in communicator MPI_COMM_WORLD\nwith errorcode 7."
  const aborted = text.match(/MPI_ABORT was invoked on rank (\d+)[^]*?errorcode (\d+)/);
  if (aborted) return { rank: Number(aborted[1]), ...byCode(Number(aborted[2])) };
  // Open MPI 4: "mpirun has exited due to process rank 1 with PID 0 on\nnode x exiting improperly."
  const improper = text.match(/process rank (\d+)[^.]*?exiting improperly/s);
  if (improper) return { rank: Number(improper[1]), ...byCode(0) };
  // MPICH: "PID 123 RUNNING AT x" and "EXIT CODE: 9", which is a signal where a line says so.
  const bad = text.match(/PID (\d+) RUNNING AT[^]*?EXIT CODE: (\d+)/);
  if (!bad) return {};
  const killed = text.match(/EXIT STRING: [^(\n]*\(signal (\d+)\)/);
  const end = killed ? bySignal(Number(killed[1])) : byCode(Number(bad[2]));
  // MPICH ends the other ranks by SIGKILL, and may name any of those.
  const rank = end.reason === "SIGKILL" ? undefined : rankOf(Number(bad[1]));
  return { ...(rank === undefined ? {} : { rank }), ...end };
}
