/**
 * eppgcn Table II and Equation 3: what the best group size goes with, and the regression fitted anew.
 *
 * @module
 */
import {
  EQUATION_3,
  fitGroupSizeRegression,
  type GraphFeatures,
  groupSizeCorrelations,
  type LabelledFeatures,
  TABLE_II_VARIABLES,
} from "../../kernels/spmm/group_size/mod.ts";
import { pearsonCorrelation } from "../../platform/statistics/correlation.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { allOf, decideUnderRates, type Read } from "./group_claims.ts";
import { changedMetric, RATE_CHANGES } from "./group_times.ts";
import { labelledMatrices } from "./labelled_matrices.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** The paper's names of the four variables, by ours. */
const PRINTED: Readonly<Record<keyof GraphFeatures, string>> = {
  vertices: "vertices",
  edges: "edges",
  averageDegree: "average degree",
  width: "dim",
};
const ANALYSES = ["bivariate", "partial"] as const;
/** |r| from which a correlation is no longer weak, and p below which it counts (Section 5). */
const WEAK = 0.35, SIGNIFICANT = 0.05;

const CONTENDERS: readonly TextContender[] = [
  { id: "bivariate", label: "Pearson" },
  { id: "partial", label: "partial" },
  { id: "equation", label: "regression" },
];

/** Ranks from 1; equal values share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

function rankCorrelation(samples: readonly LabelledFeatures[], variable: keyof GraphFeatures): number {
  return pearsonCorrelation(
    ranks(samples.map(({ features }) => features[variable])),
    ranks(samples.map(({ best }) => best)),
  ).r;
}

/** A row for each change of the rates. */
function facts(
  metric: string,
  byChange: readonly (readonly LabelledFeatures[])[],
  value: (samples: readonly LabelledFeatures[]) => number,
): Omit<Fact, "source">[] {
  return byChange.map((samples, i) => ({
    ...{ metric: changedMetric(metric, RATE_CHANGES[i].id), unit: "1", value: value(samples) },
  }));
}

async function count(lab: Lab, { id }: TextWorkload, contender: TextContender): Promise<readonly Fact[]> {
  const { byChange, source } = await labelledMatrices(lab);
  const variable = TABLE_II_VARIABLES.find((each) => each === id)!;
  if (contender.id === "equation") {
    const { coefficients, rSquared, samples } = fitGroupSizeRegression(byChange[0]);
    const of = (equation: typeof coefficients) => variable === "width" ? 0 : equation[variable];
    return [
      { metric: "coefficient", unit: "1", value: of(coefficients), source },
      { metric: "printed_coefficient", unit: "1", value: of(EQUATION_3) },
      { metric: "intercept", unit: "1", value: coefficients.intercept, source },
      { metric: "r_squared", unit: "1", value: rSquared, source },
      { metric: "matrices", unit: "count", value: samples },
    ];
  }
  const analysis = contender.id as typeof ANALYSES[number];
  const correlation = (samples: readonly LabelledFeatures[]) =>
    groupSizeCorrelations(samples).find((each) => each.variable === variable)![analysis];
  return [
    ...facts("pearson_r", byChange, (samples) => correlation(samples).r),
    ...facts("p_value", byChange, (samples) => correlation(samples).p),
    ...(analysis === "bivariate"
      ? facts("rank_r", byChange, (samples) => rankCorrelation(samples, variable))
      : []),
  ].map((fact) => ({ ...fact, source }));
}

const strength = (read: Read, analysis: string, variable: keyof GraphFeatures) =>
  Math.abs(read({ workload: variable, contender: analysis }, "pearson_r").value);

/** `vertices 0.08, edges 0.38, ...`. */
const listed = (read: Read, analysis: string) =>
  TABLE_II_VARIABLES.map((variable) =>
    `${PRINTED[variable]} ${read({ workload: variable, contender: analysis }, "pearson_r").value.toFixed(2)}`
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

/** The suite. */
export const table2: TextSuite = {
  id: "eppgcn/table-2",
  paper: "eppgcn",
  artifact: "Table II",
  title: "What the best group size goes with",
  question:
    "Which properties of a graph tell its best group size, and how well does a linear function of them?",
  contenders: CONTENDERS,
  baseline: "bivariate",
  workloads: () => TABLE_II_VARIABLES.map((id) => ({ id, factors: {} })),
  settings: {
    "matrices": "30 R-MAT graphs of 2^10 to 2^20 vertices and 1 to 16 edges a vertex, and their two paths",
    "training set": "10 % of the vertices, drawn uniformly",
    "feature widths": "16, 128",
    "labels": "the fastest of 14 sizes from 1 to 128; on CPU threads by model M6",
    "slots":
      "3584 of a P100; of a graph with more than 2^12 vertices a part is drawn, on that part of the slots",
  },
  measurement: {
    kind: "counted",
    count: (lab, _dataset, workload, contender) => count(lab, workload, contender),
  },
  metrics: [
    { id: "pearson_r", label: "correlation with the best size", unit: "1", better: "neither" },
    { id: "p_value", label: "p value", unit: "1", better: "neither" },
    { id: "rank_r", label: "rank correlation", unit: "1", better: "neither" },
    { id: "coefficient", label: "coefficient, fitted to this device", unit: "1", better: "neither" },
    { id: "printed_coefficient", label: "coefficient of Equation 3", unit: "1", better: "neither" },
    { id: "intercept", label: "intercept", unit: "1", better: "neither" },
    { id: "r_squared", label: "share of the variance explained", unit: "1", better: "higher" },
    { id: "matrices", label: "labelled matrices", unit: "count", better: "neither" },
  ],
  plots: [{ metric: "pearson_r", x: "workload" }],
  notes: [
    "The paper labels real and PaRMAT graphs and prints no sample size. Here all are R-MAT, so that its eight graphs are held out.",
    "Coefficients are of this device, or its model: signs and ranking compare with the paper's, values do not.",
    "Equation 3 has no term for the feature width: its coefficient is 0.",
  ],
  publishedAs: ({ id }, contender, metric) =>
    contender.id !== "equation" && (metric === "pearson_r" || metric === "p_value")
      ? {
        metric,
        dataset: "training graphs of the classifier and regression",
        config: {
          ...{ correlation: contender.id, x: PRINTED[id as keyof GraphFeatures], y: "optimal group size" },
        },
      }
      : undefined,
  claims: [
    { claimId: "eppgcn.q.degree", decide: degreeRank },
    { claimId: "eppgcn.q.degree-strongest", decide: degreeStrongest },
    { claimId: "eppgcn.q.dim-weak", decide: dimWeak },
    { claimId: "eppgcn.q.vertices-partial", decide: verticesPartial },
  ],
};
