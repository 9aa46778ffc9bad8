/**
 * A Python that is on the machine already, whose packages peers may use: its place and its modules.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readVariable } from "../../platform/environment_variable.ts";
import { loaderRefusal } from "../../platform/native/loader_variables.ts";
import { BATCH_PEERS, PEERS, TRAINING_PEERS } from "./peers.ts";

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

const PROBE = fileURLToPath(new URL("probe.py", import.meta.url));
/** Finding packages takes well under a second on a local disk, and a few on a cluster's. */
const PATIENCE_MS = 10_000;
const MOST_BYTES = 64 * 1024;

const MODULES = [
  ...new Set([...PEERS, ...TRAINING_PEERS, ...BATCH_PEERS].flatMap(({ modules }) => modules)),
];

const versionsSchema = z.record(z.string(), z.string());

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

/**
 * Versions of the interpreter and of the modules that peers want, as far as it has them; or why nothing is
 * known.
 */
export type PythonProbe =
  | { readonly versions: Readonly<Record<string, string>>; readonly reason?: never }
  | { readonly versions?: never; readonly reason: string };

/** Answers by path: a Python does not change while this process runs, and asking one starts a process. */
const probes = new Map<string, Promise<PythonProbe>>();

/** Asks a Python, once per process, which modules it has. Any failure to answer becomes a reason. */
export function probePython(path: string, patienceMs: number = PATIENCE_MS): Promise<PythonProbe> {
  const known = probes.get(path) ?? probe(path, patienceMs);
  probes.set(path, known);
  return known;
}

async function probe(python: string, patienceMs: number): Promise<PythonProbe> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(python, {
      // -I as for the workers, which do not see packages of the user's own folder either.
      args: ["-I", PROBE, ...MODULES],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (error) {
    const refusal = loaderRefusal(error, `ask ${python} for its packages`);
    if (refusal) return { reason: `was not asked for its packages: ${refusal.parts.current}` };
    return { reason: `cannot be started: ${error instanceof Error ? error.message : error}` };
  }
  const reader = child.stdout.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const silence = new Promise<"silent">((resolve) => {
      timer = setTimeout(() => resolve("silent"), patienceMs);
    });
    const answer = readAll(reader).then(async (text) => ({ text, status: await child.status }));
    const outcome = await Promise.race([answer, silence]);
    if (outcome === "silent") return { reason: `did not answer within ${patienceMs / 1000} s` };
    return outcome.status.success
      ? parse(outcome.text)
      : { reason: "fails when it is asked for its packages" };
  } finally {
    clearTimeout(timer);
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    // Processes that it has started may hold the pipe for longer.
    await reader.cancel().catch(() => {});
  }
}

/** Reads the output, up to a limit that no valid answer reaches. */
async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= MOST_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  if (text.length > MOST_BYTES) await reader.cancel();
  return text;
}

function parse(text: string): PythonProbe {
  try {
    return { versions: versionsSchema.parse(JSON.parse(text)) };
  } catch {
    return {
      reason: `answered ${JSON.stringify(text.trim().slice(0, 40))} when it was asked for its packages`,
    };
  }
}
