/**
 * The command line as a program of its own.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** Path of the program. */
export const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));

/** End of the program, and what it printed. */
export interface Outcome {
  /** Exit code. */
  readonly code: number;
  /** Standard output. */
  readonly stdout: string;
  /** Standard error. */
  readonly stderr: string;
}

/** Runs the program with these arguments. */
export async function cli(
  args: readonly string[],
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...flags, "--quiet", CLI, ...args],
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}
