/**
 * Group-size rules without fitted coefficients: those of the systems that eppgcn is compared with.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import type { GroupSizeRule } from "./rule.ts";

/** Builds a rule that chooses the same size for every graph. */
export function constantRule(size: number): GroupSizeRule {
  return {
    id: `constant-${size}`,
    origin: "eppgcn, public code, fixed value",
    meaning: `${size} for every graph`,
    choose: () => size,
  };
}

/** Rule of Tigr (Sabet et al., ASPLOS 2018) as eppgcn, Section 5, describes it. */
export const tigrRule: GroupSizeRule = {
  ...constantRule(10),
  id: "tigr",
  origin: "Tigr, in eppgcn, Section 5",
};

/**
 * Rule of GNNAdvisor's automatic mode (Wang et al., OSDI 2021, public code): the average degree over all
 * vertices, rounded down. The paper says that the size depends on feature width and hardware alone, but
 * prints no formula (catalog, E10).
 */
export const gnnAdvisorRule: GroupSizeRule = {
  id: "gnnadvisor",
  origin: "GNNAdvisor, public code, automatic mode",
  meaning: "stored edges over vertices, rounded down",
  choose: (matrix) => matrix.rows === 0 ? 0 : Math.floor(nnz(matrix) / matrix.rows),
};
