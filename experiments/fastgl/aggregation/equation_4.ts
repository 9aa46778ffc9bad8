/**
 * fastgl equations 3 and 4: by how much the access times of naive and Memory-Aware aggregation differ.
 *
 * @module
 */
import { FASTGL_TABLE_3 as BANDWIDTHS } from "../../../hardware/models/published_cards.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { ACCESS_METRICS, type AccessTarget, ofAllSizes, ofTarget, TARGETS } from "./access_ratios.ts";
import { EQUATION_4_CLAIMS, EQUATIONS, GRID, targetId } from "./equation_4_claims.ts";

/** Targets of one size, or all sizes. */
interface AccessWorkload extends Workload {
  /** Neighbours and features of a target; absent for the least and largest ratio over all sizes. */
  readonly target?: AccessTarget;
}

/** Access times by equations 3 and 4. */
export const equation4: Suite<AccessWorkload, Contender, typeof ACCESS_METRICS> = {
  id: "fastgl/equation-4",
  artifact: "Equation 4",
  title: "Access-time model of naive and Memory-Aware aggregation",
  question: "How much faster can Memory-Aware aggregation be by the paper's own equations?",
  contenders: [{ id: EQUATIONS, label: "equations 3 and 4" }],
  baseline: EQUATIONS,
  workloads: () => [
    ...TARGETS.map((target) => ({ id: targetId(target), target, factors: { ...target } })),
    { id: GRID, factors: {} },
  ],
  settings: {
    "shared memory": `${BANDWIDTHS.sharedGBs} GB/s (Table 3)`,
    "global memory": `${BANDWIDTHS.globalGBs} GB/s (Table 3)`,
  },
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, { target }) =>
      Promise.resolve(target === undefined ? ofAllSizes() : ofTarget(target)),
  },
  metrics: ACCESS_METRICS,
  plots: [{ metric: "access_time_ratio", x: "width", facet: "neighbors" }],
  notes: [
    "The text claims a ratio of about 10. The equations it is derived from give about 2.5 with the printed bandwidths and " +
    "can never reach 3, since a third of the naive traffic stays in global memory.",
  ],
  publishedAs: ({ id }, _contender, metric) =>
    id === "n10:d256" && metric === "access_time_ratio"
      ? { metric, system: "naive vs Memory-Aware", config: { model: "equations 3 and 4" } }
      : undefined,
  claims: EQUATION_4_CLAIMS,
};
