/**
 * Group-size rules that eppgcn compares, the features of graphs that they read, and the data that they are
 * fitted to.
 *
 * @module
 */
export { groupSizeCorrelation, TABLE_II_VARIABLES } from "./correlations.ts";
export {
  enumerationRule,
  fastestGroupSize,
  type GroupSizePoint,
  type GroupSizeTimer,
  modelledCurve,
  type ModelledDevice,
} from "./enumeration.ts";
export { constantRule, gnnAdvisorRule, tigrRule } from "./fixed_rules.ts";
export { type GraphFeatures, graphFeatures } from "./graph_features.ts";
export {
  equation3Rule,
  EQUATION_3,
  fitGroupSizeRegression,
  type GroupSizeRegression,
  type LabelledFeatures,
  type RegressionCoefficients,
  regressionRule,
  regressionValue,
} from "./regression.ts";
export { chooseGroupSize, type GroupSizeRule, LARGEST_GROUP } from "./rule.ts";
