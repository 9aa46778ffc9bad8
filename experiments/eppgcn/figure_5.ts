/**
 * eppgcn Figure 5: how the time of a backward aggregation depends on the group size, on the whole graph and on its path.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { degrees } from "../../graph/degrees.ts";
import { groupCounts } from "../../hardware/grouping_model.ts";
import { graphFeatures } from "../../kernels/spmm/group_size/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { decideUnderRates, type Read } from "./group_claims.ts";
import {
  fittedRates,
  type GroupedProduct,
  type GroupTime,
  groupTimes,
  measuresGroups,
  P100_SLOTS,
  ratioOfTimes,
  timeFacts,
  typicalMs,
} from "./group_times.ts";
import { aggregationMatrix, graphInProfile, paperGraph, pathsOf, scaledSlots } from "./paper_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf, type Row } from "../../results/row.ts";

/** Printed on the figure's axis. */
const SIZES = [2, 4, 8, 16, 32, 64, 128] as const;
const WIDTH = 128;
/** The size that the paper's slowdown is told against. */
const PRINTED_BEST = 64;
const DATASETS = ["blog", "twitter"] as const;
const SWEEP = "sweep";

const CONTENDERS: readonly TextContender[] = [
  { id: "graph", label: "whole graph (GNNAdvisor)" },
  { id: "path", label: "path of layer 0 (EPPGCN)" },
  { id: "path-1", label: "path of layer 1 (EPPGCN)" },
];
/** The layer whose path a contender is; the whole graph is none's. */
const LAYER: Readonly<Record<string, number>> = { "path": 0, "path-1": 1 };

/** The times of all sizes on one of the two matrices. */
interface Sweep {
  readonly products: readonly GroupedProduct[];
  readonly times: readonly GroupTime[];
  readonly slots: number;
}

const sweeps = new WeakMap<LoadedDataset, Map<string, Promise<Sweep>>>();

/** Kept as long as the dataset is: the cells of all sizes ask for the same sweep. */
function sweepOf(lab: Lab, dataset: LoadedDataset, contender: string): Promise<Sweep> {
  let own = sweeps.get(dataset);
  if (!own) sweeps.set(dataset, own = new Map());
  let sweep = own.get(contender);
  if (!sweep) own.set(contender, sweep = measureSweep(lab, dataset, contender));
  return sweep;
}

async function measureSweep(lab: Lab, dataset: LoadedDataset, contender: string): Promise<Sweep> {
  const path = pathsOf(dataset, { seed: lab.seed }).find(({ layer }) => layer === LAYER[contender]);
  const { matrix } = path ?? { matrix: aggregationMatrix(dataset) };
  const products = SIZES.map((groupSize) => ({ matrix, width: WIDTH, groupSize }));
  const slots = scaledSlots(dataset, P100_SLOTS);
  return { products, slots, times: await groupTimes(lab, products, { slots }) };
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const { products, times, slots } = await sweepOf(lab, dataset, id);
  const typical = times.map(typicalMs);
  const fastest = typical.indexOf(Math.min(...typical));
  const { matrix } = products[0];
  const source = times[0].source;
  if (factors.group_size === undefined) {
    return [
      { metric: "optimal_group_size", unit: "neighbours", value: SIZES[fastest], source },
      {
        metric: "worst_group_size",
        unit: "neighbours",
        value: SIZES[typical.indexOf(Math.max(...typical))],
        source,
      },
      { metric: "average_degree", unit: "edges/vertex", value: graphFeatures(matrix, WIDTH).averageDegree },
      ...(measuresGroups(lab.device) ? [] : [
        { metric: "slots", unit: "slots", value: slots },
        { metric: "model_error", unit: "%", value: 100 * (await fittedRates(lab)).medianError },
      ]),
    ];
  }
  const at = SIZES.findIndex((size) => size === Number(factors.group_size));
  const { groups, atomics, largest, mean } = groupCounts({
    ...{ rowLengths: degrees(matrix), groupSize: SIZES[at], width: WIDTH, slots },
  });
  return [
    ...timeFacts("time", times[at]),
    ...timeFacts("time_over_best", ratioOfTimes(times[at], times[fastest]), "x"),
    ...timeFacts("time_over_64", ratioOfTimes(times[at], times[SIZES.indexOf(PRINTED_BEST)]), "x"),
    { metric: "groups", unit: "groups", value: groups },
    { metric: "atomics", unit: "ops", value: atomics },
    { metric: "largest_group", unit: "neighbours", value: largest },
    { metric: "imbalance", unit: "x", value: largest / mean },
  ];
}

const cell = (dataset: string, size: number, contender: string) => ({
  workload: `${dataset}:gs${size}`,
  contender,
});

/**
 * The size of the least time, those that are as good, and whether times fall before it and rise behind it; intervals that meet are no
 * objection.
 */
function shapeOf(read: Read, dataset: string, contender: string) {
  const times = SIZES.map((size) => read(cell(dataset, size, contender), "time"));
  const best = times.reduce((least, { value }, i) => value < times[least].value ? i : least, 0);
  const unimodal = times.every((time, i) =>
    i === 0 || (i <= best ? time.low <= times[i - 1].high : time.high >= times[i - 1].low)
  );
  const near = SIZES.filter((_, i) => times[i].low <= times[best].high);
  return { best: SIZES[best], near, unimodal, inside: best > 0 && best < SIZES.length - 1 };
}

/** The figure's own curves: those of layer 0. */
const CURVES = DATASETS.flatMap((dataset) => ["graph", "path"].map((id) => [dataset, id] as const));

/** One minimum, within the sizes that were tried, on each curve. */
function unimodal(evidence: SuiteEvidence): ClaimPart[] {
  return CURVES.map(([dataset, contender]) =>
    decideUnderRates(evidence, (read) => {
      const { unimodal, inside } = shapeOf(read, dataset, contender);
      return unimodal && inside;
    }, (read) => {
      const { best, unimodal } = shapeOf(read, dataset, contender);
      return `${contender} of ${dataset}: least at ${best}, ${unimodal ? "one minimum" : "several minima"}`;
    })
  );
}

/** Counted on every curve: atomics fall, the largest group grows over the mean one. */
function tradeoff(evidence: SuiteEvidence): ClaimPart[] {
  return CURVES.map(([dataset, contender]) => {
    const rows = (metric: string) =>
      SIZES.map((size) => evidence.row(cell(dataset, size, contender), metric));
    const atomics = rows("atomics"), imbalance = rows("imbalance");
    const ordered = (values: readonly Row[], sign: 1 | -1) =>
      values.every((row, i) => i === 0 || sign * (medianOf(row) - medianOf(values[i - 1])) > 0);
    const ends = (values: typeof atomics) =>
      `${medianOf(values[0]).toPrecision(3)} to ${medianOf(values.at(-1)!).toPrecision(3)}`;
    return evidence.exact(
      ordered(atomics, -1) && ordered(imbalance, 1),
      `${contender} of ${dataset}: atomics ${ends(atomics)}, largest over mean group ${ends(imbalance)}`,
      [...atomics, ...imbalance],
    );
  });
}

/** Whether two of some curves have other best sizes, and no size that is as good as the best on both. */
function haveOtherBests(curves: readonly ReturnType<typeof shapeOf>[]): boolean | "even" {
  const pairs = curves.flatMap((a, i) => curves.slice(i + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => !a.near.some((size) => b.near.includes(size)))) return true;
  return pairs.some(([a, b]) => a.best !== b.best) ? "even" : false;
}

/** Any of some answers: true if one is, else even if one is. */
function anyOf(answers: readonly (boolean | "even")[]): boolean | "even" {
  return answers.includes(true) ? true : answers.includes("even") ? "even" : false;
}

/** Two graphs have other best sizes, and so have a graph and one of its paths. */
function oneSize(evidence: SuiteEvidence): ClaimPart[] {
  const list = (read: Read) =>
    DATASETS.map((dataset) =>
      `${dataset}: ${CONTENDERS.map(({ id }) => `${shapeOf(read, dataset, id).best} (${id})`).join(", ")}`
    ).join("; ");
  const alike = (read: Read) =>
    CONTENDERS.map(({ id }) => haveOtherBests(DATASETS.map((dataset) => shapeOf(read, dataset, id))));
  const within = (read: Read) =>
    DATASETS.map((dataset) => haveOtherBests(CONTENDERS.map(({ id }) => shapeOf(read, dataset, id))));
  return [alike, within].map((answers) => decideUnderRates(evidence, (read) => anyOf(answers(read)), list));
}

/** The suite. */
export const figure5: TextSuite = {
  id: "eppgcn/figure-5",
  paper: "eppgcn",
  artifact: "Figure 5",
  title: "Time over the group size",
  question: "Which group size makes the backward aggregation of layer 0 fastest, on a graph and on its path?",
  contenders: CONTENDERS,
  baseline: "graph",
  workloads: (profile) =>
    DATASETS.flatMap((id) => {
      const dataset = graphInProfile(id, profile);
      const factors = { width: String(WIDTH) };
      return [
        ...SIZES.map((size) => ({
          ...{ id: `${id}:gs${size}`, dataset, model: "GCN" },
          factors: { ...factors, group_size: String(size) },
        })),
        { id: `${id}:${SWEEP}`, dataset, model: "GCN", factors },
      ];
    }),
  settings: {
    "feature width": String(WIDTH),
    "training set": "10 % of the vertices, drawn uniformly",
    "layers": "2",
    "kernel": "neighbor-group; on CPU threads model M6",
    "slots": `${P100_SLOTS} of a P100, fewer on a stand-in by its share of the edges`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "time_over_best", label: "time over the best size's", unit: "x", better: "lower" },
    { id: "time_over_64", label: "time over that of size 64", unit: "x", better: "lower" },
    { id: "time", label: "time of the aggregation", unit: "ms", better: "lower" },
    { id: "optimal_group_size", label: "best group size", unit: "neighbours", better: "neither" },
    { id: "worst_group_size", label: "worst group size", unit: "neighbours", better: "neither" },
    { id: "groups", label: "groups", unit: "groups", better: "neither" },
    { id: "atomics", label: "atomic additions", unit: "ops", better: "lower" },
    { id: "imbalance", label: "largest group over the mean one", unit: "x", better: "lower" },
  ],
  plots: [
    { metric: "time_over_best", x: "group_size", facet: "dataset", logarithmic: true },
    { metric: "atomics", x: "group_size", facet: "dataset", logarithmic: true },
  ],
  notes: [
    "Without a GPU the times are modelled: groups listed onto the slots of a P100 at the rates (a group, a neighbour, an " +
    "atomic) that explain this device's own times best. The rates are those of CPU threads, so shapes count, not milliseconds.",
    "The paper names one of its two graphs, Blog; the other here is Twitter. It shows layer 0 only, whose path is nearly " +
    "the whole graph; the path of layer 1 is added here, at the same width.",
  ],
  publishedAs: ({ dataset, factors: { group_size: size } }, contender, metric) => {
    const { name } = paperGraph(dataset!);
    if (name !== "Blog" || LAYER[contender.id] === 1) return undefined;
    const key = { dataset: name, model: "GCN" };
    if (size === undefined) {
      return metric === "optimal_group_size" || metric === "worst_group_size"
        ? { ...key, metric, config: { layer: "0" } }
        : undefined;
    }
    return size === "2" && metric === "time_over_64"
      ? {
        ...{ ...key, metric: "backward_aggregation_slowdown" },
        config: {
          ...{ layer: "0", group_size: size, baseline: `group_size ${PRINTED_BEST}` },
          ...{ features: String(WIDTH), train_ratio: "10%" },
        },
      }
      : undefined;
  },
  claims: [
    { claimId: "eppgcn.q.unimodal", decide: unimodal },
    { claimId: "eppgcn.q.tradeoff", decide: tradeoff },
    { claimId: "eppgcn.q.one-size", decide: oneSize },
  ],
};
