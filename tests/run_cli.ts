/**
 * The command line as a program of its own.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";

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

const LAUNCHER = fileURLToPath(new URL("../launch.ts", import.meta.url));
/** Permissions that the tasks grant the launcher. */
const LAUNCHER_FLAGS = ["env", "read", "write", "run", "sys"].map((each) => `--allow-${each}`);

/** Runs the program as a task does: under the permissions that the launcher finds for it. */
export async function launch(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...LAUNCHER_FLAGS, LAUNCHER, ...args],
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1", ...env },
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** One command line, and variables that are set while it runs. */
export interface Line {
  /** Arguments. */
  readonly args: readonly string[];
  /** Variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Ends the output of each command line; no verb prints it. */
const END_OF_LINE = "\u0004\n";

/**
 * Runs command lines one after the other in one program, which starts as the command line does and ends each
 * with its exit code: loading the suites takes longer than refusing a flag.
 */
export async function cliInTurn(lines: readonly Line[], cwd = Deno.cwd()): Promise<Outcome[]> {
  const program = `
    import { main } from ${JSON.stringify(pathToFileURL(CLI))};
    const end = new TextEncoder().encode(${JSON.stringify(END_OF_LINE)}), codes = [];
    for (const { args, env = {} } of ${JSON.stringify(lines)}) {
      for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
      codes.push(await main(args));
      for (const name of Object.keys(env)) Deno.env.delete(name);
      for (const stream of [Deno.stdout, Deno.stderr]) stream.writeSync(end);
    }
    console.log(JSON.stringify(codes));
    Deno.exit(0);`;
  const config = fileURLToPath(new URL("../deno.json", import.meta.url));
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--config", config, `data:text/javascript,${encodeURIComponent(program)}`],
    cwd,
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).split(END_OF_LINE));
  assert.deepEqual([out.length, err.length], [lines.length + 1, lines.length + 1], err.at(-1));
  const codes: readonly number[] = JSON.parse(out[lines.length]);
  return codes.map((code, i) => ({ code, stdout: out[i], stderr: err[i] }));
}
