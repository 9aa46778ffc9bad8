/**
 * Starts `cli.ts` with the narrowest permissions that a run on this machine needs. A task cannot know where
 * the native libraries lie or which folders a flag names, so this small program reads the command line by
 * the records of the verbs, finds out, starts the other one, and passes on signals and the exit code.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readCommandLine } from "./cli.ts";
import { grantsOf, HOME } from "./machine_grants.ts";
import { denoFlags } from "./platform/command_line/grants.ts";
import type { Need } from "./platform/command_line/need.ts";
import { needsOf } from "./platform/command_line/command_line.ts";
import type { Verb } from "./platform/command_line/verb.ts";
import { wayOut } from "./platform/command_line/way_out.ts";
import { EXIT, ReproError } from "./platform/errors.ts";
import { heapFlags } from "./platform/heap_flags.ts";
import { Interrupted } from "./platform/interrupted.ts";
import { isCrashCode, LAUNCHER_PID_VARIABLE, signalToPass } from "./platform/launched.ts";
import { loaderVariables } from "./platform/native/loader_variables.ts";

/** A signal this long after the first is another keypress, and not its echo from a `deno task` above. */
const ANOTHER_KEYPRESS_MS = 500;
/** Signal to a program that was told twice to end: it may be deep in a computation that hears nothing. */
const LAST_MS = 2000;

/**
 * The verb, once it is read, the program, once it runs, the first signal with its time, and whether the
 * program was then told to end at once.
 */
const started: {
  verb?: Verb;
  child?: Deno.ChildProcess;
  interrupted?: { readonly at: number; readonly by: string };
  ended?: boolean;
} = {};

/** Ends this program where nothing of the other one was begun, or it did not say anything. */
function endInterrupted(signal: string): never {
  console.error(`error: ${new Interrupted(signal, wayOut(started.verb).again).message}`);
  Deno.exit(EXIT.interrupted);
}

/** Passes a signal on. The second keypress is an order: all files survive a program that is killed. */
function passOn(signal: Deno.Signal): void {
  const { child } = started;
  if (child === undefined) endInterrupted(signal);
  const now = performance.now();
  const first = started.interrupted ??= { at: now, by: signal };
  const again = now - first.at >= ANOTHER_KEYPRESS_MS;
  const send = (wanted: Deno.Signal) => {
    try {
      child.kill(wanted);
    } catch {
      // It has ended in the meantime: its exit code is on its way.
    }
  };
  const passed = signalToPass(signal, { again });
  if (passed !== undefined) send(passed);
  if (!again) return;
  started.ended = true;
  setTimeout(() => send("SIGKILL"), LAST_MS);
}

/** Signals by which a program ends itself: native code that fails, or a full heap. Windows has exit codes. */
const CRASHES: readonly string[] = ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGTRAP", "SIGFPE"];

/** A program that nobody has stopped, and that says nothing any more: the sentence that it cannot print. */
function endedBy(signal: string): ReproError {
  const { again = "run the same command again" } = wayOut(started.verb),
    action = "go on",
    wanted = "a program that ends by itself";
  if (signal === "SIGKILL") {
    const current = "SIGKILL, which a system sends where its memory is full";
    const next = `take a smaller graph or profile, or fewer ranks, and ${again}`;
    return new ReproError({ action, current, wanted, next });
  }
  if (!CRASHES.includes(signal) && !signal.startsWith("0x")) {
    return new ReproError({ action, current: signal, wanted, next: again });
  }
  const next = `${again}; where it crashes anew, leave out the device, peer or library that ran last`;
  return new ReproError({ action, current: `${signal}, a crash`, wanted, next });
}

/** Returns the result of `work`; an error of ours ends the program with its sentence. */
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

/**
 * Kernels are checked on an emulated GPU where there is no other; unpacking it takes a wider grant than a run
 * should have.
 */
async function unpackSoftwareAdapter(): Promise<void> {
  const { systemVulkan } = await import("./hardware/webgpu/vulkan.ts");
  if (systemVulkan().loader !== undefined) return;
  const { ensureSwiftShader } = await import("./hardware/webgpu/software.ts");
  await ensureSwiftShader();
}

/** Compiles the C yardstick, which a run may only open, and names it to the run. */
async function compileYardstick(): Promise<void> {
  const { compileYardstick, YARDSTICK_VARIABLE } = await import("./experiments/peers/yardstick/library.ts");
  const { path, reason } = await compileYardstick();
  if (path !== undefined) return Deno.env.set(YARDSTICK_VARIABLE, path);
  Deno.env.delete(YARDSTICK_VARIABLE);
  console.error(`note: the C yardstick is left out: ${reason}`);
}

/** Variables by which a run is a rank, or starts ranks: the program that does it, and the ranks' flags. */
async function rankVariables(
  needs: ReadonlySet<Need>,
  flags: readonly string[],
): Promise<Record<string, string>> {
  if (!needs.has("device")) return {};
  const { launchedRank, RANK_ALLOCATOR } = await import(
    "./distributed/communicator/mpi/launch_environment.ts"
  );
  const { findLauncher, LAUNCHER_VARIABLE } = await import("./distributed/communicator/mpi/launcher.ts");
  const { RANK_FLAGS_VARIABLE } = await import("./distributed/communicator/mpi/start_ranks.ts");
  const found = needs.has("ranks") || needs.has("rank launcher") ? findLauncher() : undefined;
  return {
    ...(launchedRank() && RANK_ALLOCATOR),
    ...(found && { [LAUNCHER_VARIABLE]: found }),
    [RANK_FLAGS_VARIABLE]: JSON.stringify(flags),
  };
}

const { needs, flags } = await orEnd(async () => {
  const line = readCommandLine(Deno.args);
  if (typeof line === "number") return Deno.exit(line);
  started.verb = line.verb;
  const needs = needsOf(line);
  if (needs.has("software adapter")) await unpackSoftwareAdapter();
  if (needs.has("c compiler")) await compileYardstick();
  return { needs, flags: [...heapFlags(), ...denoFlags(await grantsOf(line))] };
});
const withheld = loaderVariables();
if (withheld.length > 0 && needs.has("peers")) {
  const [names, are] = [withheld.join(", "), withheld.length > 1 ? "are" : "is"];
  console.error(
    `note: ${names} ${are} not passed on to programs that this run starts (git, peers, mpirun); ` +
      "libraries are still looked for there",
  );
}
started.child = new Deno.Command(Deno.execPath(), {
  args: ["run", "--quiet", ...flags, resolve(HOME, "cli.ts"), ...Deno.args],
  env: {
    [LAUNCHER_PID_VARIABLE]: String(Deno.pid),
    // Vulkan loaders complain on every start where a session manager has not set it.
    XDG_RUNTIME_DIR: Deno.env.get("XDG_RUNTIME_DIR") ?? tmpdir(),
    ...await rankVariables(needs, flags),
  },
  stdin: "inherit",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();

const { code, signal } = await started.child.status;
const interrupted = started.interrupted;
// A program that Windows was told to end has no signal, but an exit code of 1.
const wasEnded = signal !== null || (started.ended === true && code === 1);
// The message names the signal that the user sent, not the one that ended the program.
if (wasEnded && interrupted !== undefined) endInterrupted(interrupted.by);
const how = signal ?? (isCrashCode(code) ? `0x${(code >>> 0).toString(16)}` : undefined);
if (how !== undefined) console.error(`error: ${endedBy(how).message}`);
Deno.exit(code);
