/**
 * eppgcn Figure 5: how the time of a backward aggregation depends on the group size, on the whole graph and
 * on its path.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { CLAIMS } from "./figure_5_claims.ts";
import {
  CONTENDERS,
  DATASETS,
  INTEGER_CONTENDERS,
  measureSweep,
  METRICS,
  PRINTED_BEST,
  SIZES,
  type SweepWorkload,
  type SweptMatrix,
  WIDTH,
} from "./group_size_sweep.ts";
import { P100_SLOTS } from "./grouping_rates.ts";
import { FLOAT_ATOMICS, GROUP_KERNEL_NOTE, INTEGER_ATOMICS } from "../grouped_product.ts";
import { graphInProfile, paperGraph } from "../paper_graphs.ts";

/** Time of a backward aggregation over the group size. */
export const figure5: Suite<SweepWorkload, SweptMatrix, typeof METRICS> = {
  id: "eppgcn/figure-5",
  artifact: "Figure 5",
  title: "Time over the group size",
  sharesRounds: true,
  question: "Which group size makes the backward aggregation of layer 0 fastest, on a graph and on its path?",
  contenders: [...CONTENDERS, ...INTEGER_CONTENDERS],
  baseline: "graph",
  workloads: (profile) =>
    DATASETS.flatMap((id): SweepWorkload[] => {
      const shared = { graph: paperGraph(id), dataset: graphInProfile(id, profile), model: "GCN" };
      return [
        ...SIZES.map((groupSize) => ({
          ...shared,
          id: `${id}:gs${groupSize}`,
          groupSize,
          factors: { width: WIDTH, group_size: groupSize },
        })),
        { ...shared, id: `${id}:sweep`, factors: { width: WIDTH } },
      ];
    }),
  settings: {
    "feature width": String(WIDTH),
    "training set": "10 % of the vertices, drawn uniformly",
    "layers": "2",
    "kernel": `${FLOAT_ATOMICS}, ${INTEGER_ATOMICS} beside it; on CPU threads model M6`,
    "slots": `${P100_SLOTS} of a P100, fewer on a stand-in by its share of the edges`,
  },
  measurement: { kind: "joint", measure: measureSweep },
  metrics: METRICS,
  plots: [
    { metric: "time_over_best", x: "group_size", facet: "dataset", logarithmic: true },
    { metric: "atomics", x: "group_size", facet: "dataset", logarithmic: true },
  ],
  notes: [
    "Without a GPU the times are modelled: groups listed onto the slots of a P100 at the rates (a group, a neighbour, an " +
    "atomic) that explain this device's own times of the same kernel best. The rates are those of CPU threads, so shapes count, " +
    "not milliseconds.",
    GROUP_KERNEL_NOTE,
    "The paper names one of its two graphs, Blog; the other here is Twitter. It shows layer 0 only, whose path is nearly " +
    "the whole graph; the path of layer 1 is added here, at the same width.",
  ],
  publishedAs: ({ graph: { name }, groupSize }, { layer, kernel }, metric) => {
    if (name !== "Blog" || layer === 1 || kernel !== undefined) return undefined;
    const key = { dataset: name, model: "GCN" };
    if (groupSize === undefined) {
      return metric === "optimal_group_size" || metric === "worst_group_size"
        ? { ...key, metric, config: { layer: "0" } }
        : undefined;
    }
    return groupSize === 2 && metric === "time_over_64"
      ? {
        ...key,
        metric: "backward_aggregation_slowdown",
        config: {
          layer: "0",
          group_size: "2",
          baseline: `group_size ${PRINTED_BEST}`,
          features: String(WIDTH),
          train_ratio: "10%",
        },
      }
      : undefined;
  },
  claims: CLAIMS,
};
