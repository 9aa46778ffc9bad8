/**
 * eppgcn Table II and Equation 3: properties of a graph that the best group size goes with, and the
 * regression fitted anew.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import {
  type Analysis,
  CONTENDERS,
  measureStatistics,
  METRICS,
  PRINTED_VARIABLES,
  type Variable,
  VARIABLES,
} from "./group_size_statistics.ts";
import { CLAIMS } from "./table_2_claims.ts";

/** Correlations of the best group size with properties of graphs. */
export const table2: Suite<Variable, Analysis, typeof METRICS> = {
  id: "eppgcn/table-2",
  artifact: "Table II",
  title: "What the best group size goes with",
  question:
    "Which properties of a graph tell its best group size, and how well does a linear function of them?",
  contenders: CONTENDERS,
  baseline: "bivariate",
  workloads: () => VARIABLES,
  settings: {
    "matrices":
      "42 R-MAT graphs of 2^10 to 2^20 vertices and 1 to 24 edges a vertex, and their two paths; on a card " +
      "49 of 2^10 to 2^16 under the standard profile",
    "training set": "10 % of the vertices, drawn uniformly",
    "feature widths": "16 and 128; on a card the matrices take one of them each, by turns",
    "labels":
      "the fastest of 16 sizes from 1 to 512, on a card of the ten powers of two; on CPU threads by model M6",
    "slots":
      "3584 in the model, those of a P100; of a graph with more than 2^12 vertices a part is drawn, with as large a part of the slots",
  },
  measurement: { kind: "joint", measure: measureStatistics },
  metrics: METRICS,
  plots: [{ metric: "pearson_r", x: "workload" }],
  notes: [
    "The paper labels real and PaRMAT graphs and prints no sample size. Here all are R-MAT, so that its eight graphs are held out.",
    "Coefficients are of this device, or its model: signs and ranking compare with the paper's, values do not.",
    "Equation 3 has no term for the feature width: its coefficient is 0.",
  ],
  publishedAs: ({ id }, { correlation }, metric) =>
    correlation !== undefined && (metric === "pearson_r" || metric === "p_value")
      ? {
        metric,
        dataset: "training graphs of the classifier and regression",
        config: { correlation, x: PRINTED_VARIABLES[id], y: "optimal group size" },
      }
      : undefined,
  claims: CLAIMS,
};
