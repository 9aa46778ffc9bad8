/**
 * hetu-gnn Section 2.1 on ranks that exchange real messages: products and epochs by the way in which ranks
 * get each other's rows.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import type { Workload } from "../../cell.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { RANK_MEMORY_METRICS, rankMemoryFacts } from "../../trials/ranks/rank_memory.ts";
import { ratios } from "../../trials/ratios.ts";
import { DATASETS } from "../distribution/figure_9.ts";
import { WIDTH } from "../distribution/scheme_times.ts";
import { GRAPH_IDS, type GraphId, GRAPHS, MODEL } from "../paper_graphs.ts";
import {
  BROADCAST,
  EXCHANGE_WAYS,
  type ExchangeWay,
  ONE_RANK,
  RANK_LINK_NAMES,
  type RankLink,
} from "./exchange_ways.ts";
import { realEpochs, type RealProducts, realProducts } from "./real_rank_products.ts";

/** Graph of which whole epochs are timed: that of Figure 7. */
const EPOCH_GRAPH: GraphId = "reddit";

/** A product or an epoch on a graph, over a link. */
interface RankedWorkload extends Workload {
  /** Graph that is multiplied or trained on. */
  readonly graph: GraphId;
  /** Settings of its rows. */
  readonly factors: { readonly part: "product" | "epoch"; readonly link: RankLink };
}

const METRICS = {
  product_time: { label: "product, slowest rank, with its messages", unit: "ms", better: "lower" },
  epoch_time: { label: "epoch, slowest rank, with its messages", unit: "ms", better: "lower" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  broadcast_speedup: { label: "speed-up over 1D broadcasts", unit: "x", better: "higher" },
  received_bytes: { label: "received by all ranks", unit: "bytes", better: "lower" },
  received_share: { label: "received, of what 1D broadcasts bring", unit: "1", better: "lower" },
  ...RANK_MEMORY_METRICS,
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof METRICS>;

function outcomeOf(
  products: RealProducts,
  way: ExchangeWay,
  { part, link }: RankedWorkload["factors"],
): Outcome {
  const own = products(way, link), broadcast = products(BROADCAST, link)!;
  if (!own) throw tooFew(way, broadcast.ranks);
  const { ms, check, ranks } = own;
  const times = { ms, check, timer: "wall", ranks } as const;
  const gain = (over: ExchangeWay) => ({ value: ratios(products(over, link)!.ms, ms), ranks });
  return {
    ranOn: own.ranOn,
    times: part === "product" ? { product_time: times } : { epoch_time: times },
    facts: way === ONE_RANK ? rankMemoryFacts(own) : {
      ...rankMemoryFacts(own),
      rank_speedup: gain(ONE_RANK),
      ...(way !== BROADCAST && { broadcast_speedup: gain(BROADCAST) }),
      received_bytes: { value: own.receivedBytes, ranks },
      received_share: { value: own.receivedBytes / broadcast.receivedBytes, ranks },
    },
  };
}

function tooFew({ label, replication }: ExchangeWay, ranks: number): MissingError {
  const least = replication ** 2;
  return new MissingError({
    action: `time ranks by ${label}`,
    current: `${ranks} that have a core each`,
    wanted: `${least}, or a multiple of it: each row on ${replication} ranks`,
    next: `pass --ranks ${least} on a machine of ${least} cores, or start under mpirun -n ${least}`,
  });
}

/** Products and epochs on real ranks, by way and link. */
export const realRanks: Suite<RankedWorkload, ExchangeWay, typeof METRICS> = {
  id: "hetu-gnn/real-ranks",
  artifact: "Section 2.1",
  title: "1D and 1.5D products and epochs on real ranks",
  question:
    "How long do 1D and 1.5D products and epochs take on ranks with real messages, and which rows do they need?",
  contenders: EXCHANGE_WAYS,
  baseline: ONE_RANK.id,
  workloads: ({ id: profile }) =>
    [...GRAPH_IDS.map((graph) => [graph, "product"] as const), [EPOCH_GRAPH, "epoch"] as const]
      .flatMap(([graph, part]) =>
        RANK_LINK_NAMES.map((link): RankedWorkload => ({
          id: `${graph}:${part}:${link}`,
          graph,
          dataset: DATASETS[graph][profile],
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
    measure: async (lab, dataset, { graph, factors }, ways) => {
      const products = factors.part === "product"
        ? await lab.once(realProducts, dataset, { part: "product" })
        : await lab.once(realEpochs, dataset, { hidden: GRAPHS[graph].hidden });
      return byContender(ways, (way) => outcomeOf(products, way, factors));
    },
  },
  metrics: METRICS,
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
    "rank's own rows. The ways of a scheme are on one cut by METIS, a part a group of ranks; rows of the parts " +
    "differ in number. 1.5D needs 4 ranks: two groups of two, which have the same rows and sum their products.",
    "A time is that of the slowest rank, from a barrier on. One rank runs the same program with one group, as " +
    "many threads as each of several, while the others wait.",
    "A rank gets the entries and inputs of its own rows. With broadcasts it has room for all rows of other " +
    "ranks, a range at a time (arrival_bytes); else for those that it reads. The first case on a device also has " +
    "what kernels share (device_bytes). The peak of a process is measured " +
    "in a job of one way alone, on the machine's network, where ranks are processes (--engine mpi).",
  ],
  claims: [],
};
