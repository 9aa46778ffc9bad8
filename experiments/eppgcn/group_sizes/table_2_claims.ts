/**
 * Claims of eppgcn Table II: which properties of a graph the best group size goes with.
 *
 * @module
 */
import { TABLE_II_VARIABLES } from "../../../kernels/spmm/group_size/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { decideUnderRates } from "./group_claims.ts";
import { enoughGraphs, groupsOnACard, optimumInside } from "./group_premises.ts";
import { ANALYSES, PRINTED_VARIABLES } from "./group_size_statistics.ts";

/** |r| from which a correlation is no longer weak, and p below which it counts (Section 5). */
const WEAK = 0.35, SIGNIFICANT = 0.05;

const correlations = (analysis: string): Cited[] =>
  TABLE_II_VARIABLES.map((variable) => [{ workload: variable, contender: analysis }, "pearson_r"]);

/** `vertices 0.08, edges 0.38, ...`. */
const listed = (values: readonly number[]) =>
  TABLE_II_VARIABLES.map((variable, i) => `${PRINTED_VARIABLES[variable]} ${values[i].toFixed(2)}`).join(
    ", ",
  );

function degreeStrongest(evidence: SuiteEvidence): ClaimPart[] {
  const degree = TABLE_II_VARIABLES.indexOf("averageDegree");
  return ANALYSES.map((analysis) =>
    decideUnderRates(evidence, {
      of: correlations(analysis),
      holds: (r) => r.every((each, i) => i === degree || Math.abs(each) < Math.abs(r[degree])),
      words: (r) => `${analysis} r: ${listed(r)}`,
    })
  );
}

function dimWeak(evidence: SuiteEvidence): ClaimPart[] {
  return ANALYSES.map((analysis) =>
    decideUnderRates(evidence, {
      of: [[{ workload: "width", contender: analysis }, "pearson_r"]],
      holds: ([r]) => Math.abs(r) < WEAK,
      words: ([r]) => `${analysis} |r| of the width: ${Math.abs(r).toFixed(2)}`,
    })
  );
}

function verticesPartial(evidence: SuiteEvidence): ClaimPart[] {
  return [decideUnderRates(evidence, {
    of: ["bivariate", "partial"].map((contender) => [{ workload: "vertices", contender }, "p_value"]),
    holds: ([alone, partial]) => alone > SIGNIFICANT && SIGNIFICANT > partial,
    words: ([alone, partial]) =>
      `p of the vertices: ${alone.toPrecision(2)} alone, ${partial.toPrecision(2)} partial`,
  })];
}

function degreeRank(evidence: SuiteEvidence): ClaimPart[] {
  return [decideUnderRates(evidence, {
    of: [[{ workload: "averageDegree", contender: "bivariate" }, "rank_r"]],
    holds: ([r]) => r > 0,
    words: ([r]) => `rank correlation of average degree and best group size: ${r.toFixed(2)}`,
  })];
}

/** Cell of the fit, which counts what it rests on. */
const FIT = { workload: TABLE_II_VARIABLES[0], contender: "equation" };

const PREMISE = [
  groupsOnACard([{ ...FIT, contender: ANALYSES[0] }], { metric: "pearson_r" }),
  optimumInside((evidence) => {
    const cutOff = medianOf(evidence.row(FIT, "cut_off"));
    return cutOff > 0 ? [`${cutOff} matrices`] : [];
  }),
  enoughGraphs(FIT.workload, FIT.contender),
];

/** Claims that Table II decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.degree", premise: PREMISE, decide: degreeRank },
  { claimId: "eppgcn.q.degree-strongest", premise: PREMISE, decide: degreeStrongest },
  { claimId: "eppgcn.q.dim-weak", premise: PREMISE, decide: dimWeak },
  { claimId: "eppgcn.q.vertices-partial", premise: PREMISE, decide: verticesPartial },
];
