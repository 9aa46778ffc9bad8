/**
 * Rest of a worker before its reply, so that its threads take no processor from whoever is timed next.
 *
 * @module
 */
import process from "node:process";

/** Milliseconds between two looks at whether all threads sleep. */
const STEP_MS = 1;
/** Looks in a row at which they do. */
const QUIET_LOOKS = 2;
/** Milliseconds after which a reply waits for them no longer. */
const LONGEST_MS = 1000;

const still = new Int32Array(new SharedArrayBuffer(4));

/** Waits until all threads sleep: those of OpenMP look for work for tens of milliseconds after a call. */
export function rest(): void {
  const end = performance.now() + LONGEST_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < end;) {
    const before = process.cpuUsage();
    Atomics.wait(still, 0, 0, STEP_MS);
    const { user, system } = process.cpuUsage(before);
    quiet = anyRunning() || (user + system) / 1000 > STEP_MS / 2 ? 0 : quiet + 1;
  }
}

/** Whether a thread beside the main one has or waits for a processor, where Linux tells it. */
function anyRunning(): boolean {
  if (Deno.build.os !== "linux") return false;
  const tasks = "/proc/self/task";
  return [...Deno.readDirSync(tasks)].some(({ name }) => {
    if (name === String(Deno.pid)) return false;
    try {
      const stat = Deno.readTextFileSync(`${tasks}/${name}/stat`);
      return stat.slice(stat.lastIndexOf(")") + 1).trimStart().startsWith("R");
    } catch {
      return false; // It has just ended.
    }
  });
}
