/**
 * Claims of eppgcn Table II: which properties of a graph the best group size goes with.
 *
 * @module
 */
import { type GraphFeatures, TABLE_II_VARIABLES } from "../../../kernels/spmm/group_size/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { allOf, decideUnderRates, type Read } from "./group_claims.ts";
import { enoughGraphs, groupsOnACard, optimumInside } from "./group_premises.ts";
import { ANALYSES, PRINTED_VARIABLES } from "./group_size_statistics.ts";

/** |r| from which a correlation is no longer weak, and p below which it counts (Section 5). */
const WEAK = 0.35, SIGNIFICANT = 0.05;

const strength = (read: Read, analysis: string, variable: keyof GraphFeatures) =>
  Math.abs(read({ workload: variable, contender: analysis }, "pearson_r").value);

/** `vertices 0.08, edges 0.38, ...`. */
const listed = (read: Read, analysis: string) =>
  TABLE_II_VARIABLES.map((variable) =>
    `${PRINTED_VARIABLES[variable]} ${
      read({ workload: variable, contender: analysis }, "pearson_r").value.toFixed(2)
    }`
  ).join(", ");

function degreeStrongest(evidence: SuiteEvidence): ClaimPart[] {
  return ANALYSES.map((analysis) =>
    decideUnderRates(
      evidence,
      (read) =>
        allOf(
          TABLE_II_VARIABLES.filter((each) => each !== "averageDegree").map((other) =>
            strength(read, analysis, "averageDegree") > strength(read, analysis, other)
          ),
        ),
      (read) => `${analysis} r: ${listed(read, analysis)}`,
    )
  );
}

function dimWeak(evidence: SuiteEvidence): ClaimPart[] {
  return ANALYSES.map((analysis) =>
    decideUnderRates(
      evidence,
      (read) => strength(read, analysis, "width") < WEAK,
      (read) => `${analysis} |r| of the width: ${strength(read, analysis, "width").toFixed(2)}`,
    )
  );
}

function verticesPartial(evidence: SuiteEvidence): ClaimPart[] {
  const p = (read: Read, contender: string) => read({ workload: "vertices", contender }, "p_value").value;
  return [decideUnderRates(
    evidence,
    (read) => p(read, "bivariate") > SIGNIFICANT && SIGNIFICANT > p(read, "partial"),
    (read) =>
      `p of the vertices: ${p(read, "bivariate").toPrecision(2)} alone, ${
        p(read, "partial").toPrecision(2)
      } partial`,
  )];
}

function degreeRank(evidence: SuiteEvidence): ClaimPart[] {
  const r = (read: Read) => read({ workload: "averageDegree", contender: "bivariate" }, "rank_r").value;
  return [decideUnderRates(
    evidence,
    (read) => r(read) > 0,
    (read) => `rank correlation of average degree and best group size: ${r(read).toFixed(2)}`,
  )];
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
