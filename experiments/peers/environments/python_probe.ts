/**
 * Packages of a Python, asked of the program itself.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { loaderRefusal } from "../../../platform/native/loader_variables.ts";
import { BATCH_PEERS, PEERS, TRAINING_PEERS } from "../peers.ts";

const PROBE = fileURLToPath(new URL("probe.py", import.meta.url));

/** Finding packages takes well under a second on a local disk, and a few on a cluster's. */
const PATIENCE_MS = 10_000;

const MOST_BYTES = 64 * 1024;

const MODULES = [
  ...new Set([...PEERS, ...TRAINING_PEERS, ...BATCH_PEERS].flatMap(({ modules }) => modules)),
];

const versionsSchema = z.record(z.string(), z.string());

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
