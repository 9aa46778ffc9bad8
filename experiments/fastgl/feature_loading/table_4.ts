/**
 * fastgl Table 4: share of vertices that the mini-batches of an epoch have in common.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import {
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { epochOverlap, OVERLAP_METRICS } from "./epoch_overlap.ts";
import { TABLE_4_CLAIMS, UNIFORM } from "./table_4_claims.ts";

/** Published columns of a metric, without the graph. */
const PUBLISHED: Readonly<Record<string, { readonly metric: string; readonly sampler: string }>> = {
  "match_degree_mean": { metric: "match_degree_mean", sampler: "neighbor-uniform" },
  "match_degree_spread": { metric: "match_degree_spread", sampler: "neighbor-uniform" },
  "match_degree_max": { metric: "match_degree", sampler: "neighbor" },
};

/** Match degrees of all pairs of mini-batches of an epoch, counted. */
export const table4: Suite<SampledWorkload, Contender, typeof OVERLAP_METRICS> = {
  id: "fastgl/table-4",
  artifact: "Table 4",
  title: "Match degree of mini-batches",
  question: "How many vertices do two mini-batches of an epoch have in common?",
  contenders: [{ id: UNIFORM, label: "uniform neighbour sampling" }],
  baseline: UNIFORM,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "match degree":
      "vertices that two mini-batches share over those of the smaller one, all pairs of an epoch",
  },
  measurement: { kind: "exact", count: (lab, dataset, { epoch }) => epochOverlap(lab, dataset, epoch) },
  metrics: OVERLAP_METRICS,
  plots: [{ metric: "match_degree_mean", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "The training vertices of the real Papers100M are papers of one archive, which cite each other; those of a stand-in are " +
    "drawn at random, so that its mini-batches have less in common.",
  ],
  publishedAs: ({ id }, _contender, metric) => {
    const published = PUBLISHED[metric];
    if (published === undefined) return undefined;
    const config = { sampler: published.sampler, batch: String(PAPER_BATCH) };
    const ofGraph = published.metric === "match_degree" ? {} : { dataset: PAPER_NAMES[id] };
    return { metric: published.metric, ...ofGraph, config };
  },
  claims: TABLE_4_CLAIMS,
};
