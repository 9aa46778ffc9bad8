/**
 * Rules that choose group sizes for execution paths, each with the sizes that are right by its own
 * definition.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import {
  constantRule,
  enumerationRule,
  EQUATION_3,
  type GroupSizePoint,
  type GroupSizeRule,
  LARGEST_GROUP,
  type RegressionCoefficients,
} from "../../../kernels/spmm/group_size/mod.ts";
import type { Lab } from "../../lab.ts";
import type { RightSizes } from "./choice_check.ts";
import { groupTimes, typicalMs } from "./group_times.ts";
import { type GroupedProduct, measuresGroups } from "../grouped_product.ts";
import { fittedRates, modelledTimes, P100_SLOTS } from "./grouping_rates.ts";
import { ENUMERATED, ownRegression } from "./labelled_matrices.ts";
import { originalScale, scaledSlots } from "../scaled_slots.ts";
import { RATE_CHANGES } from "./rate_changes.ts";
import { scaledRegressionRule } from "./scaled_regression.ts";

/** A rule whose choices can be checked. */
export interface CheckableRule {
  /** The rule. */
  readonly rule: GroupSizeRule;
  /** Least and largest right size of a product; `place` counts the products that were chosen for. */
  readonly right: (product: GroupedProduct, place: number) => RightSizes;
}

/** Ids of the rules. */
export type RuleId = "constant" | "equation-3" | "regression" | "oracle";

/** Default group size of the public code. */
const DEFAULT_SIZE = 32;
/** Difference of two sums of the regression in another order. */
const ROUNDING = 1e-6;

/** Rules by id, each for one dataset. */
export const GROUPING_RULES: Readonly<
  Record<RuleId, (lab: Lab, dataset: LoadedDataset) => CheckableRule | Promise<CheckableRule>>
> = {
  "constant": () => ({
    rule: constantRule(DEFAULT_SIZE),
    right: () => ({ least: DEFAULT_SIZE, most: DEFAULT_SIZE }),
  }),
  "equation-3": (_lab, dataset) =>
    regression(EQUATION_3, dataset, { id: "equation-3", origin: "eppgcn, Equation 3" }),
  "regression": async (lab, dataset) =>
    regression((await ownRegression(lab)).coefficients, dataset, {
      id: "regression",
      origin: "eppgcn, Section 5, fitted to this device",
    }),
  "oracle": enumeration,
};

/**
 * Linear regression, for the graph that a dataset stands for; its right sizes are computed from the degrees
 * anew.
 */
function regression(
  coefficients: RegressionCoefficients,
  dataset: LoadedDataset,
  name: { readonly id: string; readonly origin: string },
): CheckableRule {
  const scale = originalScale(dataset);
  return {
    rule: scaledRegressionRule(coefficients, scale, name),
    right: ({ matrix }) => {
      const vertices = degrees(matrix).reduce((count, degree) => degree > 0 ? count + 1 : count, 0);
      const { intercept, averageDegree } = coefficients;
      const value = intercept + averageDegree * nnz(matrix) / Math.max(1, vertices) +
        scale * (coefficients.vertices * vertices + coefficients.edges * nnz(matrix));
      return { least: groupSizeNear(value - ROUNDING), most: groupSizeNear(value + ROUNDING) };
    },
  };
}

function groupSizeNear(value: number): number {
  return Math.max(1, Math.min(LARGEST_GROUP, Math.round(value)));
}

/** Fastest of the enumerated sizes, which takes no longer than any other of them. */
function enumeration(lab: Lab, dataset: LoadedDataset): CheckableRule {
  const slots = scaledSlots(dataset, P100_SLOTS);
  const curves: (readonly GroupSizePoint[])[] = [];
  const rule = enumerationRule(ENUMERATED.at(-1)!, async (matrix, _sizes, width) => {
    const products = ENUMERATED.map((groupSize) => ({ matrix, width, groupSize }));
    const ms = await typicalTimes(lab, products, slots);
    const curve = ms.map((each, i) => ({ groupSize: ENUMERATED[i], seconds: each / 1e3 }));
    curves.push(curve);
    return curve;
  });
  return {
    rule,
    right: (_product, place) => {
      const least = Math.min(...curves[place].map(({ seconds }) => seconds));
      const { groupSize } = curves[place].find(({ seconds }) => seconds === least)!;
      return { least: groupSize, most: groupSize };
    },
  };
}

/**
 * Milliseconds of products that are only compared with each other: measured, or at the fitted rates alone.
 */
async function typicalTimes(
  lab: Lab,
  products: readonly GroupedProduct[],
  slots: number,
): Promise<readonly number[]> {
  if (measuresGroups(lab.device)) {
    return (await groupTimes(lab, products, { slots, decides: false })).map(typicalMs);
  }
  const { rates } = await fittedRates(lab);
  const changes = RATE_CHANGES.slice(0, 1);
  return products.map((product) => modelledTimes(product, { rates, slots, changes })[0]);
}
