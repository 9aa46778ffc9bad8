/**
 * Needs of a session by its suites: whether it has to be calibrated, and whether all of it has run.
 *
 * @module
 */
import { readClaims } from "../../claims/published_claims.ts";
import { haveTimes } from "../../metrics.ts";
import { findPaper } from "../../papers.ts";
import type { Profile } from "../../profiles.ts";
import { paperOf, type Suite } from "../../suite.ts";
import { allSuites } from "../../suites.ts";

/**
 * Whether a suite measures or judges times, so that its session needs a calibration. Counts and accuracies
 * are the same however busy the machine is.
 */
export function needsCalibration(suite: Suite): boolean {
  const { measurement, metrics, claims } = suite;
  if (measurement.kind === "timed") return true;
  if (measurement.kind === "joint" && haveTimes(metrics)) return true;
  if (claims.length === 0) return false;
  const tiers = new Map(readClaims(findPaper(paperOf(suite))).map(({ claimId, tier }) => [claimId, tier]));
  return claims.some(({ claimId }) => tiers.get(claimId)?.startsWith("time-"));
}

/** Whether a session has all comparisons of these suites that a profile has; unknown suites have not. */
export function areFinished(
  ids: readonly string[],
  profile: Profile,
  finished: (suite: string, workload: string) => unknown,
): boolean {
  const known = new Map(allSuites().map((suite) => [suite.id, suite]));
  return ids.every((id) =>
    known.get(id)?.workloads(profile).every((workload) => finished(id, workload.id) !== undefined) ?? false
  );
}
