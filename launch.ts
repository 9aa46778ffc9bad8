/**
 * Starts `cli.ts` with the narrowest permissions that a run on this machine needs. A task cannot know where
 * the native libraries lie or which folders a flag names, so this small program finds out, starts the other
 * one, and passes on signals and the exit code.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findLauncher, LAUNCHER_VARIABLE } from "./distributed/communicator/mpi/launcher.ts";
import { MPI_LAUNCH_VARIABLES } from "./distributed/communicator/mpi/launch_environment.ts";
import { RANK_FLAGS_VARIABLE } from "./distributed/communicator/mpi/start_ranks.ts";
import { COMMIT_VARIABLE } from "./hardware/commit.ts";
import { ensureSwiftShader } from "./hardware/webgpu/software.ts";
import { systemVulkan, webGpuGrants } from "./hardware/webgpu/vulkan.ts";
import { CHROMIUM_VARIABLE, findChromium } from "./platform/chromium.ts";
import { EXIT, ReproError, UsageError } from "./platform/errors.ts";
import { Interrupted } from "./platform/interrupt.ts";
import { LOADER_VARIABLES, loaderVariables } from "./platform/loader_variables.ts";
import {
  findLibrary,
  LIBRARY_SEARCH_VARIABLES,
  librarySearchFolders,
  libraryVariable,
  NATIVE_LIBRARIES,
} from "./platform/native_library.ts";
import { withRealPath } from "./platform/real_path.ts";
import { CACHE_FOLDER_VARIABLES, cacheFolder } from "./platform/user_folders.ts";
import { downloadHosts } from "./datasets/download_hosts.ts";
import { ENVIRONMENTS, peerPythons } from "./experiments/peers/environments.ts";
import { existingPython, PEERS_PYTHON_VARIABLE } from "./experiments/peers/existing_python.ts";
import { ARCHIVE_SUFFIX, reportFolder } from "./results/session_path.ts";

const home = fileURLToPath(new URL(".", import.meta.url));

/** Values of a flag that may be given as `--name value` or `--name=value`. */
function valuesOf(flag: string, args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (arg === flag) return args[i + 1] === undefined ? [] : [args[i + 1]];
    return arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : [];
  });
}

function runsSuites([verb]: readonly string[]): boolean {
  return verb === "repro" || verb === "nightly";
}

/** The program that starts MPI ranks, where they are asked for or asked about. */
function mpirun(args: readonly string[]): string[] {
  if (args[0] !== "doctor" && !valuesOf("--engine", args).includes("mpi")) return [];
  const found = findLauncher();
  return found === undefined ? [] : [found];
}

/**
 * Interpreters of peers: of the environments that are set up, and an existing one where a peer may run on it.
 */
function pythons(args: readonly string[]): string[] {
  if (!runsSuites(args) && args[0] !== "doctor") return [];
  const pinned = peerPythons(), existing = existingPython();
  const adopts = existing !== undefined && (existing.named || pinned.length < ENVIRONMENTS.length);
  // Doctor asks an existing Python for its packages, and reads of the others what they have.
  return [...(runsSuites(args) ? pinned : []), ...(adopts ? [existing.path] : [])];
}

/**
 * The browser that draws pictures, where they are asked for: it is not bound by the permissions of this
 * program.
 */
function browser(args: readonly string[]): string[] {
  if (args[0] !== "report" || !args.includes("--pictures")) return [];
  const found = findChromium();
  return found === undefined ? [] : [found];
}

/** The permissions of one run, as command-line flags of `deno run`. */
function grants(args: readonly string[]): string[] {
  const webgpu = webGpuGrants();
  const libraries = Object.values(NATIVE_LIBRARIES);
  const ffi = [
    ...webgpu.ffi,
    ...libraries.map((library) => findLibrary(library)).filter((path) => path !== undefined),
  ];
  const env = [
    ...webgpu.env,
    ...LIBRARY_SEARCH_VARIABLES,
    ...LOADER_VARIABLES,
    ...CACHE_FOLDER_VARIABLES,
    ...libraries.map(libraryVariable),
    ...MPI_LAUNCH_VARIABLES,
    LAUNCHER_VARIABLE,
    RANK_FLAGS_VARIABLE,
    PEERS_PYTHON_VARIABLE,
    COMMIT_VARIABLE,
    ...(browser(args).length > 0 ? ["PATH", CHROMIUM_VARIABLE] : []),
    "GNN_REPRO_DATA",
    "NO_COLOR",
  ];
  const cache = withRealPath(cacheFolder());
  const roots = [...valuesOf("--out", args), resolve(home, "results/sessions")];
  // These verbs take sessions, which may lie anywhere, folders or archives.
  const taken = { report: 1, bundle: 1, explain: 1, noise: 1, compare: 2 }[args[0]] ?? 0;
  const names = args.slice(1, 1 + taken).filter((arg) => !arg.startsWith("-"));
  const places = (path: string): string[] => {
    const full = resolve(path);
    const folder = full.endsWith(ARCHIVE_SUFFIX) ? full.slice(0, -ARCHIVE_SUFFIX.length) : full;
    const archive = `${folder}${ARCHIVE_SUFFIX}`;
    return [folder, archive, reportFolder(archive)];
  };
  const named = names.flatMap(places).flatMap(withRealPath);
  // A session's folder may be a link, too.
  const sessions = [...names, ...valuesOf("--session", args)]
    .filter((name) => basename(name) === name && !name.startsWith("."))
    .flatMap((name) => roots.map((root) => resolve(root, name)));
  const out = [...roots, ...sessions].flatMap(withRealPath);
  // A file is replaced by way of another one in its folder; an archive goes beside its session unless told.
  const files = [
    ...valuesOf("--page", args),
    ...valuesOf("--summary", args),
    ...(args[0] === "bundle" ? [...valuesOf("--out", args), ...named.slice(0, 1)] : []),
  ];
  const written = [
    ...valuesOf("--site", args),
    ...(args[0] === "report" ? valuesOf("--to", args) : []),
    ...files.map((file) => dirname(resolve(file))),
  ].flatMap(withRealPath);
  const data = [...valuesOf("--data-dir", args), Deno.env.get("GNN_REPRO_DATA") ?? ""]
    .filter((path) => path !== "").flatMap(withRealPath);
  const read = [
    ...webgpu.read,
    ...withRealPath(home),
    ...cache,
    ...out,
    ...named,
    ...written,
    ...data,
    ...librarySearchFolders(),
    ...mpirun(args),
    ...pythons(args),
    ...browser(args),
    "/proc",
    "/sys",
    "/etc",
  ];
  const torn = [home, ...cache, ...out, ...named, ...written, ...data].find((path) => path.includes(","));
  if (torn !== undefined) {
    throw new UsageError({
      action: `grant a run ${JSON.stringify(torn)}`,
      current: "a comma, which ends a path among the permissions of Deno",
      wanted: "a path without one",
      next: "name another folder, or rename that one",
    });
  }
  // Libraries and programs may be found elsewhere.
  const list = (values: readonly string[]) =>
    [...new Set(values)].filter((value) => !value.includes(",")).join(",");
  return [
    "--no-prompt",
    `--allow-read=${list(read)}`,
    `--allow-write=${list([...cache, ...out, ...named, ...written])}`,
    `--allow-env=${list(env)}`,
    "--allow-sys=cpus,hostname,osRelease,systemMemoryInfo,loadavg",
    // The commit of the harness goes into every row; peers are contenders of some suites.
    `--allow-run=${
      list(["git", ...browser(args), ...pythons(args), ...(runsSuites(args) ? mpirun(args) : [])])
    }`,
    ...(ffi.length > 0 ? [`--allow-ffi=${list(ffi)}`] : []),
    ...(args[0] === "dashboard" && args.includes("--serve") ? ["--allow-net=127.0.0.1"] : []),
    ...(args[0] === "datasets" && args[1] === "fetch" ? [`--allow-net=${list(downloadHosts())}`] : []),
  ];
}

/** A signal this long after the first is another keypress, and not its echo. */
const ANOTHER_KEYPRESS_MS = 500;
/** Grace after a second signal, in milliseconds: the program may be in a computation that hears no signal. */
const LAST_MS = 2000;

/** The program, once it runs, and when the first signal came. */
const started: { child?: Deno.ChildProcess; interrupted?: number } = {};

/** Ends this program where the other one was not started, or ended without a message. */
function endInterrupted(signal: string): never {
  console.error(
    `error: ${
      new Interrupted(signal, "run the same command again (a run that had begun: with its --session)").message
    }`,
  );
  Deno.exit(EXIT.interrupted);
}

/** Passes a signal on. The second one is an order: all files survive a program that is killed. */
function passOn(signal: Deno.Signal): void {
  const { child } = started;
  if (child === undefined) endInterrupted(signal);
  const now = performance.now();
  const first = started.interrupted ??= now;
  const again = now - first >= ANOTHER_KEYPRESS_MS;
  const send = (wanted: Deno.Signal) => {
    try {
      child.kill(wanted);
    } catch {
      // It has ended in the meantime: its exit code is on its way.
    }
  };
  send(signal);
  if (again) setTimeout(() => send("SIGKILL"), LAST_MS);
}

/** Awaits `work`; an error of ours ends this program with its message and exit code. */
async function orEnd<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    console.error(`error: ${error.message}`);
    return Deno.exit(error.exitCode);
  }
}

const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];
for (const signal of SIGNALS) Deno.addSignalListener(signal, () => passOn(signal));

const args = Deno.args;
const flags = await orEnd(async () => {
  // Kernels are checked on an emulated GPU where there is no other; unpacking it takes a wider grant than a
  // run should have.
  if (valuesOf("--device", args).includes("webgpu") && systemVulkan().loader === undefined) {
    await ensureSwiftShader();
  }
  return grants(args);
});
const withheld = loaderVariables();
if (withheld.length > 0 && (runsSuites(args) || browser(args).length > 0)) {
  const [names, are] = [withheld.join(", "), withheld.length > 1 ? "are" : "is"];
  console.error(
    `note: ${names} ${are} not passed on to programs that this run starts (git, peers, mpirun, a browser); ` +
      "libraries are still looked for there",
  );
}
started.child = new Deno.Command(Deno.execPath(), {
  args: ["run", "--quiet", ...flags, resolve(home, "cli.ts"), ...args],
  env: {
    // Vulkan loaders complain on every start where a session manager has not set it.
    XDG_RUNTIME_DIR: Deno.env.get("XDG_RUNTIME_DIR") ?? tmpdir(),
    // Ranks get the grants of the run that starts them.
    ...Object.fromEntries(mpirun(args).map((path) => [LAUNCHER_VARIABLE, path])),
    [RANK_FLAGS_VARIABLE]: JSON.stringify(flags),
  },
  stdin: "inherit",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();

const { code, signal } = await started.child.status;
if (signal !== null && started.interrupted !== undefined) endInterrupted(signal);
Deno.exit(code);
