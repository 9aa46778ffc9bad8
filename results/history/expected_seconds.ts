/**
 * Seconds that the comparisons of a run are expected to take, before any of them has run.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";

/** Seconds of comparisons in earlier runs, by name (`hetu-gnn/figure-8 reddit`). */
export interface EarlierSeconds {
  /** Seconds on this device, under the conditions of the run. */
  readonly here?: ReadonlyMap<string, number>;
  /** Seconds on other devices; used where `here` has none. */
  readonly elsewhere?: ReadonlyMap<string, number>;
  /** Seconds of runs on smaller graphs, scaled up by size; used where neither has any. */
  readonly scaled?: ReadonlyMap<string, number>;
}

/** Number of comparisons known on both devices from which on their ratio is used. */
const COMMON = 5;

/**
 * Seconds of comparisons on other devices, times the ratio of this device's seconds to theirs over the
 * comparisons that ran on both.
 */
export function secondsAtPace(
  elsewhere: ReadonlyMap<string, number>,
  here: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const common = [...here.keys()].filter((name) => elsewhere.has(name));
  if (common.length < COMMON) return elsewhere;
  const pace = secondsOf(here, common) / secondsOf(elsewhere, common);
  return new Map([...elsewhere].map(([name, seconds]) => [name, seconds * pace]));
}

/**
 * Seconds expected of each comparison: as it took here; else as it took elsewhere, at this device's pace;
 * else as it took on a smaller graph, scaled; else the mean of its suite, or of all. Without any earlier run
 * all take 1.
 */
export function expectedSeconds(
  names: readonly string[],
  { here = new Map(), elsewhere = new Map(), scaled = new Map() }: EarlierSeconds,
): ReadonlyMap<string, number> {
  const earlier = new Map([...scaled, ...secondsAtPace(elsewhere, here), ...here]);
  const known = names.filter((name) => earlier.has(name));
  const bySuite = groupBy(known, suiteOf);
  const mean = (of: readonly string[]) => secondsOf(earlier, of) / of.length;
  const ofAll = known.length > 0 ? mean(known) : 1;
  return new Map(names.map((name) => {
    const siblings = bySuite.get(suiteOf(name));
    return [name, earlier.get(name) ?? (siblings ? mean(siblings) : ofAll)];
  }));
}

function secondsOf(seconds: ReadonlyMap<string, number>, names: readonly string[]): number {
  return sumOf(names, (name) => seconds.get(name) ?? 0);
}

/** Suite of a comparison's name. */
function suiteOf(name: string): string {
  return name.slice(0, name.indexOf(" "));
}
