/**
 * Statistics of labelled matrices: how the best group size goes with the properties of a graph, and the
 * regression on them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import {
  EQUATION_3,
  fitGroupSizeRegression,
  type GraphFeatures,
  groupSizeCorrelation,
  type LabelledFeatures,
  TABLE_II_VARIABLES,
} from "../../../kernels/spmm/group_size/mod.ts";
import { pearsonCorrelation } from "../../../platform/statistics/correlation.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics, StatedValue } from "../../metrics.ts";
import { type LabelledMatrices, labelledMatrices } from "./labelled_matrices.ts";
import { changedMetric, RATE_CHANGES, underRates } from "./rate_changes.ts";
import { intervalOverGraphs } from "./resampled_graphs.ts";

/** Name of each variable in the paper. */
export const PRINTED_VARIABLES: Readonly<Record<keyof GraphFeatures, string>> = {
  vertices: "vertices",
  edges: "edges",
  averageDegree: "average degree",
  width: "dim",
};

/** Correlations of Table II. */
export const ANALYSES = ["bivariate", "partial"] as const;

/** A property of a graph, and the width of its features. */
export interface Variable extends Workload {
  readonly id: keyof GraphFeatures;
}

/** Properties that the best group size is held against. */
export const VARIABLES: readonly Variable[] = TABLE_II_VARIABLES.map((id) => ({ id, factors: {} }));

/** Analysis that relates the best group size to the variables. */
export interface Analysis extends Contender {
  /** Correlation of Table II; absent for the regression of Equation 3. */
  readonly correlation?: typeof ANALYSES[number];
}

/** Analyses of the labelled matrices. */
export const CONTENDERS: readonly Analysis[] = [
  { id: "bivariate", label: "Pearson", correlation: "bivariate" },
  { id: "partial", label: "partial", correlation: "partial" },
  { id: "equation", label: "regression" },
];

/** Ends of the interval of a statistic over the graphs that were drawn, known where times are measured. */
function overGraphs<const M extends string>(metric: M, label: string) {
  const end = (text: string) =>
    ({ label: `${label}, ${text} end over graphs`, unit: "1", shown: false }) as const;
  return { [`${metric}_lo`]: end("lower"), [`${metric}_hi`]: end("upper") } as {
    readonly [K in `${M}_lo` | `${M}_hi`]: ReturnType<typeof end>;
  };
}

/** Metrics of Table II, in the order of the tables. */
export const METRICS = {
  ...underRates({
    pearson_r: { label: "correlation with the best size", unit: "1" },
    p_value: { label: "p value", unit: "1" },
    rank_r: { label: "rank correlation", unit: "1" },
  }),
  ...overGraphs("pearson_r", "correlation"),
  ...overGraphs("rank_r", "rank correlation"),
  lead: { label: "size of its correlation less the largest of another variable's", unit: "1", shown: false },
  ...overGraphs("lead", "lead of the correlation"),
  coefficient: { label: "coefficient, fitted to this device", unit: "1" },
  printed_coefficient: { label: "coefficient of Equation 3", unit: "1" },
  intercept: { label: "intercept", unit: "1" },
  r_squared: { label: "share of the variance explained", unit: "1", better: "higher" },
  matrices: { label: "labelled matrices", unit: "count" },
  fit_graphs: { label: "graphs that they are and are cut from", unit: "count", shown: false },
  cut_off: { label: "best sizes at the end of the sweep", unit: "count", better: "lower", shown: false },
} as const satisfies Metrics;

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

/** A number about labelled matrices. */
type Statistic = (samples: readonly LabelledFeatures[]) => number;

/** Variable that the paper has as the strongest. */
const STRONGEST = "averageDegree";

/** Size of the correlation of {@link STRONGEST} less the largest of another variable. */
function leadOf(samples: readonly LabelledFeatures[], analysis: typeof ANALYSES[number]): number {
  const size = (variable: keyof GraphFeatures) =>
    Math.abs(groupSizeCorrelation(samples, variable, analysis).r);
  return size(STRONGEST) -
    Math.max(...TABLE_II_VARIABLES.filter((variable) => variable !== STRONGEST).map(size));
}

/** A statistic of the samples, a metric for each change of the rates. */
function underChanges(
  metric: string,
  { byChange, source }: LabelledMatrices,
  statistic: Statistic,
): Readonly<Record<string, StatedValue>> {
  return Object.fromEntries(
    byChange.map((samples, i) => [
      changedMetric(metric, RATE_CHANGES[i].id),
      { value: statistic(samples), source },
    ]),
  );
}

function regression(
  { byChange, source, graphs, cutOff }: LabelledMatrices,
  variable: Variable["id"],
): Facts<typeof METRICS> {
  const { coefficients, rSquared, samples } = fitGroupSizeRegression(byChange[0]);
  const of = (equation: typeof coefficients) => variable === "width" ? 0 : equation[variable];
  return {
    coefficient: { value: of(coefficients), source },
    printed_coefficient: of(EQUATION_3),
    intercept: { value: coefficients.intercept, source },
    r_squared: { value: rSquared, source },
    matrices: samples,
    fit_graphs: graphs,
    cut_off: cutOff,
  };
}

/** Ends of the interval of a statistic over the graphs; nothing where times are modelled. */
function endsOverGraphs(
  metric: "pearson_r" | "rank_r" | "lead",
  { byChange: [samples], source, graphs }: LabelledMatrices,
  { statistic, seed }: { readonly statistic: Statistic; readonly seed: number },
): Readonly<Record<string, StatedValue>> {
  if (source !== "measured") return {};
  const { lo, hi } = intervalOverGraphs(samples, statistic, { graphs, seed });
  return { [`${metric}_lo`]: { value: lo, source }, [`${metric}_hi`]: { value: hi, source } };
}

function correlations(
  labelled: LabelledMatrices,
  variable: Variable["id"],
  { analysis, seed }: { readonly analysis: typeof ANALYSES[number]; readonly seed: number },
): Facts<typeof METRICS> {
  const correlation = (samples: readonly LabelledFeatures[]) =>
    groupSizeCorrelation(samples, variable, analysis);
  const r: Statistic = (samples) => correlation(samples).r;
  const rank: Statistic = (samples) => rankCorrelation(samples, variable);
  const lead: Statistic = (samples) => leadOf(samples, analysis);
  const { source, byChange } = labelled;
  return {
    ...underChanges("pearson_r", labelled, r),
    ...underChanges("p_value", labelled, (samples) => correlation(samples).p),
    ...endsOverGraphs("pearson_r", labelled, { statistic: r, seed }),
    ...(variable === STRONGEST && {
      lead: { value: lead(byChange[0]), source },
      ...endsOverGraphs("lead", labelled, { statistic: lead, seed }),
    }),
    ...(analysis === "bivariate" && {
      ...underChanges("rank_r", labelled, rank),
      ...endsOverGraphs("rank_r", labelled, { statistic: rank, seed }),
    }),
  };
}

/** Labels matrices by enumeration once a session and relates the labels to one variable. */
export async function measureStatistics(
  lab: Lab,
  _dataset: LoadedDataset,
  { id: variable }: Variable,
  analyses: readonly Analysis[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const labelled = await labelledMatrices(lab);
  const facts = new Map(analyses.map(({ id, correlation }) => [
    id,
    correlation === undefined
      ? regression(labelled, variable)
      : correlations(labelled, variable, { analysis: correlation, seed: lab.seed }),
  ]));
  return (id) => ({ times: {}, facts: facts.get(id)! });
}
