/**
 * A group-size regression for graphs that stand for larger ones.
 *
 * @module
 */
import {
  graphFeatures,
  type GroupSizeRule,
  type RegressionCoefficients,
  regressionRule,
  regressionValue,
} from "../../../kernels/spmm/group_size/mod.ts";

/**
 * The regression as it would choose for the graph that is `scale` times as large: vertices and edges count so
 * many times, the average degree stays.
 */
export function scaledRegressionRule(
  coefficients: RegressionCoefficients,
  scale: number,
  name: { readonly id: string; readonly origin: string },
): GroupSizeRule {
  return {
    ...regressionRule(coefficients, name),
    choose: (matrix, width) => {
      const { vertices, edges, averageDegree } = graphFeatures(matrix, width);
      return regressionValue(coefficients, {
        vertices: scale * vertices,
        edges: scale * edges,
        averageDegree,
      });
    },
  };
}
