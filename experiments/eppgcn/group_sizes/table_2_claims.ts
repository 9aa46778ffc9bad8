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
import { decideUnderRates, type GroupQuestion } from "./group_claims.ts";
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

/** Whether the labels come of times that a card measured. */
const isMeasured = (evidence: SuiteEvidence) =>
  evidence.row({ workload: TABLE_II_VARIABLES[0], contender: ANALYSES[0] }, "pearson_r").source ===
    "measured";

/** A statistic of measured labels, and where a claim has it. */
interface StatisticQuestion {
  /** Cell and metric of the statistic. */
  readonly of: Cited;
  /** Claimed range; an end may be infinite. */
  readonly within: readonly [least: number, most: number];
  /** Name of the statistic. */
  readonly text: string;
}

/**
 * Part on a statistic of measured labels: inside the claimed range or outside of it with its whole interval
 * over the graphs that were drawn, else open.
 */
function overGraphs(evidence: SuiteEvidence, { of, within, text }: StatisticQuestion): ClaimPart {
  const [cell, metric] = of, [least, most] = within;
  const rows = [metric, `${metric}_lo`, `${metric}_hi`].map((each) => evidence.row(cell, each));
  const [value, lo, hi] = rows.map(medianOf);
  const inside = least < lo && hi < most, outside = hi < least || most < lo;
  return evidence.decide(inside ? true : outside ? false : undefined, {
    text: `${text} = ${value.toFixed(2)} [${lo.toFixed(2)}, ${hi.toFixed(2)}] over the graphs drawn`,
    rows,
    value,
    open: `the interval over the graphs drawn allows both answers`,
  });
}

function degreeStrongest(evidence: SuiteEvidence): ClaimPart[] {
  const degree = TABLE_II_VARIABLES.indexOf("averageDegree");
  if (isMeasured(evidence)) {
    return ANALYSES.map((analysis) => {
      const r = correlations(analysis).map((cited) => medianOf(evidence.row(...cited)));
      return overGraphs(evidence, {
        of: [{ workload: "averageDegree", contender: analysis }, "lead"],
        within: [0, Infinity],
        text: `${analysis} r: ${listed(r)}; |r| of the degree less the largest other one`,
      });
    });
  }
  return ANALYSES.map((analysis) =>
    decideUnderRates(evidence, {
      of: correlations(analysis),
      holds: (r) => r.every((each, i) => i === degree || Math.abs(each) < Math.abs(r[degree])),
      text: (r) => `${analysis} r: ${listed(r)}`,
    })
  );
}

function dimWeak(evidence: SuiteEvidence): ClaimPart[] {
  return ANALYSES.map((analysis) => {
    const of: Cited = [{ workload: "width", contender: analysis }, "pearson_r"];
    if (isMeasured(evidence)) {
      return overGraphs(evidence, { of, within: [-WEAK, WEAK], text: `${analysis} r of the width` });
    }
    return decideUnderRates(evidence, {
      of: [of],
      holds: ([r]) => Math.abs(r) < WEAK,
      text: ([r]) => `${analysis} |r| of the width: ${Math.abs(r).toFixed(2)}`,
    });
  });
}

function verticesPartial(evidence: SuiteEvidence): ClaimPart[] {
  const question: GroupQuestion = {
    of: ANALYSES.map((contender) => [{ workload: "vertices", contender }, "p_value"]),
    holds: ([alone, partial]) => alone > SIGNIFICANT && SIGNIFICANT > partial,
    text: ([alone, partial]) =>
      `p of the vertices: ${alone.toPrecision(2)} alone, ${partial.toPrecision(2)} partial`,
  };
  if (!isMeasured(evidence)) return [decideUnderRates(evidence, question)];
  // The matrices of one graph are alike: a p that counts each of them is too small.
  const [alone, partial] = ANALYSES.map((contender) => correlationOverGraphs(evidence, contender));
  const text = `r of the vertices over the graphs drawn: ${alone.text} alone, ${partial.text} partial`;
  const rows = [...alone.rows, ...partial.rows];
  return [evidence.exact(!alone.isSignificant && partial.isSignificant, text, rows)];
}

/**
 * Correlation of the vertices with the best size: significant where its 95 % interval over the graphs leaves
 * out 0, as a p below 0.05 of independent observations says.
 */
function correlationOverGraphs(evidence: SuiteEvidence, contender: string) {
  const rows = ["pearson_r", "pearson_r_lo", "pearson_r_hi"].map((metric) =>
    evidence.row({ workload: "vertices", contender }, metric)
  );
  const [r, lo, hi] = rows.map(medianOf), [value, from, to] = [r, lo, hi].map((each) => each.toFixed(2));
  return { rows, text: `${value} [${from}, ${to}]`, isSignificant: lo > 0 || hi < 0 };
}

function degreeRank(evidence: SuiteEvidence): ClaimPart[] {
  const of: Cited = [{ workload: "averageDegree", contender: "bivariate" }, "rank_r"];
  const text = "rank correlation of average degree and best group size";
  if (isMeasured(evidence)) return [overGraphs(evidence, { of, within: [0, Infinity], text })];
  return [decideUnderRates(evidence, {
    of: [of],
    holds: ([r]) => r > 0,
    text: ([r]) => `${text}: ${r.toFixed(2)}`,
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
