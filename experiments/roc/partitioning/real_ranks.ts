/**
 * roc Figures 5 and 8 on real ranks: epochs of a GCN by the strategy that cuts the graph.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { GCN_HIDDEN, PARTITION_NOTES, tableGraph } from "./partitioned_graphs.ts";
import { measureRanks, RANKED_METRICS, RANKED_STRATEGIES, type RealStrategy } from "./ranked_epochs.ts";

/** Epochs on real ranks by strategy. */
export const realRanks: Suite<Workload, RealStrategy, typeof RANKED_METRICS> = {
  id: "roc/real-ranks",
  artifact: "Figure 8",
  title: "Partitioning for training, on real ranks",
  onlyWhenNamed: true,
  question: "How much sooner does an epoch end on real ranks with a learned partition than with equal ones?",
  contenders: RANKED_STRATEGIES,
  baseline: "equal-vertices",
  workloads: (profile) => [{
    id: "reddit:real-ranks",
    dataset: tableGraph(profile).dataset,
    model: "GCN",
    factors: { exchange: "halo" },
  }],
  settings: {
    "ranks":
      "as many as --ranks says and as have a core each, two at least, on its engine; kernels of the session's device",
    "model": `2-layer GCN, ${GCN_HIDDEN} hidden units, without dropout`,
    "network": "this machine's",
  },
  measurement: { kind: "joint", measure: measureRanks },
  metrics: RANKED_METRICS,
  plots: [{ metric: "epoch_time", x: "workload" }, { metric: "strategy_speedup", x: "workload" }],
  notes: [
    PARTITION_NOTES[0],
    "Ranks are workers or processes with a core or more each and exchange real messages: of each layer's rows " +
    "those that a part reads, during the product with the part's own rows. Epochs have loss and update in them. " +
    "The learned cut is the one that Figure 8 learns, from times of one part after another.",
    "One rank runs the program of several with one part. Blocks of a part read fewer rows, which stay in caches " +
    "and in the reach of the TLB: speed-ups over one rank contain that gain. Beside it one rank runs the parts of " +
    "equal vertices in turn, on the same blocks; the speed-up over it (parallel_speedup) is that of ranks alone.",
    "More ranks than this machine has cores are those of Figures 5, 8 and 9, with modelled communication.",
  ],
  claims: [],
};
