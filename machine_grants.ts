/**
 * Permissions that each need of a verb takes on the machine at hand. The launcher asks only for those of its
 * command line, and what finds them is loaded only then.
 *
 * @module
 */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { MPI_LAUNCH_VARIABLES } from "./distributed/communicator/mpi/launch_environment.ts";
import { COMMIT_VARIABLE } from "./hardware/commit.ts";
import { LAUNCHER_PID_VARIABLE } from "./platform/launched.ts";
import { assertGrantable, type Grants, isGrantable, mergeGrants } from "./platform/command_line/grants.ts";
import type { Need } from "./platform/command_line/need.ts";
import { type CommandLine, needsOf, pathGrants } from "./platform/command_line/command_line.ts";
import { TERMINAL_VARIABLE } from "./platform/command_line/terminal.ts";
import { LIBRARY_PATH_VARIABLE, LOADER_VARIABLES } from "./platform/native/loader_variables.ts";
import { UsageError } from "./platform/errors.ts";
import { withRealPath } from "./platform/files/real_path.ts";
import { CACHE_FOLDER_VARIABLES, cacheFolder } from "./platform/files/user_folders.ts";

/** Folder of the harness. */
export const HOME = fileURLToPath(new URL(".", import.meta.url));

/** Paths that a flag grants. Libraries and programs may be found elsewhere. */
function grantable(paths: readonly string[]): string[] {
  return paths.filter(isGrantable);
}

async function device(): Promise<Grants> {
  const { webGpuGrants } = await import("./hardware/webgpu/vulkan.ts");
  const { findLibrary, LIBRARY_SEARCH_VARIABLES, librarySearchFolders, libraryVariable, NATIVE_LIBRARIES } =
    await import("./platform/native/native_library.ts");
  const webgpu = webGpuGrants();
  const { ISA_VARIABLE } = await import("./hardware/cpu/x86/instruction_set.ts");
  const { TUNING_VARIABLE } = await import("./kernels/tuning/tuning_variable.ts");
  const { findNvidiaSmi } = await import("./hardware/nvidia_smi.ts");
  const smi = findNvidiaSmi(), tools = smi === undefined ? [] : grantable([smi]);
  const libraries = Object.values(NATIVE_LIBRARIES);
  const found = libraries.map((library) => findLibrary(library)).filter((path) => path !== undefined);
  return {
    // A library that a variable names may lie anywhere; its first bytes are read before it is opened.
    read: grantable([...webgpu.read, ...librarySearchFolders(), ...found, ...tools]),
    run: tools,
    env: [
      ...webgpu.env,
      ...LIBRARY_SEARCH_VARIABLES,
      ISA_VARIABLE,
      TUNING_VARIABLE,
      ...libraries.map(libraryVariable),
    ],
    sys: ["cpus", "hostname", "osRelease", "systemMemoryInfo", "loadavg"],
    ffi: grantable([...webgpu.ffi, ...found]),
  };
}

/** Where the program that starts MPI ranks is, and the variables that say so to the run. */
async function rankLauncher(): Promise<{ readonly programs: string[]; readonly env: string[] }> {
  const { findLauncher, LAUNCHER_VARIABLE } = await import("./distributed/communicator/mpi/launcher.ts");
  const { RANK_FLAGS_VARIABLE } = await import("./distributed/communicator/mpi/start_ranks.ts");
  const found = findLauncher();
  return {
    programs: found === undefined ? [] : grantable([found]),
    env: [LAUNCHER_VARIABLE, RANK_FLAGS_VARIABLE, "PATH"],
  };
}

/** Interpreters of peers: of environments that are set up, and an existing one where a peer may run on it. */
async function pythons(): Promise<Readonly<Record<"pinned" | "adopted" | "env", readonly string[]>>> {
  const { ENVIRONMENTS, peerPythons } = await import("./experiments/peers/environments/environments.ts");
  const { existingPython, PEERS_PYTHON_VARIABLE } = await import(
    "./experiments/peers/environments/existing_python.ts"
  );
  const pinned = peerPythons(), existing = existingPython();
  const adopts = existing !== undefined && (existing.named || pinned.length < ENVIRONMENTS.length);
  return {
    pinned: grantable(pinned),
    adopted: grantable(adopts ? [existing.path] : []),
    env: [PEERS_PYTHON_VARIABLE, "PATH"],
  };
}

/** Programs that may be started, and variables by which they are found. */
function startable(programs: readonly string[], env: readonly string[]): Grants {
  return { read: programs, run: programs, env };
}

/**
 * The cache folder, unless a file is in its place or in that of a folder above it.
 *
 * @throws {UsageError} naming that file, or a path that no flag grants.
 */
function asFolder(cache: string): string {
  assertGrantable(cache);
  let path = cache;
  // Nothing can exist below a file.
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path);
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new UsageError({
      action: `keep files in the cache folder ${cache}`,
      current: path === cache ? "a file of that name" : `the file ${path} above it`,
      wanted: "a folder, or nothing in its place",
      next: "set GNN_REPRO_CACHE to a folder, or move the file away",
    });
  }
  return cache;
}

/** Permissions of each need. */
const MACHINE_GRANTS: Readonly<Record<Need, () => Promise<Grants> | Grants>> = {
  device,
  // The launcher unpacks it into a folder that the device's grants have.
  "software adapter": () => ({}),
  cache: () => {
    const folder = withRealPath(asFolder(cacheFolder()));
    return { read: folder, write: folder, env: CACHE_FOLDER_VARIABLES };
  },
  "tuned numbers": async () => ({
    env: [(await import("./kernels/tuning/tuning_variable.ts")).TUNING_VARIABLE],
  }),
  data: () => {
    const folder = Deno.env.get("GNN_REPRO_DATA");
    return { read: folder ? withRealPath(folder) : [], env: ["GNN_REPRO_DATA"] };
  },
  "free memory": () => ({ sys: ["systemMemoryInfo"] }),
  "dataset hosts": async () => ({ net: (await import("./datasets/download_hosts.ts")).downloadHosts() }),
  lock: () => ({ sys: ["hostname"] }),
  commit: () => ({ run: ["git"], env: [COMMIT_VARIABLE] }),
  peers: async () => {
    const { pinned, adopted, env } = await pythons();
    return startable([...pinned, ...adopted], env);
  },
  "user kernels": () => ({ run: grantable([Deno.execPath()]) }),
  "own programs": async () => {
    const { RANK_FLAGS_VARIABLE } = await import("./distributed/communicator/mpi/start_ranks.ts");
    return { run: grantable([Deno.execPath()]), env: [RANK_FLAGS_VARIABLE] };
  },
  pictures: () => ({ run: grantable([Deno.execPath()]) }),
  // The launcher has compiled it, if it can be, and set the variable.
  "c compiler": async () => {
    const { YARDSTICK_VARIABLE } = await import("./experiments/peers/yardstick/library.ts");
    const path = Deno.env.get(YARDSTICK_VARIABLE);
    return { ffi: path ? grantable([path]) : [], env: [YARDSTICK_VARIABLE] };
  },
  // Doctor asks an existing Python for its packages, and reads of the others what they have.
  "existing python": async () => {
    const { adopted, env } = await pythons();
    return startable(adopted, env);
  },
  ranks: async () => {
    const { programs, env } = await rankLauncher();
    return startable(programs, env);
  },
  "rank launcher": async () => {
    const { programs, env } = await rankLauncher();
    return { read: programs, env };
  },
  loopback: () => ({ net: ["127.0.0.1"] }),
};

/** Permissions of every verb: the harness itself, and variables of the loader and of an `mpirun`. */
function everyVerb(): Grants {
  const env = [
    ...LOADER_VARIABLES,
    LIBRARY_PATH_VARIABLE,
    ...MPI_LAUNCH_VARIABLES,
    LAUNCHER_PID_VARIABLE,
    "NO_COLOR",
    TERMINAL_VARIABLE,
  ];
  return { read: withRealPath(HOME), env };
}

/** All permissions of a command line on this machine. */
export async function grantsOf(line: CommandLine): Promise<Grants> {
  const machine = await Promise.all([...needsOf(line)].map((need) => MACHINE_GRANTS[need]()));
  return mergeGrants([everyVerb(), ...machine, pathGrants(line)]);
}
