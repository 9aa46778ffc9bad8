/**
 * Programs that compute and belong to nobody here: their parent has ended, so that the system's first program
 * has them.
 *
 * @module
 */
import { readSystemText } from "../platform/native/system_text.ts";

/** Command of a shell that computes, at the longest for a minute where nobody ends it. */
export const SPIN = "ulimit -t 60; while :; do :; done";

/** Processors that one of them is for: on a wide machine a single one is lost in the ticks of all. */
const PROCESSORS = 32;

/** Ticks that a program has computed for. */
export function ticksOf(pid: number): number {
  const fields = readSystemText(`/proc/${pid}/stat`)!.split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Starts them; they end as they are disposed of. */
export async function startOtherPrograms(): Promise<Disposable & { readonly ticks: () => number }> {
  const count = 1 + Math.floor(navigator.hardwareConcurrency / PROCESSORS);
  const pids = await Promise.all(Array.from({ length: count }, async () => {
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `(${SPIN}) >/dev/null 2>&1 & echo $!`],
      stdin: "null",
    }).output();
    return Number(new TextDecoder().decode(stdout));
  }));
  const ticks = () => pids.reduce((sum, pid) => sum + ticksOf(pid), 0);
  return { ticks, [Symbol.dispose]: () => pids.forEach((pid) => Deno.kill(pid, "SIGKILL")) };
}
