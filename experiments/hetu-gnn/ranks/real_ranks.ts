/**
 * hetu-gnn Section 2.1 on ranks that exchange real messages: products and epochs by how ranks
 * get each other's rows.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { GRAPH_IDS, type GraphId, GRAPHS, MODEL, PARTITIONED_DATASETS, WIDTH } from "../paper_graphs.ts";
import {
  ONE_RANK,
  RANK_CONTENDERS,
  RANK_LINK_NAMES,
  type RankContender,
  REAL_RANKS,
} from "./rank_contenders.ts";
import { RANK_METRICS, type RankedWorkload, rankOutcome } from "./rank_outcomes.ts";
import { realEpochs, realProducts } from "./real_rank_products.ts";

/** Graph of which whole epochs are timed: that of Figure 7. */
const EPOCH_GRAPH: GraphId = "reddit";

/** Products and epochs on real ranks, by contender and link. */
export const realRanks: Suite<RankedWorkload, RankContender, typeof RANK_METRICS> = {
  id: REAL_RANKS,
  artifact: "Section 2.1",
  title: "1D and 1.5D products and epochs on real ranks",
  question:
    "How long do 1D and 1.5D products and epochs take on ranks with real messages, and which rows do they need?",
  contenders: RANK_CONTENDERS,
  baseline: ONE_RANK.id,
  workloads: ({ id: profile }) =>
    [...GRAPH_IDS.map((graph) => [graph, "product"] as const), [EPOCH_GRAPH, "epoch"] as const]
      .flatMap(([graph, part]) =>
        RANK_LINK_NAMES.map((link): RankedWorkload => ({
          id: `${graph}:${part}:${link}`,
          graph,
          dataset: PARTITIONED_DATASETS[graph][profile],
          model: MODEL,
          factors: { part, link },
        }))
      ),
  settings: {
    "ranks":
      "as many as --ranks says and as have a core each, two at least, on its engine; kernels of the session's device",
    "feature width of a product": String(WIDTH),
    "kernel": "row-split",
    "network": "this machine's, and messages that are held back for 20 us and their bytes at 10 Gbit/s",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { graph, factors }, contenders) => {
      const products = factors.part === "product"
        ? await lab.once(realProducts, dataset, { part: "product" })
        : await lab.once(realEpochs, dataset, { hidden: GRAPHS[graph].hidden });
      return byContender(contenders, (contender) => rankOutcome(products, contender, factors));
    },
  },
  metrics: RANK_METRICS,
  plots: [
    { metric: "rank_speedup", x: "workload" },
    { metric: "received_share", x: "workload" },
  ],
  notes: [
    "Ranks are processes or workers of their own with real messages, and wait for each other: nothing is " +
    "modelled but the link where one is named. Figures 5, 7 and 9 have more ranks than this machine has " +
    "cores, one after another on its device, with modelled messages.",
    "Broadcasts come range by range, before its product as in the paper, or during the product before. The rows " +
    "that a rank's entries read, counted exactly, can be sent alone: all at once, during the product with the " +
    "rank's own rows. Contenders of a scheme are on one cut by METIS, a part a group of ranks; rows of the parts " +
    "differ in number. 1.5D needs 4 ranks: two groups of two, which have the same rows and sum their products.",
    "A time is that of the slowest rank, from a barrier on. One rank runs the same program with one group, as " +
    "many threads as each of several, while the others wait.",
    "A rank gets the entries and inputs of its own rows. With broadcasts it has room for all rows of other " +
    "ranks, a range at a time (arrival_bytes); else for those that it reads. The first case on a device also has " +
    "what kernels share (device_bytes). The peak of a process is measured " +
    "in a job of one contender alone, on the machine's network, where ranks are processes (--engine mpi).",
  ],
  claims: [],
};
