/**
 * Seconds of comparisons in earlier runs: under the profile of the run, and scaled up from smaller graphs.
 *
 * @module
 */
import { comparisonName, earlierSeconds } from "../../../results/history/comparison_seconds.ts";
import { type EarlierSeconds, secondsAtPace } from "../../../results/history/expected_seconds.ts";
import { type Profile, PROFILES } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { planComparisons } from "./plan.ts";
import { estimateBySize } from "./size_estimate.ts";

/** Where earlier sessions lie, and the backend whose times count; any when absent. */
export interface EarlierRunsOptions {
  /** Folder of sessions. */
  readonly out: string;
  /** Backend of the device of the run. */
  readonly backend?: string;
}

/** Profiles of smaller graphs whose samples have their full length: those of `smoke` say little. */
function smallerProfiles(profile: Profile): readonly Profile[] {
  return Object.values(PROFILES).filter(({ maxStoredEdges, sampleMs }) =>
    maxStoredEdges < profile.maxStoredEdges && sampleMs === undefined
  );
}

/**
 * Seconds of comparisons under a profile, made from those under one of smaller graphs: multiplied by what
 * both take by size, one over the other, and never made less.
 *
 * @param seconds Those under the profile `from`, by {@linkcode comparisonName}.
 */
export function scaledSeconds(
  suites: readonly Suite[],
  seconds: ReadonlyMap<string, number>,
  { from, to }: { readonly from: Profile; readonly to: Profile },
): ReadonlyMap<string, number> {
  const sizes = (profile: Profile) =>
    new Map(
      planComparisons(suites, profile).map((planned) => [
        comparisonName(planned.suite.id, planned.workload.id),
        estimateBySize(planned, profile).seconds,
      ]),
    );
  const smaller = sizes(from), scaled = new Map<string, number>();
  for (const [name, size] of sizes(to)) {
    const took = seconds.get(name), before = smaller.get(name);
    if (took === undefined || before === undefined) continue;
    scaled.set(name, before > 0 ? took * Math.max(1, size / before) : took);
  }
  return scaled;
}

/** Seconds of comparisons of these suites in the sessions below `out`, and in recorded ones. */
export async function earlierRuns(
  suites: readonly Suite[],
  profile: Profile,
  { out, backend }: EarlierRunsOptions,
): Promise<EarlierSeconds> {
  const under = (each: Profile) =>
    earlierSeconds(out, { profile: each.id, ...(backend !== undefined && { backend }) });
  const scaled = new Map<string, number>();
  for (const from of smallerProfiles(profile)) {
    const { here, elsewhere } = await under(from);
    const seconds = new Map([...secondsAtPace(elsewhere, here), ...here]);
    for (const [name, own] of scaledSeconds(suites, seconds, { from, to: profile })) scaled.set(name, own);
  }
  return { ...await under(profile), scaled };
}
