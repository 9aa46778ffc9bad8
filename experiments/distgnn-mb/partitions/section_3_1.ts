/**
 * distgnn-mb Section 3.1: cutting a graph for ranks. Edges that are cut, training vertices of a rank, halo
 * vertices, and the three spaces of ids.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { cutGraph } from "../cut_graph.ts";
import { type RankWorkload, rankWorkloadId, rankWorkloads } from "../rank_workloads.ts";
import { GRAPH_IDS, PAPERS, PRODUCTS, SCALE_NOTES } from "../scaled_graphs.ts";
import { checkCut, cutCounts, randomCounts, TOLERANCE } from "./cut_counts.ts";
import { section31Claims } from "./section_3_1_claims.ts";
import { idCounts } from "./id_counts.ts";
import { haloCounts } from "./halo_counts.ts";

/** Numbers of ranks that each graph is cut for. */
const RANKS = { [PRODUCTS]: [4, 32], [PAPERS]: [4, 16] };
const IDS = GRAPH_IDS.flatMap((graph) => RANKS[graph].map((ranks) => rankWorkloadId(graph, ranks)));

const METIS = "metis", RANDOM = "random";

const METRICS = {
  vertices_of_printed: { label: "vertices over the paper's", unit: "1", shown: false },
  cut_share: { label: "edges cut", unit: "%", better: "lower" },
  training_balance: { label: "largest over mean training set", unit: "1", better: "lower" },
  vertex_balance: { label: "largest over mean part", unit: "1", better: "lower" },
  halo_share: { label: "halo vertices for a solid one", unit: "1", better: "lower" },
  partition_time: { label: "partitioning", unit: "ms", better: "lower" },
  edge_cut: { label: "undirected edges cut", unit: "edges", better: "lower" },
  largest_training: { label: "largest training set", unit: "train vertices", better: "lower", shown: false },
  training_bound: { label: "tolerated training set", unit: "train vertices", shown: false },
  other_halo: { label: "halo vertices too many or too few", unit: "vertices", better: "lower", shown: false },
  one_sided_cuts: { label: "cut edges with one halo vertex", unit: "edges", better: "lower", shown: false },
  halo_with_features: {
    label: "halo vertices with features",
    unit: "vertices",
    better: "lower",
    shown: false,
  },
  wrong_ids: { label: "ids that do not come back", unit: "count", better: "lower", shown: false },
  converted_ids: { label: "ids that were converted", unit: "count", shown: false },
} as const satisfies Metrics;

/** Counts the cuts that were asked for; the time of METIS is that of the run that made the cut. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { factors }: RankWorkload,
  contenders: readonly Contender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const cut = await cutGraph(lab, dataset, factors), { graph } = dataset;
  const ids = contenders.some(({ id }) => id === METIS) ? await idCounts(lab, dataset, cut) : {};
  return (id) =>
    id === RANDOM ? { times: {}, facts: randomCounts(graph, cut, lab.seed) } : {
      times: { partition_time: { ms: [cut.ms], check: checkCut(cut), timer: "wall", waits: 0 } },
      facts: {
        vertices_of_printed: 1 / cut.scaled.scale,
        ...cutCounts(graph, cut),
        ...haloCounts(graph, cut),
        ...ids,
      },
    };
}

/** distgnn-mb Section 3.1: edges that are cut and training vertices of a rank, by METIS and at random. */
export const section31: Suite<RankWorkload, Contender, typeof METRICS> = {
  id: "distgnn-mb/section-3-1",
  artifact: "Section 3.1",
  title: "Partitions, halo vertices, ids",
  question: "Does the cut leave few edges between ranks and as much training for each?",
  contenders: [
    { id: METIS, label: "METIS, training vertices balanced" },
    { id: RANDOM, label: "random" },
  ],
  baseline: RANDOM,
  workloads: (profile) => GRAPH_IDS.flatMap((graph) => rankWorkloads(profile, graph, RANKS[graph])),
  settings: {
    "partition": `METIS, training vertices as a second constraint, at most ${
      100 * TOLERANCE
    } % above the mean`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "cut_share", x: "ranks", facet: "dataset" }],
  notes: [
    ...SCALE_NOTES,
    "The tolerated excess is rounded up to whole training vertices.",
    "Without METIS on the machine the built-in multilevel partitioner cuts.",
  ],
  claims: section31Claims(IDS, [METIS, RANDOM]),
};
