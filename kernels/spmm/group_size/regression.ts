/**
 * Group sizes by linear regression on vertices, edges and average degree (eppgcn, Section 5, Equation 3).
 *
 * @module
 */
import { leastSquares } from "../../../platform/statistics/least_squares.ts";
import { UsageError } from "../../../platform/errors.ts";
import { plural } from "../../../platform/text/plural.ts";
import { type GraphFeatures, graphFeatures } from "./graph_features.ts";
import type { GroupSizeRule } from "./rule.ts";

/** Coefficients of a regression. */
export interface RegressionCoefficients {
  /** Intercept beta_0. */
  readonly intercept: number;
  /** Coefficient beta_1, per vertex. */
  readonly vertices: number;
  /** Coefficient beta_2, per edge. */
  readonly edges: number;
  /** Coefficient beta_3, per neighbour of the average vertex. */
  readonly averageDegree: number;
}

/** Equation 3 as printed, fitted by its authors on a Tesla P100. */
export const EQUATION_3: RegressionCoefficients = {
  intercept: 0.65538,
  vertices: 1.67431e-5,
  edges: -2.24342e-6,
  averageDegree: 0.63641,
};

/** Features of a matrix whose best group size is known. */
export interface LabelledFeatures {
  /** Features of the matrix. */
  readonly features: GraphFeatures;
  /** Fastest group size of the matrix, by enumeration. */
  readonly best: number;
}

/** Value of the regression, before it is rounded and bounded. */
export function regressionValue(
  { intercept, vertices, edges, averageDegree }: RegressionCoefficients,
  features: Pick<GraphFeatures, "vertices" | "edges" | "averageDegree">,
): number {
  return intercept + vertices * features.vertices + edges * features.edges +
    averageDegree * features.averageDegree;
}

/** Builds the group-size rule of a regression. */
export function regressionRule(
  coefficients: RegressionCoefficients,
  { id, origin }: { readonly id: string; readonly origin: string },
): GroupSizeRule {
  return {
    id,
    origin,
    meaning: "a linear function of vertices, edges and average degree",
    choose: (matrix, width) => regressionValue(coefficients, graphFeatures(matrix, width)),
  };
}

/** Group-size rule of the printed regression. */
export const equation3Rule: GroupSizeRule = regressionRule(EQUATION_3, {
  id: "equation-3",
  origin: "eppgcn, Equation 3",
});

/** Fitted regression and the quality of its fit. */
export interface GroupSizeRegression {
  /** Fitted coefficients. */
  readonly coefficients: RegressionCoefficients;
  /** Fraction of the variance of the best sizes that the regression explains. */
  readonly rSquared: number;
  /** Number of matrices that the regression was fitted to. */
  readonly samples: number;
}

/**
 * Fits the regression to the best sizes on another device, by ordinary least squares.
 *
 * @throws {UsageError} where the samples are too few or too alike to determine four coefficients.
 */
export function fitGroupSizeRegression(samples: readonly LabelledFeatures[]): GroupSizeRegression {
  const column = (of: (features: GraphFeatures) => number) => samples.map(({ features }) => of(features));
  const fit = leastSquares(
    [
      column(() => 1),
      column(({ vertices }) => vertices),
      column(({ edges }) => edges),
      column(({ averageDegree }) => averageDegree),
    ],
    samples.map(({ best }) => best),
  );
  const [intercept, vertices, edges, averageDegree] = fit.coefficients;
  if (Number.isNaN(intercept)) {
    throw new UsageError({
      action: "fit group sizes by regression",
      current: `four coefficients undetermined by ${plural(samples.length, "matrix", "matrices")}`,
      wanted: "four or more that differ in vertices, edges and average degree",
      next: "label more graphs and paths by enumeration",
    });
  }
  const coefficients = { intercept, vertices, edges, averageDegree };
  return { coefficients, rSquared: fit.rSquared, samples: samples.length };
}
