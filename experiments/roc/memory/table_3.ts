/**
 * roc Table 3 and Algorithm 1: states, active tensors, and loads of the dynamic program beside LRU and no
 * cache.
 *
 * @module
 */
import type { PublishedKey } from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { CACHING_POLICIES, type CachingContender } from "../../trials/caching_policies.ts";
import { PROGRAM } from "./capacity_sweep.ts";
import { CAPACITIES, countPlans, PLAN_METRICS, PRINTED_STATES, RANDOM_GRAPHS } from "./plan_counts.ts";
import { EXAMPLE, HIDDEN, PAPER_DEPTH, type PlannedWorkload, WORKLOADS } from "./planned_workloads.ts";
import { TABLE_3_CLAIMS } from "./table_3_claims.ts";

/** Published columns of the example's sets, and of their number. */
function exampleKey(metric: string): PublishedKey | undefined {
  const shared = { dataset: "toy", model: "GIN", system: "ROC" };
  if (metric === "states") {
    return { ...shared, metric: "valid_state_count", config: { empty_state: "excluded" } };
  }
  const done = PRINTED_STATES.find((done) => metric === `active_after_${done}`);
  const state = `{${PRINTED_STATES.slice(0, done).join()}}`;
  return done === undefined ? undefined : { ...shared, metric: "active_tensors", config: { state } };
}

/** Counts states of the memory manager, and compares its dynamic program with every schedule. */
export const table3: Suite<PlannedWorkload, CachingContender, typeof PLAN_METRICS> = {
  id: "roc/table-3",
  artifact: "Table 3",
  title: "States, active tensors and Algorithm 1",
  question: "Is the memory manager's dynamic program small enough to be solved, and optimal?",
  contenders: CACHING_POLICIES,
  baseline: "streaming",
  workloads: () => WORKLOADS,
  settings: {
    "sizes": `Reddit as printed, ${HIDDEN} hidden units; the example's are the harness's own`,
    "capacities": `${CAPACITIES}, from what the largest operation needs to all tensors together`,
    "random graphs":
      `${RANDOM_GRAPHS.standard} of 2 to 6 operations, 4 capacities each; every schedule is searched`,
    "recurrence": "corrected: what an operation reads may have been cached before it and be dropped after",
  },
  measurement: {
    kind: "exact",
    count: (lab, _dataset, workload, contender) => Promise.resolve(countPlans(lab, workload, contender)),
  },
  metrics: PLAN_METRICS,
  plots: [],
  notes: [
    "As printed, Algorithm 1 caches nothing: line 14 lets no tensor be cached before an operation that is not cached after it, and " +
    "the answer starts from an empty cache. What is judged is the corrected recurrence.",
    "CommNet is counted twice: with a linear map each for a vertex and its neighbours' mean, as this project's layers have it, and " +
    "with one map of both, which leaves a chain of operations.",
    "The paper prints neither operation lists nor depths: claims about counts are judged at 2 layers, its typical depth.",
  ],
  publishedAs: ({ id: workload, model, publishedLayers }, { id }, metric) => {
    if (id === PROGRAM && workload === EXAMPLE) return exampleKey(metric);
    if (id !== PROGRAM || publishedLayers !== PAPER_DEPTH || model === undefined) return undefined;
    const shared = { dataset: "all", model, system: "ROC" };
    if (metric === "states") return { ...shared, metric: "valid_state_count" };
    return metric === "tensor_sets" ? { ...shared, metric: "tensor_set_count" } : undefined;
  },
  claims: TABLE_3_CLAIMS,
};
