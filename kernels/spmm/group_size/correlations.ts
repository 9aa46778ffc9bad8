/**
 * Correlations of the best group size with properties of graphs: Table II of eppgcn.
 *
 * @module
 */
import {
  type Correlation,
  partialCorrelation,
  pearsonCorrelation,
} from "../../../platform/statistics/correlation.ts";
import type { GraphFeatures } from "./graph_features.ts";
import type { LabelledFeatures } from "./regression.ts";

/** Four variables of Table II, in the table's order. */
export const TABLE_II_VARIABLES: readonly (keyof GraphFeatures)[] = [
  "vertices",
  "edges",
  "averageDegree",
  "width",
];

/**
 * One correlation of a variable with the best group size: Pearson's, or the partial one with the other three
 * variables held fixed. NaN where a variable does not vary, or is determined by the others.
 */
export function groupSizeCorrelation(
  samples: readonly LabelledFeatures[],
  variable: keyof GraphFeatures,
  kind: "bivariate" | "partial",
): Correlation {
  const best = samples.map((sample) => sample.best);
  const column = (of: keyof GraphFeatures) => samples.map(({ features }) => features[of]);
  if (kind === "bivariate") return pearsonCorrelation(column(variable), best);
  const controls = TABLE_II_VARIABLES.filter((other) => other !== variable).map(column);
  return partialCorrelation(column(variable), best, controls);
}
