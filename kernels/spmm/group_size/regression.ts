/**
 * Group sizes by linear regression on vertices, edges and average degree (eppgcn, Section 5, Equation 3).
 *
 * @module
 */
import { leastSquares } from "../../../platform/statistics/least_squares.ts";
import { UsageError } from "../../../platform/errors.ts";
import { type GraphFeatures, graphFeatures } from "./graph_features.ts";
import type { GroupSizeRule } from "./rule.ts";

/** The coefficients of a regression. */
export interface RegressionCoefficients {
  /** beta_0. */
  readonly intercept: number;
  /** beta_1, a vertex. */
  readonly vertices: number;
  /** beta_2, an edge. */
  readonly edges: number;
  /** beta_3, a neighbour of the average vertex. */
  readonly averageDegree: number;
}

/** Equation 3 as printed, fitted by its authors on a Tesla P100. */
export const EQUATION_3: RegressionCoefficients = {
  intercept: 0.65538,
  vertices: 1.67431e-5,
  edges: -2.24342e-6,
  averageDegree: 0.63641,
};

/** A matrix whose best group size is known. */
export interface LabelledFeatures {
  /** What is known of the matrix. */
  readonly features: GraphFeatures;
  /** Its fastest group size, by enumeration. */
  readonly best: number;
}

/** The value of the regression, before it is rounded and bounded. */
export function regressionValue(
  { intercept, vertices, edges, averageDegree }: RegressionCoefficients,
  features: Pick<GraphFeatures, "vertices" | "edges" | "averageDegree">,
): number {
  return intercept + vertices * features.vertices + edges * features.edges +
    averageDegree * features.averageDegree;
}

/** A regression as a rule. */
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

/** The printed regression as a rule. */
export const equation3Rule: GroupSizeRule = regressionRule(EQUATION_3, {
  id: "equation-3",
  origin: "eppgcn, Equation 3",
});

/** A fitted regression. */
export interface GroupSizeRegression {
  /** The coefficients. */
  readonly coefficients: RegressionCoefficients;
  /** Share of the variance of the best sizes that it explains. */
  readonly rSquared: number;
  /** Matrices that it was fitted to. */
  readonly samples: number;
}

/**
 * Fits the regression anew, on another device's best sizes: ordinary least squares.
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
      current: `${samples.length} matrices, which do not determine four coefficients`,
      wanted: "four or more that differ in vertices, edges and average degree",
      next: "label more graphs and paths by enumeration",
    });
  }
  const coefficients = { intercept, vertices, edges, averageDegree };
  return { coefficients, rSquared: fit.rSquared, samples: samples.length };
}
