/**
 * Load of other programs: the processors that they keep busy while this one waits. A session beside them has
 * longer times, which differ more from round to round.
 *
 * @module
 */
import { setTimeout as wait } from "node:timers/promises";
import { readSystemText } from "../../platform/native/system_text.ts";

/** Milliseconds of a look: the system counts in hundredths of a second, on each processor. */
const LOOK_MS = 250;

/** Load of other programs. */
export interface OthersLoad {
  /** Processors that they keep busy, up to `processors`; time that a hypervisor gives to others is theirs. */
  readonly busy: number;
  /** Processors on which this program may run. */
  readonly processors: number;
}

/** Processors kept busy, from which on a session says so: some always are, by a desktop or a service. */
const NOTABLE = 0.2;

/** Words on a load that disturbs measurements, `0.63 of 2 processors`; undefined where it is too small. */
export function disturbance(load: OthersLoad | undefined): string | undefined {
  if (load === undefined || load.busy < NOTABLE) return undefined;
  const { busy, processors } = load;
  return `${busy.toFixed(2)} of ${processors} ${processors === 1 ? "processor" : "processors"}`;
}

/** Numbers of a list as Linux writes it: `0-1,4`. */
function numbersOf(list: string): ReadonlySet<number> {
  return new Set(
    list.split(",").flatMap((range) => {
      const [first, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    }),
  );
}

/** Ticks of some processors since the system began, and those of them that were busy. */
function ticksOf(stat: string, allowed: ReadonlySet<number> | undefined) {
  const ticks = { busy: 0, all: 0, processors: 0 };
  for (const [, processor, numbers] of stat.matchAll(/^cpu(\d+) (.*)$/gm)) {
    if (allowed !== undefined && !allowed.has(Number(processor))) continue;
    // Times of guests behind these are part of the first two.
    const [user, nice, system, idle, waiting, ...stolen] = numbers.split(" ").slice(0, 8).map(Number);
    const busy = [user, nice, system, ...stolen].reduce((sum, each) => sum + each, 0);
    ticks.busy += busy;
    ticks.all += busy + idle + waiting;
    ticks.processors++;
  }
  return ticks;
}

/**
 * Load between two readings of `/proc/stat`; undefined where no time has passed between them.
 *
 * @param status `/proc/self/status`, which says on which processors this program may run; all where absent.
 */
export function loadBetween(before: string, after: string, status?: string): OthersLoad | undefined {
  const list = status?.match(/^Cpus_allowed_list:\s*(\S+)$/m)?.[1];
  const allowed = list === undefined ? undefined : numbersOf(list);
  const [from, to] = [ticksOf(before, allowed), ticksOf(after, allowed)];
  const passed = to.all - from.all;
  if (passed <= 0) return undefined;
  return { busy: (to.busy - from.busy) / passed * to.processors, processors: to.processors };
}

/**
 * Looks for a quarter of a second at what other programs do, in which this one should do nothing; undefined
 * where the system does not tell, as elsewhere than on Linux.
 */
export async function othersLoad(): Promise<OthersLoad | undefined> {
  const before = readSystemText("/proc/stat");
  if (before === undefined) return undefined;
  await wait(LOOK_MS);
  const after = readSystemText("/proc/stat");
  return after === undefined ? undefined : loadBetween(before, after, readSystemText("/proc/self/status"));
}
