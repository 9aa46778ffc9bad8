/**
 * Runs of Deno on the harness: types, imports of a module, and the compiler of AssemblyScript.
 *
 * @module
 */
import { HOME, HOME_URL } from "./home.ts";

/** End of a tool, with what it printed. */
export interface ToolRun {
  /** Exit code. */
  readonly code: number;
  /** Standard output. */
  readonly stdout: string;
  /** Standard error, without colours. */
  readonly stderr: string;
}

/** Runs `deno` with these arguments in the harness's folder, until the signal ends it. */
export async function runDeno(args: readonly string[], signal: AbortSignal): Promise<ToolRun> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: HOME,
    env: { NO_COLOR: "1" },
    signal,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Errors of the type checker and of the parser in a module, each with its file and line; empty for none. */
export async function typeErrors(module: string, signal: AbortSignal): Promise<string> {
  const { code, stderr } = await runDeno(["check", "--quiet", module], signal);
  return code === 0 ? "" : stderr.replaceAll(HOME_URL, "").trim();
}

/** Compiles all AssemblyScript of the harness; returns the compiler's errors, empty for none. */
export async function assemblyErrors(signal: AbortSignal): Promise<string> {
  const { code, stderr } = await runDeno(["task", "--quiet", "build:wasm"], signal);
  return code === 0 ? "" : stderr.trim();
}
