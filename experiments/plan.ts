/**
 * Which comparisons a run considers.
 *
 * @module
 */
import type { Filter } from "./filter.ts";
import type { Profile } from "./profiles.ts";
import type { ContenderSpec, Suite, Workload } from "./suite.ts";

/** One comparison that a run will consider. */
export interface PlannedComparison {
  /** Whose question it helps to answer. */
  readonly suite: Suite;
  /** On what its contenders are compared. */
  readonly workload: Workload;
  /** Those that passed the filter, and the baseline. */
  readonly contenders: readonly ContenderSpec[];
}

/** The comparisons of these suites that pass the filter. A baseline stays as long as anything is compared with it. */
export function planComparisons(
  suites: readonly Suite[],
  profile: Profile,
  filter?: Filter,
): PlannedComparison[] {
  const pass = filter ?? (() => true);
  return suites.flatMap((suite) =>
    suite.workloads(profile).flatMap((workload) => {
      const names = {
        suite: suite.id,
        artifact: suite.artifact,
        workload: workload.id,
        ...(workload.dataset === undefined ? {} : { dataset: workload.dataset }),
      };
      const chosen = suite.contenders.filter((contender) =>
        pass({ ...names, ...workload.factors, ...contender.factors, contender: contender.id })
      );
      if (chosen.length === 0) return [];
      const ids = new Set([suite.baseline, ...chosen.map(({ id }) => id)]);
      const contenders = suite.contenders.filter(({ id }) => ids.has(id));
      return [{ suite, workload, contenders }];
    })
  );
}
