/**
 * Readings of the system's counters of processors: their time, and this program's part of it.
 *
 * @module
 */
import { setTimeout as wait } from "node:timers/promises";
import { besideOthers, type OthersLoad, type ProcessorReading } from "../measuring/others_load.ts";
import { allowedNumbers } from "./allowed_numbers.ts";
import { ownTicks, SYSTEM_FILES, type SystemFiles } from "./own_ticks.ts";

/** Milliseconds of a look as a run begins. */
const LOOK_MS = 250;

/**
 * Reads the system's counters, in less than a millisecond on a machine of a few processors; undefined where
 * it has none, as elsewhere than on Linux.
 *
 * @param ms Milliseconds of a steady clock now.
 */
export function readProcessors(
  files: SystemFiles = SYSTEM_FILES,
  ms = performance.now(),
): ProcessorReading | undefined {
  const stat = files.text("/proc/stat"), own = ownTicks(files);
  if (stat === undefined || own === undefined) return undefined;
  const allowed = allowedNumbers(files.text("/proc/self/status"), "Cpus_allowed_list");
  const ticks = { processors: 0, all: 0, idle: 0, stolen: 0 };
  for (const [, processor, numbers] of stat.matchAll(/^cpu(\d+) (.*)$/gm)) {
    if (allowed !== undefined && !allowed.has(Number(processor))) continue;
    // Times of guests behind these are part of the first two.
    const fields = numbers.split(" ").slice(0, 8).map(Number);
    const [_user, _nice, _system, idle, waiting, _interrupts, _softInterrupts, stolen = 0] = fields;
    ticks.processors++;
    ticks.all += fields.reduce((sum, each) => sum + each, 0);
    ticks.idle += idle + waiting;
    ticks.stolen += stolen;
  }
  return { ms, ...ticks, own };
}

/** Looks for a quarter of a second at what other programs do; undefined where the system does not tell. */
export async function lookAtOthers(): Promise<OthersLoad | undefined> {
  if (readProcessors() === undefined) return undefined;
  return (await besideOthers(() => wait(LOOK_MS), readProcessors)).othersLoad;
}
