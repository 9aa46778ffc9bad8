/**
 * eppgcn Figure 1: what share of a training is backward propagation, and of that aggregation.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { PublishedKey } from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { wholeGraphInProfile } from "../paper_graphs.ts";
import { CLAIMS, DATASETS, SMALL } from "./figure_1_claims.ts";
import { CONTENDER, measureShares, PEER, SHARE_METRICS, WIDTH } from "./phase_shares.ts";

/** Columns of all that the figure prints, and of a share. */
const SHARED = { dataset: "4 graphs", model: "GCN" };
const SHARE = { ...SHARED, system: "GNNAdvisor", config: { features: String(WIDTH), train_ratio: "10%" } };

/** Published columns of all-active training, by metric. */
const PRINTED: Readonly<Record<string, PublishedKey>> = {
  backward_share: { ...SHARE, metric: "backward_time_share" },
  aggregation_share_of_backward: { ...SHARE, metric: "backward_aggregation_time_share_of_backward" },
  largest_speedup: {
    ...SHARED,
    metric: "overall_speedup",
    system: "ideal vs GNNAdvisor",
    config: { backward_aggregation_time: "0" },
  },
};

/** Reason for which the figure's numbers do not judge Pubmed's. */
const SMALL_SHARE = "Section 6.4 has it at a fifth on Pubmed, which cannot be among the figure's graphs";

/** Published columns of the peer, by metric. */
const PRINTED_OF_PEER: Readonly<Record<string, PublishedKey>> = {
  aggregation_speedup: { metric: "aggregation_speedup", model: "GCN", system: "GNNAdvisor vs PyTorch" },
};

/** Shares of an epoch, and one aggregation beside that of PyTorch. */
export const figure1: Suite<Workload, Contender, typeof SHARE_METRICS> = {
  id: "eppgcn/figure-1",
  artifact: "Figure 1",
  title: "Where the time of a training goes",
  question: "How much of a training is backward propagation, and how much of that is aggregation?",
  contenders: [
    { id: CONTENDER, label: "all-active (policy of GNNAdvisor)" },
    { id: PEER, label: "PyTorch, one aggregation", factors: { peer: "torch" }, runtime: "python" },
  ],
  baseline: CONTENDER,
  workloads: (profile) =>
    DATASETS.map((id) => ({
      id,
      dataset: wholeGraphInProfile(id, profile),
      model: "GCN",
      factors: { features: WIDTH },
    })),
  settings: {
    "model": "2-layer GCN, 16 hidden units, combined before aggregated, no dropout, no bias",
    "features": `${WIDTH}, random`,
    "training set": "10 % of the vertices, drawn uniformly",
  },
  measurement: { kind: "joint", measure: measureShares },
  metrics: SHARE_METRICS,
  plots: [
    {
      metric: "time",
      x: "workload",
      share: true,
      stack: ["backward_aggregation_time", "backward_combination", "forward_and_update"],
    },
    { metric: "backward_share", x: "workload" },
    { metric: "aggregation_share_of_backward", x: "workload" },
  ],
  notes: [
    "The paper does not name its four graphs; these are three of its larger ones and Pubmed. Shares are of operations that are " +
    "timed one by one in real epochs. The loss and its gradient are no part of backward propagation, as in Algorithm 1; a profile of " +
    "PyTorch's backward call would have the gradient in it.",
    "The introduction cites GNNAdvisor as about five times as fast as PyTorch: beside it stands one product of the hidden units, by " +
    "neighbour groups (on CPU threads they balance nothing) and by PyTorch, which times itself.",
    "On CPU threads dense products of 128 columns may take more of an epoch than on a GPU, whose arithmetic is further ahead of its " +
    "memory, and aggregation less (untested).",
  ],
  publishedAs: ({ id: graph }, { id }, metric) => {
    if (id === PEER) return PRINTED_OF_PEER[metric];
    const printed = PRINTED[metric];
    return printed && graph === SMALL ? { ...printed, shownBecause: SMALL_SHARE } : printed;
  },
  claims: CLAIMS,
};
