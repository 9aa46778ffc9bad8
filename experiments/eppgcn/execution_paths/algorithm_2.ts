/**
 * eppgcn Theorem 1 and Algorithm 2: which gradient rows are zero, and that leaving them out changes no
 * gradient. Exact checks in float64 on the citation graphs.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { algorithm2Claims } from "./algorithm_2_claims.ts";
import {
  type AggregationContender,
  CLASSES,
  compareGradients,
  GRADIENT_METRICS,
  type PartialTraining,
  WIDTH,
} from "./compared_gradients.ts";

const DATASETS = ["cora", "citeseer", "pubmed"] as const;
const PERCENTS = [1, 10, 80] as const;
const DEPTHS = [1, 2, 3, 4, 5, 6] as const;

const CONTENDERS: readonly AggregationContender[] = [
  { id: "loops", label: "with self-loops", selfLoops: true },
  { id: "no-loops", label: "without self-loops", selfLoops: false },
];

const WORKLOADS = DATASETS.flatMap((dataset) =>
  PERCENTS.flatMap((percent) =>
    DEPTHS.map((layers): PartialTraining => ({
      id: `${dataset}:t${percent}:L${layers}`,
      dataset,
      model: "GCN",
      percent,
      layers,
      factors: { train_ratio: `${percent}%`, layers },
    }))
  )
);

/** Gradients on execution paths against those of all-active training. */
export const algorithm2: Suite<PartialTraining, AggregationContender, typeof GRADIENT_METRICS> = {
  id: "eppgcn/algorithm-2",
  artifact: "Algorithm 2",
  title: "Theorem 1: partially active training",
  question:
    "Are the gradients outside the execution paths zero, and all others what they are in all-active training?",
  contenders: CONTENDERS,
  baseline: "loops",
  workloads: () => WORKLOADS,
  settings: {
    "arithmetic": "float64, Algorithms 1 and 2 as printed, and the programs that train here",
    "training ratios": `${PERCENTS.join(", ")} %, drawn uniformly`,
    "layers": "1 to 6",
    "width": `${WIDTH} columns, ${CLASSES} classes; random features, weights and labels`,
  },
  measurement: { kind: "exact", count: compareGradients },
  metrics: GRADIENT_METRICS,
  plots: [{ metric: "edge_share", x: "layers", facet: "train_ratio" }],
  notes: [
    "Without self-loops a set of vertices is left again by the next hop, so that a path can be smaller than the one above it: " +
    "the claim about their order is made for graphs with self-loops only.",
    "Paths take neither features nor weights, so that no epoch can change them; they are built a second time from the " +
    "training set in another order.",
  ],
  claims: algorithm2Claims(WORKLOADS, CONTENDERS),
};
