/**
 * eppgcn Figures 2 and 3: neighbour groups and execution paths of the five-vertex example, and both on a real
 * graph.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { CLAIMS, CONTENDER, EXAMPLE, REAL } from "./figure_3_claims.ts";
import { EXAMPLE_METRICS, exampleFacts, ruleBreaches, SIZES } from "./worked_example.ts";

/** Neighbour groups and execution paths of the worked example. */
export const figure3: Suite<Workload, Contender, typeof EXAMPLE_METRICS> = {
  id: "eppgcn/figure-3",
  artifact: "Figure 3",
  title: "The worked example: groups and execution paths",
  question:
    "Do neighbour groups and execution paths of the five-vertex graph come out as in Figures 2 and 3?",
  contenders: [{ id: CONTENDER, label: "this harness" }],
  baseline: CONTENDER,
  workloads: () => [
    { id: EXAMPLE, factors: {} },
    { id: REAL, dataset: REAL, factors: {} },
  ],
  settings: {
    "example": "edges 1-2, 2-3, 2-4, 2-5, 3-4, 4-5, no self-loops; training set {v3, v5}; groups of 3",
    "group sizes on Cora": SIZES.join(", "),
  },
  measurement: {
    kind: "exact",
    count: (_lab, { graph }, { id }) =>
      Promise.resolve(id === EXAMPLE ? exampleFacts() : ruleBreaches(graph)),
  },
  metrics: EXAMPLE_METRICS,
  plots: [],
  notes: [
    "Section 4 labels the second vertex set N^0; by its own definition it is N^2.",
  ],
  claims: CLAIMS,
};
