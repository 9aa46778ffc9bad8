/**
 * State of NVIDIA's GPUs by their driver's tool.
 *
 * @module
 */
import { delimiter, isAbsolute, join } from "node:path";
import { readVariable } from "../platform/environment_variable.ts";
import type { GpuState } from "./gpu_state.ts";

/** Columns of the query, in the order in which {@linkcode parseGpuStates} reads them. */
const COLUMNS = [
  "name",
  "driver_version",
  "memory.total",
  "clocks.sm",
  "clocks.mem",
  "temperature.gpu",
  "power.draw",
  "clocks_throttle_reasons.active",
] as const;
const QUERY = [`--query-gpu=${COLUMNS.join(",")}`, "--format=csv,noheader,nounits"];
/** Milliseconds that one look at a GPU may take while it is measured. */
const PATIENCE_MS = 5000;
/**
 * Milliseconds of the first look: where nothing holds the driver (no persistence mode) the tool starts every
 * GPU of the machine, seconds each. What it does not tell would be no part of a session's conditions.
 */
export const FIRST_PATIENCE_MS = 30_000;

/** Reads what `nvidia-smi` prints for the query: a line a GPU; lines of another form are passed over. */
export function parseGpuStates(text: string): GpuState[] {
  return text.split("\n").map((line) => line.split(",").map((cell) => cell.trim()))
    .filter((cells) => cells.length === COLUMNS.length)
    .map(([name, driver, ...cells]) => {
      // "[N/A]", "[Not Supported]" and the like are facts that this GPU does not tell.
      const [mebibytes, clock, memoryClock, celsius, watts, reasons] = cells.map((cell) =>
        /^(0x[0-9a-f]+|\d+(\.\d+)?)$/i.test(cell) ? Number(cell) : undefined
      );
      return {
        name,
        driver,
        ...(mebibytes !== undefined && { memoryBytes: mebibytes * 2 ** 20 }),
        ...(clock !== undefined && { clockMHz: clock }),
        ...(memoryClock !== undefined && { memoryClockMHz: memoryClock }),
        ...(celsius !== undefined && { celsius }),
        ...(watts !== undefined && { watts }),
        ...(reasons !== undefined && { throttleReasons: reasons }),
      };
    });
}

/** Words of a name, of which Dawn writes `NVIDIA H200` as `nvidia-h200`. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ").trim();

/**
 * State of the GPU of an adapter's name, which may hold more words than the driver's tool says; of several
 * whose words it has, as those of `RTX 3080` and `RTX 3080 Ti`, the one of the longest name. Of several cards
 * of that name it is the first, which may be another than the adapter: WebGPU tells neither bus nor number.
 */
export function stateOf(name: string, states: readonly GpuState[]): GpuState | undefined {
  const text = ` ${plainName(name)} `;
  const first = states.filter((state) => text.includes(` ${plainName(state.name)} `))
    .toSorted((a, b) => b.name.length - a.name.length).at(0);
  if (first === undefined) return undefined;
  const alike = states.filter((state) => state.name === first.name).length;
  return alike > 1 ? { ...first, alike } : first;
}

/** Finds the absolute path of `nvidia-smi` on `PATH`; runs nothing. */
export function findNvidiaSmi(): string | undefined {
  const file = Deno.build.os === "windows" ? "nvidia-smi.exe" : "nvidia-smi";
  const folders = (readVariable("PATH") ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, file)).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/**
 * Text that a program prints; `undefined` where it fails, or has not ended within so many milliseconds. One
 * that waits in the driver of a lost GPU heeds no signal: nobody waits for its end.
 */
async function printedBy(
  program: string,
  args: readonly string[],
  patienceMs: number,
): Promise<string | undefined> {
  const child = new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const late = Promise.withResolvers<undefined>(), ending = child.output();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    const ended = await Promise.race([ending, late.promise]);
    if (ended !== undefined) return ended.success ? new TextDecoder().decode(ended.stdout) : undefined;
    ending.catch(() => {});
    child.unref();
    child.kill("SIGKILL");
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * State of the GPU of this name now; `undefined` where there is no such GPU of NVIDIA, no tool, no permission
 * to run it, or no answer within so many milliseconds.
 */
export async function gpuState(
  name: string,
  patienceMs: number = PATIENCE_MS,
): Promise<GpuState | undefined> {
  const program = findNvidiaSmi();
  if (program === undefined) return undefined;
  if ((await Deno.permissions.query({ name: "run", command: program })).state !== "granted") return undefined;
  try {
    const text = await printedBy(program, QUERY, patienceMs);
    return text === undefined ? undefined : stateOf(name, parseGpuStates(text));
  } catch {
    return undefined;
  }
}
