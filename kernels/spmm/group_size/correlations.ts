/**
 * What the best group size goes with: Table II of eppgcn.
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

/** The four variables of Table II, in its order. */
export const TABLE_II_VARIABLES: readonly (keyof GraphFeatures)[] = [
  "vertices",
  "edges",
  "averageDegree",
  "width",
];

/** One variable's two correlations with the best group size. */
export interface GroupSizeCorrelation {
  /** The variable. */
  readonly variable: keyof GraphFeatures;
  /** On its own. */
  readonly bivariate: Correlation;
  /** With the other three held fixed. */
  readonly partial: Correlation;
}

/**
 * Table II: Pearson's and the partial correlation of each variable with the best group size, with p values.
 * NaN where a variable does not vary, or nothing is left of it once the others are known.
 */
export function groupSizeCorrelations(samples: readonly LabelledFeatures[]): GroupSizeCorrelation[] {
  const best = samples.map((sample) => sample.best);
  const column = (variable: keyof GraphFeatures) => samples.map(({ features }) => features[variable]);
  return TABLE_II_VARIABLES.map((variable) => ({
    variable,
    bivariate: pearsonCorrelation(column(variable), best),
    partial: partialCorrelation(
      column(variable),
      best,
      TABLE_II_VARIABLES.filter((other) => other !== variable).map(column),
    ),
  }));
}
