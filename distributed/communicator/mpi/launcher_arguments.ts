/**
 * Arguments and environment variables of the MPI launcher.
 *
 * @module
 */
import { LIBRARY_PATH_VARIABLE } from "../../../platform/native/loader_variables.ts";
import { readVariable } from "../../../platform/environment_variable.ts";
import { RANK_ALLOCATOR } from "./launch_environment.ts";
import type { MpiFamily } from "./library.ts";

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
