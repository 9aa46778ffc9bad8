/**
 * A process that a test starts, talks to and kills.
 *
 * @module
 */
import { join } from "node:path";

/**
 * Starts a process of its own that runs `code` below `imports`.
 *
 * @returns its id, a promise of its first output, and how to end it.
 */
export function startedChild(folder: string, imports: string, code: string) {
  const script = join(folder, "child.ts");
  Deno.writeTextFileSync(script, `${imports}\n${code}\n`);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-check", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const spoken = child.stdout.getReader();
  return {
    pid: child.pid,
    ready: spoken.read(),
    async stop(signal: Deno.Signal): Promise<void> {
      child.kill(signal);
      await child.status;
      await spoken.cancel();
      await child.stdin.close().catch(() => {});
    },
  };
}
